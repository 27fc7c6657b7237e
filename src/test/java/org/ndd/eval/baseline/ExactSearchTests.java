package org.ndd.eval.baseline;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.eval.method.Signatures;

/** Prefix filtering finds all similar pairs and skips many others. */
public class ExactSearchTests extends LuceneTestCase {

    private List<Bag> bags() {
        List<Bag> bags = new ArrayList<>();
        long[] base = random().longs(30, 0, 60).toArray();
        for (int i = 0; i < 40; i++) {
            long[] words = base.clone();
            for (int edit = random().nextInt(30); edit > 0; edit--) {
                words[random().nextInt(words.length)] = random().nextInt(60);
            }
            bags.add(Bag.of(Arrays.copyOf(words, random().nextInt(31))));
        }
        return bags;
    }

    private static int assertFindsAllSimilarPairs(Signatures signatures, int pages) {
        int skipped = 0;
        for (int a = 0; a < pages; a++) {
            for (int b = a + 1; b < pages; b++) {
                boolean share = false;
                for (long key : signatures.keys(a)) {
                    for (long other : signatures.keys(b)) {
                        share |= key == other;
                    }
                }
                assertTrue("pair " + a + " " + b, share || signatures.similar(a, b) == false);
                skipped += share ? 0 : 1;
            }
        }
        return skipped;
    }

    public void testJaccard() {
        int skipped = 0;
        for (int round = 0; round < 20; round++) {
            List<Bag> bags = bags();
            JaccardSets sets = new JaccardSets(bags, 0.1 + 0.9 * random().nextDouble());
            skipped += assertFindsAllSimilarPairs(sets, bags.size());
        }
        assertTrue("no pair was skipped", skipped > 0);
    }

    public void testCosine() {
        int skipped = 0;
        for (int round = 0; round < 20; round++) {
            List<Bag> bags = bags();
            Cosine cosine = new Cosine(bags, 0.1 + 0.85 * random().nextDouble());
            skipped += assertFindsAllSimilarPairs(cosine, bags.size());
        }
        assertTrue("no pair was skipped", skipped > 0);
    }

    public void testCosineOfKnownVectors() {
        // Two documents share one of two words; the document frequencies are 2, 1 and 1 of 3.
        List<Bag> bags = List.of(Bag.of(new long[] {1, 2}), Bag.of(new long[] {1, 3}), Bag.of(new long[] {4}));
        double shared = Math.log(3 / 2.0);
        double own = Math.log(3);
        Cosine cosine = new Cosine(bags, 0.1);
        assertEquals(shared * shared / (shared * shared + own * own), cosine.of(0, 1), 1e-6);
        assertEquals(0, cosine.of(0, 2), 0);
        assertEquals(1, cosine.of(0, 0), 1e-6);
    }
}
