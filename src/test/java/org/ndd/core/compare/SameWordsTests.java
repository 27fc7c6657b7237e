package org.ndd.core.compare;

import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.text.CanonicalText;

public class SameWordsTests extends LuceneTestCase {

    private static final String BODY =
            "It is made of leather, has a white sole and comes in a box, which is green. You can return it for thirty days.";

    private static boolean same(String a, String b) {
        boolean same = SameWords.equal(
                CanonicalText.of(a, 1 << 20).value(),
                CanonicalText.of(b, 1 << 20).value());
        assertEquals(
                same,
                SameWords.equal(
                        CanonicalText.of(b, 1 << 20).value(),
                        CanonicalText.of(a, 1 << 20).value()));
        return same;
    }

    private static void assertSame(String a, String b) {
        assertTrue("[" + a + "] and [" + b + "]", same(a, b));
        assertTrue("at the end of a text", same(BODY + " " + a, BODY + " " + b));
        assertTrue("at the beginning of a text", same(a + " " + BODY, b + " " + BODY));
    }

    private static void assertNotSame(String a, String b) {
        assertFalse("[" + a + "] and [" + b + "]", same(a, b));
        assertFalse("at the end of a text", same(BODY + " " + a, BODY + " " + b));
        assertFalse("at the beginning of a text", same(a + " " + BODY, b + " " + BODY));
    }

    public void testIgnoresWhiteSpace() {
        assertSame("the red shoe", "the  red\n\nshoe");
        assertSame("the red shoe", "\tthe\u00a0red shoe ");
    }

    public void testIgnoresCaseWidthAndNormalizationForm() {
        assertSame("The Red SHOE", "the red shoe");
        assertSame("\uff33\uff48\uff4f\uff45 \uff14\uff17", "shoe 47");
        assertSame("caf\u00e9", "cafe\u0301");
    }

    public void testIgnoresPunctuation() {
        assertSame("Yes, it is.", "yes it is");
        assertSame("\u201cyes\u201d \u2014 he said", "\"Yes\" - he said!");
        assertNotSame("yes - he said", "yes, he said");
        assertNotSame("well-known", "well known");
        assertSame("(see below)", "see below:");
        assertSame("one; two", "one, two");
    }

    public void testPunctuationWithinWordsIsContent() {
        assertNotSame("f(a-b)", "f(a,b)");
        assertNotSame("map.entry", "map entry");
        assertNotSame("foo_bar", "foo bar");
        assertNotSame("__init__", "init");
        assertNotSame("next_", "next");
    }

    public void testPunctuationNextToNumbersAndVariables() {
        assertSame("page 5, the shoe", "page 5 the shoe");
        assertSame("page 5: \"the shoe\"", "page 5 the shoe");
        assertSame("a \"shoe\" x, y", "a shoe x y");
        assertNotSame("a loss of (EUR 500)", "a loss of EUR 500");
        assertNotSame("x * (income + tax)", "x * income + tax");
        assertNotSame("income - (tax - fee)", "income - tax - fee");
        assertNotSame("1 . 5", "1 5");
    }

    public void testDashesAreContent() {
        assertNotSame("profit: - EUR 500", "profit: EUR 500");
        assertNotSame("git checkout -- readme", "git checkout readme");
        assertNotSame("speed \u00b7 mass", "speed - mass");
        assertNotSame("mass \u00b7 (speed - loss)", "mass \u00b7 speed - loss");
    }

    public void testNegationsBetweenBlanksAreContent() {
        assertNotSame("if ! grep foo", "if grep foo");
        assertNotSame("\u4e0d\uff0c\u662f\u4ed6", "\u4e0d\u662f\u4ed6");
    }

    /** A mark does not make a word of a single letter, and a letter of a later block is single, too. */
    public void testVariablesWithMarks() {
        assertNotSame("x\u0302 (y\u0302", "x\u0302 y\u0302");
        assertNotSame("\u1e8b (\u1e8f", "\u1e8b \u1e8f");
        assertSame("(\u05d0\u05d1) \u05d0", "\u05d0\u05d1 \u05d0");
    }

    public void testIgnoresPunctuationBetweenIdeographs() {
        assertSame("1\u3001\u7ea2\u8272", "1 \u7ea2\u8272");
        assertSame("\u300c\u7ea2\u8272\u300d\u2014\u2014\u978b", "\u7ea2\u8272\uff1a\u978b");
        assertNotSame("5'\u957f", "5\"\u957f");
        assertNotSame("5\"\u957f", "5\u957f");
        assertNotSame("\u7ea2\u8272.5", "\u7ea2\u8272 5");
    }

