package org.ndd.core.text;

import com.ibm.icu.lang.UCharacter;
import java.util.ArrayDeque;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Deque;

/**
 * Finds the lines of a plain text that are not its own: quoted lines, the line that introduces them ("On … wrote:"), forwarded messages,
 * and signatures. Lines are recognized by their form if possible. Words are needed for forwarded messages only ({@link MailWords}).
 *
 * <ul>
 * <li>A line that begins with {@code >} is quoted. So is the rest of such a line that a mail program wrapped after it had quoted it.
 * <li>A line that ends with a colon directly before a quoted line introduces it.
 * <li>A line such as {@code -----Original Message-----}, and a block of header lines with sender and subject that is not the beginning of
 * the text, begin a forwarded message. It ends with a line such as {@code --- end forwarded text}, before a line that is indented less than
 * its first one, or with the text.
 * <li>A line {@code --}, or of underscores, begins a signature or the footer of a mailing list. It ends with the text or before a quoted
 * line, and has few lines.
 * </ul>
 *
 * <p>Takes O(n) time; 4 bytes per line, for texts that have such lines.
 */
final class QuotedLines {

    /** Level of a line that is the text's own. Levels below the following are depths of quoting. */
    static final int OWN = 0;

    private static final int MAX_DEPTH = 1_000_000;
    private static final int INTRODUCTION = MAX_DEPTH + 1;
    private static final int FORWARDED = MAX_DEPTH + 2;
    private static final int SIGNATURE = MAX_DEPTH + 3;

    /** Maximum number of lines of a signature. Of 935 measured signatures and footers of mailing lists, 97 % have no more lines. */
    private static final int MAX_SIGNATURE_LINES = 15;

    /**
     * Minimum number of underscores before a footer. Mailing list programs write 47; fewer are written for other purposes, such as an empty
     * field of a form.
     */
    private static final int MIN_UNDERSCORES = 40;

    /** Maximum number of lines of an introduction: mail programs break it into two or three lines. */
    private static final int MAX_INTRODUCTION_LINES = 3;

    /** Maximum number of columns of an introduction; wider lines are paragraphs that have one line each. */
    private static final int MAX_INTRODUCTION_WIDTH = 160;

    /** Minimum number of columns at which mail programs wrap, so a shorter line before a break was not wrapped. */
    private static final int MIN_WRAP_WIDTH = 60;

    private static final int MAX_HEADER_LINES = 12;
    private static final int MIN_HEADER_LINES = 3;

    private static final String SENTENCE_ENDS = ".!?:\u3002\uFF01\uFF1F\uFF1A";
    private static final String RULES = "-=_*~";

    private final String text;
    private final char[] units;
    private int[] levels = new int[64];
    private final BitSet continuations = new BitSet();

    /** The line before the current one, and the line before that. */
    private Line previous = Line.NONE;

    private Line beforePrevious = Line.NONE;

    /** The last own lines without an empty line in between, at most {@link #MAX_INTRODUCTION_LINES}. */
    private final Deque<Line> block = new ArrayDeque<>();

    private int widestQuoted;
    private boolean hasOwn;
    private boolean forwarded;
    private int forwardedIndentation;

    private int signature = -1;
    private int signatureLines;

    private int header = -1;
    private int headerLines;
    private boolean afterText;
    private boolean hasSender;
    private boolean hasSubject;

    /** The stored properties of a line. */
    private record Line(int number, int start, int end, int quotes, int width, int firstWord) {

        static final Line NONE = new Line(-3, 0, 0, 0, 0, 0);

        boolean isEmpty() {
            return start == end;
        }
    }

    private QuotedLines(String text, char[] units) {
        this.text = text;
        this.units = units;
    }

    /**
     * Finds the lines of a plain text that are not its own.
     *
     * @param units code units of the text
     */
    static QuotedLines of(String text, char[] units) {
        QuotedLines lines = new QuotedLines(text, units);
        if (lines.mayHaveQuotes()) {
            lines.read();
        }
        return lines;
    }

