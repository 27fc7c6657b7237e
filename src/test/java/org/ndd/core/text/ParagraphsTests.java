package org.ndd.core.text;

import java.util.List;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.tests.util.LuceneTestCase;

public class ParagraphsTests extends LuceneTestCase {

    private static final List<String> WORDS = List.of(
            "a",
            "the",
            "of",
            "and",
            "width",
            "paragraph",
            "wrapped",
            "again",
            "without",
            "line",
            "end.",
            "well,",
            "so:",
            "near-duplicate",
            "-",
            "*",
            "1.",
            "(a)",
            "2)",
            "3.14",
            "\u00E9t\u00E9",
            "\u043E\u0434\u043D\u0430\u043A\u043E");

    private static String canonical(String plain) {
        return CanonicalText.ofParagraphs(plain, Integer.MAX_VALUE).value();
    }

    private static String prose(int words) {
        StringBuilder text = new StringBuilder("it begins");
        for (int i = 0; i < words; i++) {
            text.append(random().nextInt(40) == 0 ? "\n\n" : " ");
            text.append(WORDS.get(random().nextInt(WORDS.size())));
        }
        return text.append(" and ends").toString();
    }

    public void testIndependentOfLineWidth() {
        for (int round = 0; round < 200; round++) {
            String text = prose(1 + random().nextInt(300));
            String expected = canonical(text);
            int width = 30 + random().nextInt(171);
            assertEquals(expected, canonical(LineWrapper.text(text, width)));
            assertEquals(expected, canonical(LineWrapper.text(text, Integer.MAX_VALUE)));
            String quoted = "> " + expected.replace("\n", "\n> ");
            assertEquals(quoted, canonical(LineWrapper.text(text, width, "> ")));
            assertEquals(quoted, canonical(LineWrapper.text(text, width, "> > ")));
            assertEquals(expected, canonical(LineWrapper.text(text, width, " ".repeat(1 + random().nextInt(12)))));
            assertEquals(expected, canonical(LineWrapper.text(text, width, "\t").replace("\n", "\r\n")));
            assertEquals(expected, canonical(LineWrapper.text(text, width).replace("\n\n", "\n .\n")));
        }
    }

    public void testScriptsWithoutSpacesAreIndependentOfLineWidth() {
        for (int round = 0; round < 100; round++) {
            int[] script = random().nextBoolean() ? new int[] {0x4E00, 0x9FA5} : new int[] {0x0E01, 0x0E2E};
            String text = RandomText.word(random(), script[0], script[1], 20 + random().nextInt(400));
            int width = 15 + random().nextInt(86);
            assertEquals(canonical(text), canonical(text.replaceAll("(.{" + width + "})(?=.)", "$1\n")));
        }
        assertEquals("\u5317\u4EAC\u3002\u4E0A\u6D77", canonical("\u5317\u4EAC\u3002\n\u4E0A\u6D77"));
        assertEquals("\uD55C\uAD6D \uC0AC\uB78C", canonical("\uD55C\uAD6D\n\uC0AC\uB78C"));
        assertEquals("\u5317\u4EAC in china", canonical("\u5317\u4EAC\nin China"));
    }

    public void testParagraphBreaks() {
        assertEquals("one two\nthree", canonical("one\ntwo\n\n\n  \t\nthree"));
        assertEquals("one two\nthree", canonical(" one\n two\n .\n three"));
        assertEquals("one two\nthree", canonical("one\rtwo\r\n\r\nthree"));
        assertEquals("the title\nthe text", canonical("The Title\n=========\nThe text"));
        assertEquals("he wrote\n> this and that\nyes", canonical("He wrote\n> this\n> and that\nYes"));
        assertEquals("> this\n> answered before", canonical("> this\n>> answered\n>> before"));
        assertEquals("where a >= b", canonical("where a\n>= b"));
    }

    public void testIntendedLineBreaksAreKept() {
        String prose = "Here is a line that is as wide as lines are in this text,\nand another one goes with it.";
        assertEquals("a heading\n" + canonical(prose), canonical("A heading\n" + prose));
        String menu = "Home\nNews\nSport\n" + "a paragraph that has a line for itself ".repeat(9) + "\nContact";
        assertEquals(4, canonical(menu).split("\n").length);
    }

