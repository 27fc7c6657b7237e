package org.ndd.eval.baseline;

import java.util.Arrays;
import java.util.List;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.eval.method.Page;
import org.ndd.eval.method.TestPages;

public class SignaturesTests extends LuceneTestCase {

    private static String words(int from, int to) {
        return IntStream.range(from, to).mapToObj(i -> "w" + i).collect(Collectors.joining(" "));
    }

    /** The fraction of equal bits estimates the angle: 1 - θ / π. */
    public void testSimHashEstimatesAngle() {
        SimHash simHash = new SimHash(4096);
        long[] first = Words.of(words(0, 300));
        for (int common : new int[] {0, 100, 200, 270}) {
            long[] second = Words.of(words(300 - common, 600 - common));
            double cosine = common / 300.0;
            double expected = 1 - Math.acos(cosine) / Math.PI;
            assertEquals(expected, SimHash.agreement(simHash.of(first), simHash.of(second)) / 4096.0, 0.04);
        }
    }

    public void testSimHashDependsOnFrequencyNotOrder() {
        SimHash simHash = new SimHash(384);
        long[] inOrder = Words.of("one two three three");
        assertArrayEquals(simHash.of(inOrder), simHash.of(Words.of("three two three one")));
        assertNotEquals(384, SimHash.agreement(simHash.of(inOrder), simHash.of(Words.of("one one one two three"))));
        assertEquals(384, SimHash.agreement(simHash.of(inOrder), simHash.of(inOrder)));
        assertEquals(
                "[bits] must be a multiple of [64], but was [100]",
                expectThrows(IllegalArgumentException.class, () -> new SimHash(100))
                        .getMessage());
    }

    public void testSimHashMatchesDefinition() {
        long[] tokens = Words.of("a rose is a rose is a");
        long signature = new SimHash(64).of(tokens)[0];
        for (int bit = 0; bit < 64; bit++) {
            int sum = 0;
            for (long token : tokens) {
                sum += (Hash64.seeded(token, 0) >>> bit & 1) == 1 ? 1 : -1;
            }
            assertEquals(sum > 0, (signature >>> bit & 1) == 1);
        }
    }

    public void testSimHashPieces() {
        long[] signature = {0x1111111122222222L, 3, 4, 5, 6, 7};
        long[] pieces = SimHash.pieces(signature);
        assertEquals(12, pieces.length);
        assertEquals(0x22222222L, pieces[0]);
        assertEquals(1L << 32 | 0x11111111L, pieces[1]);
        assertEquals(
                "a piece includes its position",
                12,
                Arrays.stream(SimHash.pieces(new long[6])).distinct().count());
    }

    public void testMinHashEstimatesResemblance() {
        MinHash minHash = new MinHash(2000);
        long[] first = Words.of(words(0, 200));
        long[] second = Words.of(words(50, 250));
        double resemblance = Bag.of(first).jaccard(Bag.of(second));
        assertEquals(0.6, resemblance, 1e-12);
        assertEquals(resemblance, MinHash.agreement(minHash.of(first), minHash.of(second)) / 2000.0, 0.05);
        assertNull(minHash.of(new long[0]));
    }

    public void testBands() {
        assertEquals(0, MinHash.bands(null, 4).length);
        long[] one = MinHash.bands(new long[] {1, 2, 3, 4, 5}, 2);
        long[] other = MinHash.bands(new long[] {1, 2, 3, 9, 5}, 2);
        assertEquals("incomplete bands are dropped", 2, one.length);
        assertEquals(one[0], other[0]);
        assertNotEquals(one[1], other[1]);
        assertNotEquals(
                "a band includes its position",
                MinHash.bands(new long[] {1, 2, 1, 2}, 2)[0],
                MinHash.bands(new long[] {1, 2, 1, 2}, 2)[1]);
    }

    public void testSuperShingles() {
        List<Page> pages = TestPages.of(words(0, 400), words(0, 400), words(0, 399) + " other", words(400, 800), "");
        SuperShingles b = new SuperShingles(pages);
        assertEquals(6, b.keys(0).length);
        assertEquals(6, b.similarity(0, 1));
        assertTrue("one of 400 words differs: " + b.similarity(0, 2), b.similar(0, 2));
        assertEquals(0, b.similarity(0, 3));
        assertEquals("no supershingles without words", 0, b.keys(4).length);
        assertEquals(0, b.similarity(0, 4));
        assertEquals("48 bytes per document", 4 * 48, b.bytes());
    }

    /** Documents with a sufficient B-similarity and an insufficient C-similarity. */
    public void testCombinedRequiresBothSimilarities() {
        String text = words(0, 400);
        String many = text + (" " + words(1000, 1004)).repeat(60);
        List<Page> pages = List.of(
                TestPages.page("a", "http://x.example/1", text),
                TestPages.page("b", "http://x.example/2", text + " " + words(1000, 1001)),
                TestPages.page("c", "http://x.example/3", many),
                TestPages.page("d", "http://y.example/4", text + " " + words(1000, 1001)));
        SuperShingles b = new SuperShingles(pages);
        SimHashSignatures c = new SimHashSignatures(pages, 384, 372, true);
        Combined combined = new Combined(pages, false);
        Combined advice = new Combined(pages, true);
        assertTrue(b.similar(0, 1) && c.agreement(0, 1) >= 355);
        assertTrue(combined.similar(0, 1));
        assertTrue("C " + c.agreement(0, 2), c.agreement(0, 2) < 355);
        assertFalse(combined.similar(0, 2));
        assertEquals("different sites: C only", c.similar(0, 3), advice.similar(0, 3));
        assertEquals("same site: both", combined.similar(0, 1), advice.similar(0, 1));
        assertEquals(18, advice.keys(0).length);
        assertEquals(96 * 4, advice.bytes());
    }

    public void testTextProfileRoundsCounts() {
        assertEquals(1, TextProfile.quantum(1));
        assertEquals(2, TextProfile.quantum(2));
        assertEquals(2, TextProfile.quantum(149));
        assertEquals(2, TextProfile.quantum(249));
        assertEquals(3, TextProfile.quantum(250));
        assertArrayEquals(
                "rare words are ignored",
                TextProfile.of("rose rose is is thorn a a"),
                TextProfile.of("is rose is rose rose"));
        assertEquals(4, TextProfile.of("rose rose is is thorn").length);
        assertEquals("all words count if none is repeated", 4, TextProfile.of("rose thorn").length);
    }

    public void testLuceneMinHash() {
        long[] terms = LuceneMinHash.terms(words(0, 50));
        assertEquals(512, terms.length);
        assertArrayEquals(terms, LuceneMinHash.terms(words(0, 50)));
        assertNull(LuceneMinHash.terms("only four words here"));
        double shared = MinHash.agreement(LuceneMinHash.terms(words(0, 1000)), LuceneMinHash.terms(words(500, 1500)));
        assertEquals("one third of the shingles", 1.0 / 3, shared / 512, 0.1);
        assertEquals(5, LuceneMinHash.rows(0.5, 0.9));
        assertTrue(1 - Math.pow(1 - Math.pow(0.5, 5), 512 / 5) > 0.9);
    }
}
