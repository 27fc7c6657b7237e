package org.ndd.core.group;

import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class FrequencyRuleTests extends LuceneTestCase {

    public void testRelativeCap() {
        assertEquals(1000, FrequencyRule.relativeCap(0));
        assertEquals(1000, FrequencyRule.relativeCap(100_099));
        assertEquals(1001, FrequencyRule.relativeCap(100_100));
    }

    public void testCap() {
        FrequencyRule rule = FrequencyRule.capped(1000);
        assertTrue(rule.keep(1000));
        assertFalse(rule.keep(1001));
        assertFalse(rule.needsSites(1000));
    }

    public void testCapOfPartUsesTotalCount() {
        CandidateParameters own = CandidateParameters.NEIGHBORS;
        assertFalse(own.frequencyRule(60_000).keep(4000));
        assertTrue(
                "not frequent among a million documents",
                own.forSubset(1_000_000).frequencyRule(60_000).keep(4000));
        CandidateParameters requested = new CandidateParameters(CandidateParameters.Mode.NEIGHBORS, 77, 40, 3, 6);
        assertSame("explicit parameters are unchanged", requested, requested.forSubset(1_000_000));
    }

    public void testListHeadOfFrequentFingerprints() {
        assertEquals(4, CandidateParameters.NEIGHBORS.listHead(true));
        assertEquals(64, CandidateParameters.NEIGHBORS.listHead(false));
        assertEquals(0, CandidateParameters.SETS.listHead(true));
    }

    public void testDropsFingerprintsOfFewSitesAboveLowerLimit() {
        FrequencyRule rule = new FrequencyRule(10_000, 400, 5);
        assertTrue(rule.keep(400, List.of(400L)));
        assertFalse(rule.keep(401, List.of(401L)));
        assertFalse(
                "nine tenths of the documents are on five sites",
                rule.keep(1000, List.of(100L, 180L, 180L, 180L, 180L, 180L)));
        assertTrue("just below nine tenths", rule.keep(1000, List.of(101L, 180L, 180L, 180L, 180L, 179L)));
        assertTrue("no sites", rule.keep(1000, List.of()));
        assertFalse(rule.keep(10_001, List.of()));
    }

    public void testRareFingerprintsWeighMore() {
        assertEquals(1 << 30, FrequencyRule.weight(1));
        assertEquals(1 << 28, FrequencyRule.weight(2));
        assertEquals(119_304_647, FrequencyRule.weight(3));
        assertEquals(1073, FrequencyRule.weight(1000));
        assertEquals(1, FrequencyRule.weight(32_768));
        assertEquals(1, FrequencyRule.weight(Long.MAX_VALUE));
    }
}