    public void testListsAndTables() {
        String items = "the list:\n* one\n* two and\nmore\n- three\n1. four\n12) five\n(b) six";
        assertEquals(items.replace("and\nmore", "and more"), canonical(items));
        assertEquals(canonical(items), canonical(items.replace('\n', ' ')));
        assertEquals("| a\n| b\n|\n| c\n| d\n|", canonical("+---+---+\n| a | b |\n+---+---+\n| c | d |\n+---+---+"));
        assertEquals("in 1984. and (c1) 100)", canonical("in 1984. and (c1) 100)"));
    }

    public void testHyphens() {
        assertEquals("near-duplicate", canonical("near-\nduplicate"));
        assertEquals("hyphen", canonical("hy\u00AD\nphen"));
        assertEquals("--option value", canonical("--option\nvalue"));
    }

    public void testLineBreaksOfHtmlAreKept() {
        assertEquals("one\ntwo", CanonicalText.of("one\ntwo", 100).value());
    }

    public void testRandomTextsKeepTheirLetters() {
        for (int round = 0; round < 2000; round++) {
            String text = RandomText.any(random(), random().nextInt(80));
            assertEquals(
                    text, letters(CanonicalText.of(text, 1 << 20)), letters(CanonicalText.ofParagraphs(text, 1 << 20)));
        }
    }

    private static String letters(CanonicalText text) {
        StringBuilder letters = new StringBuilder();
        text.value().codePoints().filter(Character::isLetterOrDigit).forEach(letters::appendCodePoint);
        return letters.toString();
    }

    /** Stars and signs next to words may be a rating or a result; alone on a line they are a ruled line. */
    public void testRatingsAreNotRuledLines() {
        assertEquals("rating:\n*****\nby anna", canonical("Rating: *****\nby Anna"));
        assertEquals("rating:\n***\nby anna", canonical("Rating: ***\nby Anna"));
        assertEquals("test a\n+++\ntest b", canonical("Test A +++\nTest B ---"));
        assertEquals("it ends.\nit begins.", canonical("It ends.\n***\nIt begins."));
        assertEquals("note\nit begins.", canonical("Note ******\nIt begins."));
    }

    /** Runs of ASCII words are taken together, those of other letters word by word. */
    public void testAsciiAndOtherLettersAreJoinedAlike() {
        String[] pieces = {
            "bcd",
            "bcdfbcdf",
            "b",
            "dcb.",
            "bcd-",
            "-",
            "*",
            "***",
            "1.",
            "(2)",
            ">",
            ">=",
            "#",
            "x1",
            "\u3042",
            " ",
            "  ",
            "\t",
            "\n",
            "\n\n",
            "\r\n",
            "\u2028",
            ":"
        };
        for (int round = atLeast(2000); round > 0; round--) {
            StringBuilder ascii = new StringBuilder();
            for (int i = random().nextInt(60); i > 0; i--) {
                ascii.append(pieces[random().nextInt(pieces.length)]).append(random().nextInt(3) > 0 ? " " : "");
            }
            String joined = Paragraphs.join(ascii.toString());
            assertEquals(inCyrillic(joined), Paragraphs.join(inCyrillic(ascii.toString())));
        }
    }

    private static String inCyrillic(String ascii) {
        return ascii.replace('b', '\u0431')
                .replace('c', '\u0446')
                .replace('d', '\u0434')
                .replace('f', '\u0444');
    }

    /** The time limit detects hangs; it is not a performance test. */
    public void testHostileInputsFinishInTime() {
        for (String piece : List.of(
                "a\n",
                "\n",
                "> ",
                ">\n",
                "> a\n",
                "- ",
                "-",
                "a",
                "a ",
                "\t\n",
                "\r\n",
                "---\n",
                "\u4E00\n",
                ".\n",
                "(1) \n")) {
            String text = piece.repeat(1_000_000 / piece.length());
            long start = System.nanoTime();
            Paragraphs.join(text);
            assertTrue(piece, System.nanoTime() - start < TimeUnit.SECONDS.toNanos(60));
        }
    }
}
