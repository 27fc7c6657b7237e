package org.ndd.core.compare;

import java.util.Random;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.align.Alignment;

/** Tests of errors of character recognition and typing, and their effect on verdicts. */
public class NoiseTests extends LuceneTestCase {

    private static final String STORY =
            "the harbour of the old town was closed for two days after the storm, said the mayor on monday. fishermen waited on the "
                    + "quay with their torn nets, and nobody could tell when the boats would leave the basin again. engineers from the "
                    + "capital looked at the walls, which had stood for 312 years without harm, and promised a report before 2019.";

    private static final String SCANNED =
            "the harbour of the o1d town was closed f0r two doys after the st0rm, soid the mayor on rnonday. fishermcn waited on tbe "
                    + "quay with their tom ncts, andnobody could tell when the boats wou1d leave thc basin ogain. engineers frorn the "
                    + "capital lookcd at the wal1s, which had st-\nood for 312 years without barm, and prorniscd a rcport before 2019.";

    private static final PairComparator COMPARATOR = new PairComparator(SimilarityParameters.BALANCED);

    private static Comparison compare(String a, String b, boolean noiseOfA, boolean noiseOfB) {
        return COMPARATOR.compare(page(a, noiseOfA), page(b, noiseOfB), () -> {});
    }

    private static PageText page(String text, boolean noise) {
        return new PageText(text, "", null, null, noise);
    }

    private static boolean isNoise(String a, String b) {
        EditPath path = new EditPath(a, b);
        boolean noise = NoisyWord.isNoise(a, b, path.cost(path.length() - 1));
        EditPath reverse = new EditPath(b, a);
        assertEquals(noise, NoisyWord.isNoise(b, a, reverse.cost(reverse.length() - 1)));
        return noise;
    }

    public void testRecognitionErrors() {
        assertTrue(isNoise("harbour", "harb0ur"));
        assertTrue(isNoise("modern", "modem"));
        assertTrue(isNoise("the", "tbe"));
        assertTrue(isNoise("of", "0f"));
        assertTrue("missing space", isNoise("of the", "ofthe"));
        assertTrue("hyphenated word", isNoise("harbour", "har-\nbour"));
        assertFalse("three of seven characters differ", isNoise("johnson", "jackson"));
        assertFalse("single letters", isNoise("a", "b"));
        assertFalse("ideographs", isNoise("王明", "李明"));
    }

    public void testDigitsMustBeEqual() {
        assertFalse(isNoise("1987", "1986"));
        assertFalse(isNoise("mp3player", "mp4player"));
        assertFalse("a lost digit", isNoise("10000", "1000"));
        assertFalse("digits in another order", isNoise("1012", "1021"));
        assertFalse("s touches no digit", isNoise("mp3player15", "mp3players"));
        assertTrue("a letter that looks like a digit", isNoise("1987", "l987"));
        assertTrue(isNoise("in 1987", "in1987"));
        assertTrue("a letter that may be a digit, and is none", isNoise("no. 2 in c", "no. 2in c"));
        assertTrue(isNoise("7.0 standard", "7.0standard"));
        assertTrue("marks and blanks between digits are small", isNoise("1,500", "1.500"));
        assertTrue(isNoise("8.1", "8..1"));
        assertTrue(isNoise("15", "1 5"));
        assertFalse("3 does not resemble a letter", isNoise("player3", "playere"));
        assertFalse(isNoise("ps2", "ps"));
    }

    public void testNegationsMustBeEqual() {
        assertFalse(isNoise("now", "not"));
        assertFalse(isNoise("keine", "seine"));
        assertFalse(isNoise("important", "unimportant"));
        assertFalse(isNoise("legal", "illegal"));
    }

    public void testScannedTextsAreNearIfBothAreNoisy() {
        assertNotEquals(Relation.NEAR, compare(STORY, SCANNED, false, false).relation());
        assertNotEquals(Relation.NEAR, compare(STORY, SCANNED, true, false).relation());
        assertNotEquals(Relation.NEAR, compare(STORY, SCANNED, false, true).relation());
        Comparison noisy = compare(STORY, SCANNED, true, true);
        assertEquals(Relation.NEAR, noisy.relation());
        assertEquals(
                "resemblance is that of the unrepaired texts",
                compare(STORY, SCANNED, false, false).shared().resemblance(),
                noisy.shared().resemblance(),
                0);
    }

    public void testVerdictIsIndependentOfOrderAndMethod() {
        Comparison one = compare(STORY, SCANNED, true, true);
        Comparison other = compare(SCANNED, STORY, true, true);
        assertEquals(one.relation(), other.relation());
        assertEquals(one.confidence(), other.confidence(), 0);
        Comparison explained = COMPARATOR.explain(page(STORY, true), page(SCANNED, true), () -> {});
        assertEquals(one.relation(), explained.relation());
        assertEquals(one.confidence(), explained.confidence(), 0);
        assertEquals(one.shared().resemblance(), explained.shared().resemblance(), 0);
        Comparison ifNear = COMPARATOR.compareIfNear(
                new PreparedPage(page(STORY, true)), new PreparedPage(page(SCANNED, true)), () -> {});
        assertEquals(one.confidence(), ifNear.confidence(), 0);
    }

    public void testNoiseIsNeverSame() {
        assertNotEquals(
                Relation.SAME,
                compare(STORY, STORY.replace("harbour", "harb0ur"), true, true).relation());
        assertEquals(
                Relation.SAME,
                compare(STORY, STORY.replace(", ", ",  "), true, true).relation());
    }