    public void testIgnoresWhiteSpaceBetweenIdeographs() {
        assertSame("\u7ea2\u8272\u7684\u978b\u5b50", "\u7ea2\u8272 \u7684\n\u978b\u5b50");
        assertSame("\u7ea2\u8272\u3001\u978b\u5b50\u3002", "\u7ea2\u8272\uff0c\u978b\u5b50");
        assertNotSame("\u7ea2\u8272", "\u8272\u7ea2");
    }

    public void testIgnoresWhiteSpaceBetweenHangulSyllables() {
        assertSame("빨간 구두 한 켤레", "빨간구두한켤레");
        assertSame("구두가 있다. 그것은 빨갛다", "구두가있다.그것은빨갛다");
        assertNotSame("홍.길동@a.org", "홍길동@a.org");
        assertNotSame("빨간 구두", "구두 빨간");
        assertNotSame("빨간 shoe", "빨간shoe");
    }

    public void testDifferentWordsAreNotSame() {
        assertNotSame("it is safe", "it is not safe");
        assertNotSame("upgrade", "full version");
        assertNotSame("pop3d", "imapd");
        assertNotSame("the red shoe", "the blue shoe");
        assertNotSame("red the shoe", "the red shoe");
        assertNotSame("redshoe", "red shoe");
        assertNotSame("a shoe", "a shoe a");
    }

    public void testDifferentNumbersAreNotSame() {
        assertNotSame("1 year", "3 year");
        assertNotSame("3 year", "year");
        assertNotSame("1.5", "15");
        assertNotSame("1.5", "1,5");
        assertNotSame("1.5", "1 5");
        assertNotSame("12:30", "1230");
        assertNotSame("a dose of .5 mg", "a dose of 5 mg");
        assertNotSame("a dose of -.5 mg", "a dose of .5 mg");
        assertSame("no. 5", "no 5");
        assertNotSame("5! is 120", "5 is 120");
        assertNotSame("f(1)2", "f(1 2");
        assertNotSame("1_000", "1 000");
        assertSame("(from 1984 on)", "from 1984 on");
    }

    public void testNumbersThatAreNotDigitsDoNotJoinOthers() {
        assertNotSame("10\u00b2 shoes", "102 shoes");
        assertNotSame("x\u20810", "x10");
        assertNotSame("1\u00bd cups", "11/2 cups");
        assertNotSame("1\u2460", "11");
        assertNotSame("\u24885", "15");
        assertSame("5 m\u00b2", "5 m2");
        assertSame("h\u2082o", "h2o");
    }

    public void testDigitsOfOtherScriptsAreDigits() {
        // Chakma, beyond the first plane
        assertNotSame("\uD804\uDD37.\uD804\uDD38", "\uD804\uDD37 \uD804\uDD38");
        assertNotSame("-\uD804\uDD37", "\uD804\uDD37");
        assertNotSame("\u0665\u066B\u0665", "\u0665 \u0665");
        // chapters 2 and 3, chapter 23
        assertNotSame("\u7B2C\u4E8C\u3001\u4E09\u7AE0", "\u7B2C\u4E8C\u4E09\u7AE0");
        assertSame("\u661F\u671F\u4E00\u3001\u4ED6", "\u661F\u671F\u4E00\uff0c\u4ED6");
    }

    public void testDifferentUnitsAreNotSame() {
        assertNotSame("a board of 5'", "a board of 5\"");
        assertNotSame("a board of 5\u2019", "a board of 5\u201d");
        assertSame("a board of 5'", "a board of 5\u2032");
        assertSame("\u201cin 1984\u201d", "\"in 1984\"");
    }

    public void testDifferentSignsAreNotSame() {
        assertNotSame("-5 degrees", "5 degrees");
        assertNotSame("-$500", "$500");
        assertNotSame("a total of (1,234)", "a total of 1,234");
        assertNotSame("\u6c14\u6e29-5\u5ea6", "\u6c14\u6e295\u5ea6");
        assertNotSame("7 - 5", "7 5");
        assertSame("7-5", "7\u20135");
        assertNotSame("grade A-", "grade A");
        assertNotSame("grade A\u2011", "grade A");
        assertSame("(see below)", "see below");
        assertNotSame("5 %", "5");
        assertNotSame("5 \u2030", "5 %");
        assertNotSame("\u0665\u066A", "\u0665");
        assertNotSame("anna, \u2020 1945", "anna, 1945");
        assertNotSame("$ 5", "5");
        assertNotSame("$ 5", "\u20ac 5");
        assertNotSame("c++", "c");
        assertNotSame("a + b", "a b");
        assertNotSame("a < b", "a > b");
        assertNotSame("c#", "c");
        assertNotSame("if (!ready)", "if (ready)");
        assertNotSame("if (!(a && b))", "if ((a && b))");
        assertNotSame("a != b", "a = b");
        assertSame("ready!", "ready");
        assertNotSame("@override", "override");
        assertNotSame("and/or", "and or");
    }