    /** Returns {@link #OWN}, or a number that is the same for lines that may be of one quoted paragraph. */
    int level(int line) {
        return line < levels.length ? levels[line] : OWN;
    }

    /** Returns whether a line is the rest of the quoted line before it. */
    boolean isContinuation(int line) {
        return continuations.get(line);
    }

    /** Returns whether any line may be quoted, by the beginnings of lines; most texts need no further step. */
    private boolean mayHaveQuotes() {
        for (int i = 0; i < units.length; i++) {
            while (i < units.length && WhiteSpace.is(units[i])) {
                i++;
            }
            if (i < units.length && mayBeQuoted(i)) {
                return true;
            }
            while (i < units.length && WhiteSpace.isLineBreak(units[i]) == false) {
                i++;
            }
        }
        return false;
    }

    private boolean mayBeQuoted(int start) {
        boolean rule = isRule(start) && start + 1 < units.length && isRule(start + 1);
        return rule
                || Quotation.isMark(units[start])
                || MailWords.isSender(MailHeaders.name(text, start, units.length));
    }

    private boolean isRule(int position) {
        return RULES.indexOf(units[position]) >= 0;
    }

    private void read() {
        TextLine next = new TextLine(units);
        while (next.advance()) {
            boolean empty = next.isEmpty();
            Line line = new Line(
                    next.number(),
                    next.start(),
                    empty ? next.start() : next.end(),
                    Math.min(next.quotes(), MAX_DEPTH),
                    next.width(),
                    next.firstWord());
            if (line.quotes() > 0) {
                addQuoted(line);
            } else if (line.isEmpty()) {
                header = -1;
            } else if (forwarded && indentation(line) >= forwardedIndentation) {
                forwarded = isForwardedLine(line, true) == false;
                setLevel(line.number(), FORWARDED);
            } else {
                forwarded = false;
                addOwn(line);
            }
            beforePrevious = previous;
            previous = line;
        }
        endSignature(previous.number() + 1);
    }

    private void addQuoted(Line line) {
        setLevel(line.number(), line.quotes());
        addRest(line);
        if (forwarded == false) {
            endSignature(line.number());
            addIntroduction();
        }
        widestQuoted = Math.max(widestQuoted, line.width());
        block.clear();
        header = -1;
    }

    /**
     * Marks the rest of a quoted line: a line between two that are quoted more deeply. The first of these must take the full width, so that
     * the next word did not fit, and must not end a sentence.
     */
    private void addRest(Line line) {
        boolean between = beforePrevious.quotes() == line.quotes()
                && previous.quotes() < line.quotes()
                && beforePrevious.isEmpty() == false
                && previous.isEmpty() == false;
        if (between
                && previous.width() <= beforePrevious.width()
                && beforePrevious.width() + previous.firstWord() >= Math.max(MIN_WRAP_WIDTH, widestQuoted)
                && endsSentence(beforePrevious) == false) {
            setLevel(previous.number(), line.quotes());
            continuations.set(previous.number());
            block.clear();
        }
    }

    /**
     * Marks the introduction of a quotation: the last own line before it, if that ends with a colon. The lines before that belong to it if
     * they were wrapped and have a date or an address. The end of a longer paragraph is not an introduction, unless it has a date or an
     * address or begins a separate line.
     */
    private void addIntroduction() {
        Line last = block.peekLast();
        if (last == null || last.width() > MAX_INTRODUCTION_WIDTH || endsWithColon(last) == false) {
            return;
        }
        int widest = block.stream().mapToInt(Line::width).max().orElse(0);
        Line first = last;
        boolean named = hasDateOrAddress(last);
        boolean open = true;
        while (open) {
            block.removeLast();
            Line before = block.peekLast();
            boolean wrapped =
                    before != null && before.width() + first.firstWord() >= widest && endsSentence(before) == false;
            open = wrapped && hasDateOrAddress(before);
            if (open) {
                first = before;
                named = true;
            } else if (wrapped && named == false) {
                return;
            }
        }
        for (int i = first.number(); i <= last.number(); i++) {
            setLevel(i, INTRODUCTION);
        }
    }

