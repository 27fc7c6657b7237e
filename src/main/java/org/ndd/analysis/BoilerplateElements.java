package org.ndd.analysis;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collections;
import java.util.Deque;
import java.util.IdentityHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import org.jsoup.nodes.Document;
import org.jsoup.nodes.Element;
import org.jsoup.nodes.Node;
import org.jsoup.nodes.TextNode;
import org.jsoup.select.NodeTraversor;
import org.jsoup.select.NodeVisitor;

/**
 * Finds the elements of a web page that its structure marks as boilerplate: menus, side bars, page footers. Elements within {@code <main>}
 * or {@code <article>} and elements that contain {@code <main>} are not boilerplate. An {@code <article>} that contains {@code <main>}
 * is the frame of a page and protects nothing; HTML allows no other element of content around {@code <main>}. An explicit ARIA role
 * takes precedence over the element's name. For other elements:
 *
 * <ul>
 *   <li>{@code <nav>} and the roles navigation, contentinfo, complementary and search are boilerplate, and the role banner unless it
 *       contains an {@code <h1>}.
 *   <li>{@code <aside>} and {@code <footer>} are boilerplate if the page marks its content and they do not belong to a section. Otherwise
 *       they are notes equally often, and are boilerplate only if they are {@linkplain #MIN_NOTE_LINK_PERCENT mostly links}.
 *   <li>Blocks and lists outside of {@code <main>} are boilerplate if {@linkplain #MIN_BLOCK_LINK_PERCENT at least half of their text} is
 *       in links and they contain no {@code <h1>}.
 * </ul>
 *
 * <p>O(n) for n nodes. The result depends only on the page. The rules must not change, because they determine which fingerprints are
 * stored.
 */
record BoilerplateElements(Set<Element> elements, boolean hasMain) {

    /**
     * Minimum share of links in an aside or footer that may be a note of the content, in percent. Of 7,617 paragraphs within the main
     * content of 897 web pages, 95 % have a lower share. Of 93 such asides and footers, three quarters have a higher share.
     */
    private static final int MIN_NOTE_LINK_PERCENT = 30;

    /**
     * Minimum share of links in a block without a role, in percent. Of 370 elements {@code <main>} of these pages, 98 % have a lower share.
     * Of 667 lists outside of them, 88 % have a higher share.
     */
    private static final int MIN_BLOCK_LINK_PERCENT = 50;

    private static final Set<String> MAIN = Set.of("main");
    private static final Set<String> CONTENT = Set.of("main", "article");
    /** Elements and roles that are parts of a page; an aside or footer within one belongs to this part. */
    private static final Set<String> SECTIONS =
            Set.of("section", "blockquote", "figure", "details", "dialog", "fieldset", "td", "region");

    private static final Set<String> LANDMARKS = Set.of("nav", "navigation", "contentinfo", "complementary", "search");
    private static final Set<String> NOTES = Set.of("aside", "footer");
    private static final Set<String> BLOCKS = Set.of("div", "section", "ul", "ol", "dl", "table", "form", "center");

    /** Minimum width of the text of a page outside of its boilerplate: a paragraph, as for the text that remains after masking. */
    private static final int MIN_WIDTH = 200;

    /**
     * The same minimum for a page with {@code <main>}, which marks its content: a sentence, as for the text by which a document is found.
     */
    private static final int MIN_WIDTH_WITH_MAIN = 40;

    /** Returns an empty set of elements, for a page whose content is in its menu. */
    static BoilerplateElements none() {
        return new BoilerplateElements(Set.of(), false);
    }

    /** Returns the boilerplate elements of a document; they may be nested. */
    static BoilerplateElements of(Document document) {
        Outline outline = new Outline();
        NodeTraversor.traverse(outline, document);
        Set<Element> elements = Collections.newSetFromMap(new IdentityHashMap<>());
        for (Block block : outline.candidates) {
            if (isBoilerplate(block, outline.hasMain, outline.hasContent)) {
                elements.add(block.element);
            }
        }
        return new BoilerplateElements(elements, outline.hasMain);
    }

    /** Returns whether an element is boilerplate. O(1). */
    boolean contains(Element element) {
        return elements.contains(element);
    }

    /** Returns the minimum width of the text outside of these elements, without blanks. A page with less text has its content in them. */
    int minWidth() {
        return hasMain ? MIN_WIDTH_WITH_MAIN : MIN_WIDTH;
    }