    /** In plain text, a hyphen between blanks begins a line, as a bullet does. */
    public void testSignsOfPlainTextAreNotBullets() {
        assertFalse(SameWords.equal(plain("from 7 - 5 shoes"), plain("from 7, 5 shoes")));
        assertFalse(SameWords.equal(plain("x = - 5"), plain("x = 5")));
        assertTrue(SameWords.equal(plain("the red - or blue - shoe"), plain("the red \u2013 or blue \u2013 shoe")));
    }

    private static String plain(String text) {
        return CanonicalText.ofParagraphs(BODY + " " + text, 1 << 20).value();
    }

    public void testSignsWithBlanks() {
        assertNotSame("profit: - 500", "profit: 500");
        assertNotSame("profit: \u2013 $500", "profit: $500");
        assertNotSame("a loss of ( 500 )", "a loss of 500");
        assertNotSame("the scores 5, -3", "the scores 5-3");
        assertNotSame("the scores 5 -3", "the scores 5-3");
        assertSame("5, men", "5; men");
        assertNotSame("a dose of \u066B5", "a dose of 5");
    }

    public void testSignsOfWords() {
        assertNotSame("-EUR 500", "EUR 500");
        assertNotSame("y = -x", "y = x");
        assertNotSame("f(-x)", "f(x)");
        assertNotSame("rm -r", "rm r");
        assertNotSame("rated BBB- since May", "rated BBB since May");
        assertNotSame("blood of type AB-", "blood of type AB");
        assertNotSame("OH- and NO3-", "OH and NO3");
        assertNotSame("open Mon-Fri", "open Mon, Fri");
        assertSame("the shoe \u2013 one in red", "the shoe - one in red");
    }

    public void testPunctuationOfFormulas() {
        assertNotSame("f'(x) = 2", "f(x) = 2");
        assertNotSame("f''(x) = 2", "f'(x) = 2");
        assertNotSame("a board of 5''", "a board of 5'");
        assertNotSame("n! ways", "n ways");
        assertNotSame("(n-1)! ways", "(n-1) ways");
        assertNotSame("(a + b) * c", "a + b * c");
        assertNotSame("a - (b - c)", "a - b - c");
        assertNotSame("a / (b * c)", "a / b * c");
        assertNotSame("[0, 1]", "[0, 1)");
        assertNotSame("(0, 1]", "(0, 1)");
        assertNotSame("]0, 1[", "[0, 1]");
        assertSame("it's a 'shoe'", "it\u2019s a \u201cshoe\u201d");
        assertSame("ready (or not)!", "ready, or not.");
        assertSame("the [red] shoe", "the red shoe");
    }

    public void testRangesWithDots() {
        assertNotSame("open 9...17", "open 9, 17");
        assertNotSame("5\u202610 shoes", "5, 10 shoes");
        assertNotSame("5 ... 10 shoes", "5, 10 shoes");
        assertNotSame("1..5", "1 5");
        assertNotSame("chapter 1 . 5", "chapter 1 5");
    }

    public void testNumeralsOfHanInTwoCells() {
        assertNotSame("\u4e09 \u5341", "\u4e09\u5341");
        assertNotSame("\u4e09\n\u5341", "\u4e09\u5341");
    }

    public void testEmptyCellsAreContent() {
        assertNotSame("rent,yes,,no", "rent,,yes,no");
        assertNotSame("rent;yes;;no", "rent;;yes;no");
        assertNotSame("rent,, yes", "rent, yes");
        assertNotSame("rent, , yes", "rent, yes");
    }

    public void testEmoticonsAreContent() {
        assertNotSame("good service :)", "good service :(");
        assertNotSame("good service ;-) always", "good service ;-( always");
        assertNotSame("\u7ea2\u8272 :)", "\u7ea2\u8272 :(");
        assertSame("the following (see below:) shoe", "the following, see below, shoe");
    }

    public void testAddressesAreContent() {
        assertNotSame("see https://a.org/red-shoe", "see https://a.org/red_shoe");
        assertNotSame("see https://a.org/red-shoe", "see https://a.org/red/shoe");
        assertNotSame("see https://a-b.org/", "see https://a.b.org/");
        assertNotSame("john.doe@a.org", "john_doe@a.org");
        assertNotSame("doe@a-b.org", "doe@a.b.org");
        assertSame("see https://a.org, and a red shoe", "see https://a.org and a red shoe");
        assertSame("doe@a.org. the red shoe", "doe@a.org the red shoe");
        // no blanks follow a URL
        assertSame("https://a.org\u3002\u7ea2\u8272,\u978b", "https://a.org \u7ea2\u8272\u3001\u978b");
    }