    private void addOwn(Line line) {
        if (isForwardedLine(line, false)) {
            endSignature(line.number());
            beginForwarded(line.number(), line);
            return;
        }
        if (isSignatureLine(line) && (signature < 0 || signatureLines > MAX_SIGNATURE_LINES)) {
            signature = line.number();
            signatureLines = 0;
        } else {
            signatureLines++;
        }
        if (addHeader(line)) {
            return;
        }
        hasOwn = true;
        if (previous.number() != line.number() - 1 || previous.isEmpty() || level(previous.number()) != OWN) {
            block.clear();
        }
        block.addLast(line);
        if (block.size() > MAX_INTRODUCTION_LINES) {
            block.removeFirst();
        }
    }

    /** Adds a line that may be a header line; returns whether it makes the header of a forwarded message complete. */
    private boolean addHeader(Line line) {
        String name = MailHeaders.name(text, line.start(), line.end());
        if (name.isEmpty()) {
            return false;
        }
        if (header < 0 || afterText && line.number() - header > MAX_HEADER_LINES) {
            header = line.number();
            afterText = hasOwn;
            headerLines = 0;
            hasSender = false;
            hasSubject = false;
        }
        headerLines++;
        hasSender |= MailWords.isSender(name);
        hasSubject |= MailWords.isSubject(name);
        boolean complete = afterText && hasSender && hasSubject && headerLines >= MIN_HEADER_LINES;
        if (complete) {
            endSignature(header);
            beginForwarded(header, line);
        }
        return complete;
    }

    private void beginForwarded(int first, Line last) {
        for (int i = first; i <= last.number(); i++) {
            setLevel(i, FORWARDED);
        }
        forwarded = true;
        forwardedIndentation = indentation(last);
        block.clear();
    }

    private void endSignature(int end) {
        if (signature >= 0 && signatureLines <= MAX_SIGNATURE_LINES) {
            for (int i = signature; i < end; i++) {
                setLevel(i, SIGNATURE);
            }
        }
        signature = -1;
    }

    private void setLevel(int line, int level) {
        if (line >= levels.length) {
            levels = Arrays.copyOf(levels, 2 * Math.max(line, levels.length));
        }
        levels[line] = level;
    }

    private boolean isSignatureLine(Line line) {
        int length = line.end() - line.start();
        return length == 2 && text.startsWith("--", line.start())
                || length >= MIN_UNDERSCORES
                        && text.substring(line.start(), line.end()).chars().allMatch(c -> c == '_');
    }

    /**
     * Returns whether a line begins a forwarded message, or ends one.
     *
     * @param end whether the line must end one
     */
    private boolean isForwardedLine(Line line, boolean end) {
        int start = line.start();
        while (start < line.end() && (RULES.indexOf(text.charAt(start)) >= 0 || text.charAt(start) == ' ')) {
            start++;
        }
        boolean drawn = start - line.start() >= 2;
        if (drawn == false && text.regionMatches(true, start, "begin forwarded", 0, 15) == false) {
            return false;
        }
        String words = UCharacter.foldCase(text.substring(start, Math.min(start + 60, line.end())), true);
        return MailWords.beginForwarded(words) && words.startsWith("end ") == end;
    }

    private int indentation(Line line) {
        int lineStart = line.start();
        while (lineStart > 0 && WhiteSpace.isLineBreak(text.charAt(lineStart - 1)) == false) {
            lineStart--;
        }
        return line.start() - lineStart;
    }

    private boolean endsWithColon(Line line) {
        char last = text.charAt(line.end() - 1);
        return last == ':' || last == '\uFF1A';
    }

    private boolean endsSentence(Line line) {
        return SENTENCE_ENDS.indexOf(text.charAt(line.end() - 1)) >= 0;
    }

    private boolean hasDateOrAddress(Line line) {
        return text.substring(line.start(), line.end()).chars().anyMatch(c -> c == '@' || CodePoints.DIGITS.has(c));
    }
}
