package org.ndd.analysis;

import java.util.ArrayDeque;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.jsoup.helper.ValidationException;
import org.jsoup.nodes.DataNode;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.parser.Parser;
import org.jsoup.select.NodeFilter;
import org.jsoup.select.NodeTraversor;
import org.ndd.core.text.CanonicalText;
import org.ndd.core.text.Quotation;
import org.ndd.core.text.WhiteSpace;
import org.ndd.core.text.Width;

/**
 * The visible content of an HTML page.
 *
 * @param title the first title of the page, as browsers show it; empty if it has no title
 * @param text the visible text as plain text, with a line break where a block begins or ends; not canonical yet
 * @param truncated whether the page was longer than the limits
 */
public record HtmlPage(String title, String text, boolean truncated) {

    /** Maximum number of UTF-16 code units of a page that are read. */
    public static final int MAX_CHARS = 10 << 20;

    /** Maximum number of tags of a page that are read. During parsing, each takes some hundred bytes. */
    public static final int MAX_TAGS = 100_000;

    /** Maximum nesting depth of elements; deeper elements become siblings. */
    private static final int MAX_DEPTH = 256;

    /** Elements that browsers do not show. */
    static final Set<String> HIDDEN = Set.of("script", "style", "noscript", "template", "head", "title");

    /** Elements whose titles belong to drawings or to hidden content. */
    private static final Set<String> IGNORED_TITLES = Set.of("svg", "math", "template", "noscript");

    /**
     * Elements that end a line. Separate from the parser's list, which changes with its versions. The list must not change, because it
     * determines the ends of sentences, and so the stored fingerprints.
     */
    static final Set<String> BLOCKS =
            Set.of(("address article aside blockquote body br button caption center col colgroup dd details "
                            + "dialog dir div dl dt fieldset figcaption figure footer form frame frameset h1 h2 h3 h4 h5 "
                            + "h6 header hgroup hr html iframe legend li listing main menu nav noframes ol optgroup "
                            + "option p plaintext pre section select summary table tbody td textarea tfoot th thead tr "
                            + "ul xmp")
                    .split(" "));

    private static final Set<String> CELLS = Set.of("td", "th");

    /** The text of an empty cell in a row with numbers. */
    private static final String EMPTY_CELL = "|";

    /** Minimum number of cells of a row with a label and columns of numbers. */
    private static final int MIN_CELLS = 3;

    /** Maximum number of nodes of a cell that is only a number. */
    private static final int MAX_NODES = 10;

    /** A number with its sign and currency, such as CHF 100. */
    private static final Pattern CELL_NUMBER =
            Pattern.compile("\\p{L}{0,3}[^\\p{L}]{0,20}\\p{Nd}[^\\p{L}]{0,20}\\p{L}{0,3}");

    /** Elements whose text is struck out: it is not valid, or it was replaced. */
    private static final Set<String> STRUCK = Set.of("del", "s", "strike");

    private static final String STRIKE = "~~";

    /** The operators between the children of elements of formulas, without which 1/2 and 10^3 would be 12 and 103. */
    private static final Map<String, String> OPERATORS =
            Map.of("mfrac", "/", "msup", "^", "msub", "_", "msubsup", "^", "mroot", "\u221A");

    /** Elements whose line breaks are preserved. */
    private static final Set<String> PREFORMATTED = Set.of("pre", "textarea", "xmp", "plaintext", "listing");

    /** Parses any input: other than HTML, it is text. Time and memory are limited by {@link #MAX_CHARS} and {@link #MAX_TAGS}. */
    public static HtmlPage parse(String html) {
        String read = truncate(html);
        Document document = document(read);
        VisibleText text = visibleText(document, BoilerplateElements.of(document));
        if (text.hasContent() == false) {
            text = visibleText(document, BoilerplateElements.none());
        }
        Title title = new Title();
        NodeTraversor.filter(title, document);
        return new HtmlPage(title.result, text.result.toString(), read.length() < html.length());
    }

    private static VisibleText visibleText(Document document, BoilerplateElements boilerplate) {
        VisibleText text = new VisibleText(boilerplate);
        NodeTraversor.filter(text, document);
        return text;
    }

    /**
     * Returns the tree of the part of a page within the limits. If templates are nested too deep, the internal state of jsoup's HTML parser
     * becomes invalid. Such a page is parsed as its literal tags, without the completion rules of HTML.
     */
    static Document document(String read) {
        try {
            return Parser.htmlParser().setMaxDepth(MAX_DEPTH).parseInput(read, "");
        } catch (ValidationException e) {
            return Parser.xmlParser().setMaxDepth(MAX_DEPTH).parseInput(read, "");
        }
    }

    private static String truncate(String html) {
        int end = Math.min(html.length(), MAX_CHARS);
        int tags = 0;
        for (int i = html.indexOf('<'); i >= 0 && i < end; i = html.indexOf('<', i + 1)) {
            if (++tags > MAX_TAGS) {
                return html.substring(0, i);
            }
        }
        return end == html.length() ? html : html.substring(0, end);
    }

