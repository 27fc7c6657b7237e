package org.ndd.eval.simulate;

import org.apache.lucene.tests.util.LuceneTestCase;

public class ChainsTests extends LuceneTestCase {

    public void testSingletonsDoNotWait() {
        Chains alone = Chains.generate(1000, new GroupSizes(2, 1), 0, 1, 1);
        assertEquals(new Chains(1, 1, 1, 1), alone);
    }

    public void testPairsWaitAtMostOnce() {
        // groups of one or two documents
        Chains pairs = Chains.generate(10_000, new GroupSizes(1.01, 2), 0, 1, 1);
        assertEquals(2, pairs.longest());
        assertEquals(2, pairs.mostPasses());
        // two thirds of the groups are singletons, so half of the documents are in pairs; one of each pair may wait for
        // the other
        assertEquals(1 + 1 / 8.0, pairs.passes(), 0.01);
    }

    public void testChainLengthGrowsLogarithmically() {
        Chains few = Chains.generate(1000, new GroupSizes(2, 1), 1, 1, 1);
        Chains many = Chains.generate(100_000, new GroupSizes(2, 1), 1, 1, 1);
        assertTrue(many.longest() > few.longest());
        // the height of a random recursive tree is e ln n
        assertEquals(Math.E * Math.log(100_000), many.longest(), 8);
        assertTrue(many.passes() < 10);
    }

    public void testChainsOfLargeGroupsAreBounded() {
        Chains chains = Chains.generate(50_000, new GroupSizes(1.5, 5000), 0, 1, 1);
        // the seventeenth document of a group waits for the sixteen above it
        assertTrue(chains.longest() > 16);
        assertTrue("bounded by the head of a list: " + chains.longest(), chains.longest() <= 65);
        assertEquals(chains, Chains.generate(50_000, new GroupSizes(1.5, 5000), 0, 1, 1));
    }

    public void testMoreWindowsNeedFewerPasses() {
        GroupSizes sizes = new GroupSizes(1.8, 1000);
        Chains one = Chains.generate(20_000, sizes, 0.2, 1, 1);
        Chains eight = Chains.generate(20_000, sizes, 0.2, 8, 1);
        assertEquals("chains have the same length", one.longest(), eight.longest());
        assertTrue(eight.passes() < one.passes());
        Chains each = Chains.generate(20_000, sizes, 0.2, 20_000, 1);
        assertEquals(1, each.passes(), 0);
        assertEquals(1, each.requested(), 0);
    }

    public void testLogarithmicFit() {
        double[] documents = {10, 100, 1000};
        double[] values = new double[3];
        for (int i = 0; i < 3; i++) {
            values[i] = 2 + 3 * Math.log(documents[i]);
        }
        LogarithmicFit law = LogarithmicFit.fit(documents, values);
        assertEquals(2, law.start(), 1e-9);
        assertEquals(2 + 3 * Math.log(1e9), law.at(1e9), 1e-9);
    }
}