    /** Reading is linear: neither runs of punctuation nor long words are read again for each character. */
    public void testHostileTextsTakeLinearTime() {
        for (String unit :
                List.of(".", "a.", "a-", "-", "(", ")", "'", "5.", "a@", "a.a ", "//", ":", "\u4e09\u3001", "a_@ ")) {
            String text = unit.repeat(1_000_000 / unit.length());
            long start = System.nanoTime();
            assertFalse(SameWords.equal("red, " + text, "blue " + text));
            assertTrue(SameWords.equal("red, shoe " + text, "red shoe " + text));
            assertTrue(unit, System.nanoTime() - start < 30_000_000_000L);
        }
    }

    public void testDifferentTitlesAreNotSame() {
        assertFalse(of("Red shoe 4711", BODY, "Blue shoe 4712", BODY));
        assertFalse(of("Red shoe", BODY, "", BODY));
        assertFalse(of("Red shoe 4711", BODY, "Red shoe 4712", BODY));
        assertTrue(of("Red shoe", BODY, "RED SHOE", BODY));
        assertTrue(of("", BODY, "", BODY));
        assertFalse(of("Red shoe", BODY, "Red shoe", BODY + " Really."));
    }

    /** These pairs are never reported as the same, regardless of the thresholds. */
    public void testThresholdsDoNotAffectSame() {
        for (List<String> pair : List.of(
                List.of("It is safe.", "It is not safe."),
                List.of("For 1 year.", "For 3 year."),
                List.of("This is the upgrade.", "This is the full version."),
                List.of("It runs pop3d.", "It runs imapd."))) {
            for (SimilarityParameters parameters : List.of(
                    SimilarityParameters.BALANCED.withMinConfidence(0),
                    SimilarityParameters.PKU2007.withResemblance(0))) {
                Comparison comparison = new PairComparator(parameters)
                        .compare(
                                PageText.of(canonical(BODY + " " + pair.get(0))),
                                PageText.of(canonical(BODY + " " + pair.get(1))),
                                () -> {});
                assertEquals(Relation.NEAR, comparison.relation());
            }
        }
        Comparison titles = new PairComparator(SimilarityParameters.BALANCED.withMinConfidence(0))
                .compare(page("Red shoe 4711"), page("Blue shoe 4712"), () -> {});
        assertNotEquals(Relation.SAME, titles.relation());
        assertTrue(
                "the titles are a signal", titles.contributions().stream().anyMatch(c -> c.signal() == Signal.TITLES));
    }

    private static PageText page(String title) {
        return new PageText(canonical(BODY), title, "shop.example", null);
    }

    private static String canonical(String text) {
        return CanonicalText.of(text, 1 << 20).value();
    }

    private static boolean of(String titleA, String a, String titleB, String b) {
        PageText pageA = new PageText(canonical(a), titleA, null, null);
        PageText pageB = new PageText(canonical(b), titleB, null, null);
        assertEquals(SameWords.of(pageA, pageB), SameWords.of(pageB, pageA));
        return SameWords.of(pageA, pageB);
    }

    /** Compares texts that differ in separators or words with their token lists. */
    public void testRandomTextsMatchTokenComparison() {
        for (int round = 0; round < 500; round++) {
            String a = words();
            String b = random().nextBoolean() ? a.replace(", ", random().nextBoolean() ? " " : "\n") : words();
            assertEquals(tokens(a).equals(tokens(b)), SameWords.equal(a, b));
        }
    }

    private static String words() {
        StringBuilder text = new StringBuilder();
        for (int i = random().nextInt(4); i >= 0; i--) {
            text.append(random().nextBoolean() ? "ab" : "cde")
                    .append(i == 0 ? "" : random().nextBoolean() ? ", " : " ");
        }
        return text.toString();
    }

    private static List<String> tokens(String text) {
        return List.of(text.split("[^a-z]+"));
    }

    /** Text before the first difference is not read; texts that differ at the begin are read as a whole. */
    public void testCommonPrefixIsIgnored() {
        String characters = "ab1 -.,;!%'\"()[]:/@*\u2013\u4E00\u00E9\n";
        for (int round = 0; round < 20_000; round++) {
            String a = random(characters);
            String b = random().nextBoolean() ? a.replace('.', ',').replace('-', ' ') : random(characters);
            assertEquals(
                    a + " | " + b,
                    SameWords.equal("red, shoe " + a, "red shoe " + b),
                    SameWords.equal("red shoe " + a, "red shoe " + b));
        }
    }

    private static String random(String characters) {
        StringBuilder text = new StringBuilder();
        for (int i = random().nextInt(8); i > 0; i--) {
            text.append(characters.charAt(random().nextInt(characters.length())));
        }
        return text.toString();
    }
}