    /**
     * Finds the first title of a document, as browsers show it, at any position. Text, a byte order mark or a {@code <div>} before it ends
     * the head of the page, and moves the rest of the document into the body.
     */
    private static final class Title implements NodeFilter {

        private String result = "";

        @Override
        public FilterResult head(Node node, int depth) {
            if (node instanceof Element element) {
                String name = element.normalName();
                if (name.equals("title")) {
                    result = element.text().replaceAll("\\s+", " ").strip();
                    return FilterResult.STOP;
                }
                if (IGNORED_TITLES.contains(name)) {
                    return FilterResult.SKIP_ENTIRELY;
                }
            }
            return FilterResult.CONTINUE;
        }
    }

    private static final class VisibleText implements NodeFilter {

        private static final String SUPERSCRIPTS = "\u2070\u00B9\u00B2\u00B3\u2074\u2075\u2076\u2077\u2078\u2079";

        private static final String SUBSCRIPTS = "\u2080\u2081\u2082\u2083\u2084\u2085\u2086\u2087\u2088\u2089";

        private final StringBuilder result = new StringBuilder();
        private final BoilerplateElements boilerplate;
        private final OpenElements preformatted = new OpenElements();
        private final OpenElements quotes = new OpenElements();
        private final OpenElements superscripts = new OpenElements();
        private final OpenElements subscripts = new OpenElements();
        private final OpenElements outsideContent = new OpenElements();
        /** Starts of the texts of open cells. */
        private final Deque<Integer> cells = new ArrayDeque<>();
        /** Whether rows have numbers. */
        private final Map<Element, Boolean> ofNumbers = new HashMap<>();
        /** Width of the text outside of boilerplate, without blanks; counted only up to the required minimum. */
        private int contentWidth;

        VisibleText(BoilerplateElements boilerplate) {
            this.boilerplate = boilerplate;
        }

        boolean hasContent() {
            return contentWidth >= boilerplate.minWidth();
        }

        @Override
        public FilterResult head(Node node, int depth) {
            if (node instanceof TextNode text) {
                append(visible(text.getWholeText()));
            } else if (node instanceof DataNode data && data.parentNameIs("xmp")) {
                // Its tags are visible text; other data (scripts, fallback content of frames) is hidden.
                result.append(data.getWholeData());
            } else if (node instanceof Element element) {
                String name = element.normalName();
                if (HIDDEN.contains(name)) {
                    return FilterResult.SKIP_ENTIRELY;
                }
                preformatted.open(depth, PREFORMATTED.contains(name));
                quotes.open(depth, MailMarkup.isQuote(element));
                superscripts.open(depth, name.equals("sup"));
                subscripts.open(depth, name.equals("sub"));
                outsideContent.open(depth, boilerplate.contains(element));
                breakLine(name);
                append(operator(element));
                append(STRUCK.contains(name) ? STRIKE : "");
                if (CELLS.contains(name)) {
                    cells.push(result.length());
                }
            }
            return FilterResult.CONTINUE;
        }

        private static String operator(Element element) {
            String operator = element.parent() == null
                    ? null
                    : OPERATORS.get(element.parent().normalName());
            return operator == null || element.previousElementSibling() == null ? "" : operator;
        }

        @Override
        public FilterResult tail(Node node, int depth) {
            preformatted.close(depth);
            if (node instanceof Element element) {
                append(STRUCK.contains(element.normalName()) ? STRIKE : "");
                append(CELLS.contains(element.normalName()) && isEmptyCellOfNumbers(element) ? EMPTY_CELL : "");
            }
            quotes.close(depth);
            superscripts.close(depth);
            subscripts.close(depth);
            outsideContent.close(depth);
            if (node instanceof Element element) {
                breakLine(element.normalName());
            }
            return FilterResult.CONTINUE;
        }

        /** Returns whether a cell is empty in a row with numbers: without its mark, debit and credit could change places. */
        private boolean isEmptyCellOfNumbers(Element cell) {
            int start = cells.pop();
            return cell.parent() != null
                    && ofNumbers.computeIfAbsent(
                            cell.parent(),
                            row -> row.childrenSize() >= MIN_CELLS
                                    && row.children().stream().anyMatch(VisibleText::isNumber))
                    && IntStream.range(start, result.length()).allMatch(i -> Character.isWhitespace(result.charAt(i)));
        }

        /** Returns whether a cell has no text but a number. Cells with many nodes are layout. */
        private static boolean isNumber(Element cell) {
            List<Node> nodes = cell.nodeStream().limit(MAX_NODES + 1L).toList();
            String text = nodes.stream()
                    .map(node -> node instanceof TextNode part ? part.text() : "")
                    .collect(Collectors.joining());
            return nodes.size() <= MAX_NODES
                    && CELL_NUMBER.matcher(text.strip()).matches();
        }