    private static boolean isBoilerplate(Block block, boolean hasMain, boolean hasContent) {
        if (block.hasMain) {
            return false;
        }
        if (LANDMARKS.contains(block.kind)) {
            return true;
        }
        if (NOTES.contains(block.kind)) {
            return hasContent && block.inSection == false || block.hasLinks(MIN_NOTE_LINK_PERCENT);
        }
        if (block.hasHeading) {
            return false;
        }
        return block.kind.equals("banner") || hasMain && block.hasLinks(MIN_BLOCK_LINK_PERCENT);
    }

    /** Returns the first role of an element; without a role, its name. */
    private static String kind(Element element) {
        String role = element.attr("role").strip();
        if (role.isEmpty()) {
            return element.normalName();
        }
        int end = role.indexOf(' ');
        return (end < 0 ? role : role.substring(0, end)).toLowerCase(Locale.ROOT);
    }

    /** An element that may be boilerplate. */
    private static final class Block {

        private final Element element;
        private final String kind;
        private final boolean inSection;
        /** Number of candidates before this element. */
        private final int firstCandidate;

        private boolean hasMain;
        private boolean hasHeading;
        /** UTF-16 code units of text, without blanks. */
        private long text;
        /** UTF-16 code units of text within links, without blanks. */
        private long links;

        Block(Element element, String kind, boolean inSection, int firstCandidate) {
            this.element = element;
            this.kind = kind;
            this.inSection = inSection;
            this.firstCandidate = firstCandidate;
        }

        /** Returns whether this element is content, so that nothing within it is boilerplate. */
        boolean isContent() {
            return MAIN.contains(kind) || CONTENT.contains(kind) && hasMain == false;
        }

        boolean hasLinks(int percent) {
            return text > 0 && 100 * links >= percent * text;
        }

        void add(Block inner) {
            hasMain |= inner.hasMain || MAIN.contains(inner.kind);
            hasHeading |= inner.hasHeading;
            text += inner.text;
            links += inner.links;
        }
    }

    /** Measures blocks, from the innermost to the outermost. */
    private static final class Outline implements NodeVisitor {

        private final List<Block> candidates = new ArrayList<>();
        /** Open blocks, the innermost first. */
        private final Deque<Block> open = new ArrayDeque<>();

        private boolean hasMain;
        private boolean hasContent;
        private final OpenElements sections = new OpenElements();
        private final OpenElements links = new OpenElements();
        private final OpenElements hidden = new OpenElements();

        @Override
        public void head(Node node, int depth) {
            if (node instanceof TextNode text) {
                count(text.getWholeText());
            } else if (node instanceof Element element) {
                String name = element.normalName();
                String kind = kind(element);
                links.open(depth, name.equals("a"));
                hidden.open(depth, HtmlPage.HIDDEN.contains(name));
                if (isBlock(kind)) {
                    open.push(new Block(element, kind, sections.any(), candidates.size()));
                }
                hasMain |= MAIN.contains(kind);
                hasContent |= CONTENT.contains(kind);
                sections.open(depth, SECTIONS.contains(kind));
                if (name.equals("h1") && open.isEmpty() == false) {
                    open.peek().hasHeading = true;
                }
            }
        }

        @Override
        public void tail(Node node, int depth) {
            links.close(depth);
            hidden.close(depth);
            sections.close(depth);
            if (open.isEmpty() == false && open.peek().element == node) {
                end(open.pop());
            }
        }

        private void end(Block block) {
            if (open.isEmpty() == false) {
                open.peek().add(block);
            }
            if (block.isContent()) {
                candidates.subList(block.firstCandidate, candidates.size()).clear();
            } else if (CONTENT.contains(block.kind) == false) {
                candidates.add(block);
            }
        }

        private void count(String text) {
            if (hidden.any() || open.isEmpty()) {
                return;
            }
            long units = 0;
            for (int i = 0; i < text.length(); i++) {
                units += text.charAt(i) > ' ' ? 1 : 0;
            }
            open.peek().text += units;
            open.peek().links += links.any() ? units : 0;
        }

        private static boolean isBlock(String kind) {
            return LANDMARKS.contains(kind)
                    || NOTES.contains(kind)
                    || BLOCKS.contains(kind)
                    || CONTENT.contains(kind)
                    || kind.equals("banner");
        }
    }
}