    public void testDifferentNumbersRemainEvidence() {
        String other = SCANNED.replace("312", "475").replace("2019", "1984").replace("two doys", "9 doys");
        Comparison noisy = compare(STORY, other, true, true);
        assertTrue(noisy.contributions().stream().anyMatch(c -> c.signal() == Signal.NUMBERS));
        assertTrue(noisy.confidence() < compare(STORY, SCANNED, true, true).confidence());
    }

    public void testLocalizedDifferencesAreNotNoise() {
        String text = STORY + " " + STORY.replace("harbour", "museum");
        String other = text.replaceFirst("old town was closed", "o1d tovvn was clo5ed");
        PreparedPair pair = new PreparedPair(new PreparedPage(page(text, true)), new PreparedPage(page(other, true)));
        pair.masked(false);
        Alignment alignment =
                pair.measures(SimilarityParameters.BALANCED, () -> {}).alignment();
        assertFalse(Noise.of(text, other, alignment).isOfDocument(Noise.of("", "")));
    }

    public void testAnotherNameIsNotNoise() {
        String story = STORY + " " + STORY.replace("harbour", "market");
        Comparison noisy = compare(story, story.replace("fishermen", "fisherman"), true, true);
        assertEquals(compare(story, story.replace("fishermen", "fisherman"), false, false), noisy);
    }

    private static boolean isOfDocument(String a, String b, String titleA, String titleB) {
        return Noise.of(a, b).isOfDocument(Noise.of(titleA, titleB));
    }

    public void testErrorsHitDifferentWordsInDifferentPlaces() {
        String text = "the old harbour was closed, the old basin too, and the old market";
        assertTrue(isOfDocument(text, text.replace("harbour", "harb0ur").replace("market", "morket"), "", ""));
        assertFalse("one word", isOfDocument(text, text.replace("old", "ald"), "", ""));
        assertFalse(
                "one place", isOfDocument(text, text.replace("basin", "bosin").replace("too", "t0o"), "", ""));
        String other = text.replace("market", "morket");
        assertTrue("the title is a place", isOfDocument(text, other, "the harbour", "the harb0ur"));
        assertFalse("the word of the title", isOfDocument(text, other, "the market", "the morket"));
        assertFalse("only the title", isOfDocument(text, text, "the old harbour", "tbe old harb0ur"));
    }

    public void testShortTextsAreAlignedWhole() {
        String product = "belkin cushtop laptop cushion, green - f8n044";
        String scanned = "belkin cnshtop loptop cushi0n green -f8n044";
        assertNotEquals(Relation.NEAR, compare(product, scanned, false, false).relation());
        assertEquals(Relation.NEAR, compare(product, scanned, true, true).relation());
    }

    private static String repaired(String a, String b) {
        return Noise.of(a, b).repaired();
    }

    public void testRepairsWords() {
        assertEquals("the old harbour", repaired("the old harbour", "tbe o1d harb0ur"));
        assertEquals("the new harbour", repaired("the old harbour", "the new harb0ur"));
        assertEquals("from 1987 on", repaired("from 1986 on", "frorn 1987 on"));
    }

    public void testEditDistanceMatchesFullTable() {
        Random random = random();
        for (int round = 0; round < 500; round++) {
            String a = text(random, random.nextInt(40));
            StringBuilder b = new StringBuilder(a);
            for (int edits = random.nextInt(6); edits > 0 && b.length() > 0; edits--) {
                int at = random.nextInt(b.length());
                b.replace(at, Math.min(b.length(), at + random.nextInt(3)), text(random, random.nextInt(3)));
            }
            EditPath path = new EditPath(a, b.toString());
            assertEquals(a + " " + b, cost(a, b.toString()), path.cost(path.length() - 1));
            assertEquals(0, path.inA(0) + path.inB(0));
            assertEquals(a.length(), path.inA(path.length() - 1));
            assertEquals(b.length(), path.inB(path.length() - 1));
        }
    }

    private static String text(Random random, int length) {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < length; i++) {
            text.append("rnmcldvw- \n".charAt(random.nextInt(11)));
        }
        return text.toString();
    }

    /** Reference: the full edit distance table. */
    private static int cost(String a, String b) {
        int[][] cost = new int[a.length() + 1][b.length() + 1];
        for (int i = 0; i <= a.length(); i++) {
            for (int j = 0; j <= b.length(); j++) {
                int least = i + j == 0 ? 0 : Integer.MAX_VALUE;
                least = i > 0 ? Math.min(least, cost[i - 1][j] + 1) : least;
                least = j > 0 ? Math.min(least, cost[i][j - 1] + 1) : least;
                if (i > 0 && j > 0) {
                    least = Math.min(least, cost[i - 1][j - 1] + (a.charAt(i - 1) == b.charAt(j - 1) ? 0 : 1));
                }
                if (i > 1 && a.substring(i - 2, i).matches("-\\s")) {
                    least = Math.min(least, cost[i - 2][j] + 1);
                }
                if (j > 1 && b.substring(j - 2, j).matches("-\\s")) {
                    least = Math.min(least, cost[i][j - 2] + 1);
                }
                if (i > 1 && j > 0 && isLookAlike(a.substring(i - 2, i) + b.charAt(j - 1))) {
                    least = Math.min(least, cost[i - 2][j - 1] + 1);
                }
                if (i > 0 && j > 1 && isLookAlike(b.substring(j - 2, j) + a.charAt(i - 1))) {
                    least = Math.min(least, cost[i - 1][j - 2] + 1);
                }
                cost[i][j] = least;
            }
        }
        return cost[a.length()][b.length()];
    }

    private static boolean isLookAlike(String characters) {
        return characters.matches("rnm|cld|vvw|iiu|nnm|lih|inm|tlh");
    }
}