        private void append(String value) {
            for (int i = 0; outsideContent.any() == false && hasContent() == false && i < value.length(); i++) {
                contentWidth += value.charAt(i) > ' ' ? Width.of(value.charAt(i)) : 0;
            }
            if (quotes.any() || outsideContent.any()) {
                MailMarkup.appendQuoted(value, result);
            } else if (preformatted.any() == false) {
                MailMarkup.appendUnquoted(value, result);
            } else {
                result.append(value);
            }
        }

        /**
         * Drops invisible characters, so that a line of them is blank. Digits that the markup raises or lowers become such characters.
         * Except in preformatted text, replaces white space by blanks: elements break lines, not characters, and marks of lines are found
         * after blanks.
         */
        private String visible(String value) {
            StringBuilder visible = new StringBuilder(value.length());
            for (int i = 0; i < value.length(); ) {
                int c = value.codePointAt(i);
                i += Character.charCount(c);
                if (c >= '0' && c <= '9' && (superscripts.any() || subscripts.any())) {
                    visible.append((superscripts.any() ? SUPERSCRIPTS : SUBSCRIPTS).charAt(c - '0'));
                } else if (superscripts.any() && visible.isEmpty() && isSignOfExponent(value, c)) {
                    visible.append(c == '+' ? '\u207A' : '\u207B');
                } else if (CanonicalText.drops(c) == false) {
                    visible.appendCodePoint(preformatted.any() == false && WhiteSpace.is(c) ? ' ' : c);
                }
            }
            return visible.toString();
        }

        /** Returns whether a sign at the beginning of raised text belongs to an exponent: 10^-3 would be 10-3. */
        private boolean isSignOfExponent(String value, int sign) {
            int before = result.isEmpty() ? ' ' : result.charAt(result.length() - 1);
            boolean dash = Character.getType(sign) == Character.DASH_PUNCTUATION;
            return (dash || sign == '\u2212' || sign == '+')
                    && (Character.isLetterOrDigit(before) || before == ')')
                    && value.length() > 1
                    && Character.isDigit(value.charAt(1));
        }

        private void breakLine(String name) {
            if (BLOCKS.contains(name)) {
                result.append('\n');
            }
        }
    }

    /**
     * Recognizes the markup of quotations and signatures in HTML messages of mail programs. Their lines begin with {@link Quotation#MARK}.
     * Other lines do not, except preformatted ones, which are as in plain text. An ordinary {@code <blockquote>} belongs to the text of a
     * page.
     */
    static final class MailMarkup {

        /** Parts of class names. Mail programs add a prefix and a suffix when they quote again. */
        private static final List<String> QUOTE_CLASSES = List.of(
                "gmail_quote",
                "gmail_attr",
                "gmail_signature",
                "moz-cite-prefix",
                "moz-forward-container",
                "moz-signature",
                "protonmail_quote",
                "yahoo_quoted",
                "zmail_extra");

        /** The beginning of a number, or of {@code >=} before one. */
        private static final Pattern NUMBER = Pattern.compile("=|[^\\p{L}\\p{M}]?\\p{Nd}");

        private MailMarkup() {}

        /** Returns whether an element contains a quotation of a message, or its signature. */
        static boolean isQuote(Element element) {
            if (element.nameIs("blockquote") && element.attr("type").equalsIgnoreCase("cite")) {
                return true;
            }
            String classes = element.attr("class");
            // called for each element: a stream would take longer
            for (String quoteClass : QUOTE_CLASSES) {
                if (classes.contains(quoteClass)) {
                    return true;
                }
            }
            return false;
        }

        /** Appends quoted text, with a mark at the beginning of each line that is not blank. */
        static void appendQuoted(String text, StringBuilder result) {
            for (int start = 0; start < text.length(); ) {
                int lineBreak = text.indexOf('\n', start);
                int end = lineBreak < 0 ? text.length() : lineBreak + 1;
                String line = text.substring(start, end);
                if (line.isBlank() == false && isAtLineStart(result)) {
                    result.append(Quotation.MARK);
                }
                result.append(line);
                start = end;
            }
        }

        /** Appends text that is not quoted. Removes the bullet {@code >} at the beginning of a line; before a number it compares. */
        static void appendUnquoted(String text, StringBuilder result) {
            int start = 0;
            boolean bullet = false;
            while (start < text.length() && (Quotation.isMark(text.charAt(start)) || text.charAt(start) == ' ')) {
                bullet |= text.charAt(start++) != ' ';
            }
            if (bullet && isAtLineStart(result)) {
                result.append(NUMBER.matcher(text).region(start, text.length()).lookingAt() ? ">" : "");
                result.append(text, start, text.length());
            } else {
                result.append(text);
            }
        }

        /** Returns whether only blanks follow the last line break. Removes these blanks, so that they are traversed once. */
        private static boolean isAtLineStart(StringBuilder result) {
            int end = result.length();
            while (end > 0 && result.charAt(end - 1) != '\n' && Character.isWhitespace(result.charAt(end - 1))) {
                end--;
            }
            boolean atLineStart = end == 0 || result.charAt(end - 1) == '\n';
            result.setLength(atLineStart ? end : result.length());
            return atLineStart;
        }
    }
}
