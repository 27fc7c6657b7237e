package org.ndd.rank;

import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.test.ESTestCase;
import org.ndd.config.DocumentName;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.DecidedBy;
import org.ndd.decisions.KnownDecisions;
import org.ndd.decisions.PairDecision;
import org.ndd.decisions.PairDecision.DocumentState;
import org.ndd.rank.Grouping.WindowGroups;
import org.ndd.rank.SimilarHits.Similarity;

public class WindowGroupsTests extends ESTestCase {

    private static final DecidedBy KIM = new DecidedBy("kim", 1, null);
    private static final Similarity NEAR = new Similarity(Relation.NEAR, 0.9, 0.8);

    public void testNoDecisions() {
        WindowGroups groups = decide(new int[] {0, 1, 0});
        assertArrayEquals(new int[] {0, 1, 0}, groups.leaders());
        assertSame(NEAR, groups.similarities()[2]);
    }

    public void testDuplicateDecisionMergesGroups() {
        WindowGroups groups = decide(new int[] {0, 1, 1, 3}, duplicates("3", "2"));
        assertArrayEquals("the fourth hit follows the third", new int[] {0, 1, 1, 1}, groups.leaders());
        assertEquals(KIM, groups.decided()[3]);
        assertNull("not measured", groups.similarities()[3]);
        assertNull("grouped by text, not by decision", groups.decided()[2]);
        assertSame(NEAR, groups.similarities()[2]);
    }

    public void testDocumentOutsideHitsConnectsHits() {
        WindowGroups groups = decide(new int[] {0, 1}, duplicates("0", "elsewhere"), duplicates("elsewhere", "1"));
        assertArrayEquals(new int[] {0, 0}, groups.leaders());
    }

    public void testNotDuplicateDecisionSplitsGroup() {
        WindowGroups groups = decide(new int[] {0, 0, 0}, notDuplicates("1", "2"));
        assertArrayEquals(new int[] {0, 0, 2}, groups.leaders());
        assertNull(groups.similarities()[2]);
        assertNull("it represents itself", groups.decided()[2]);
    }

    public void testContradictoryDecisions() {
        WindowGroups groups =
                decide(new int[] {0, 1, 2}, duplicates("0", "1"), duplicates("1", "2"), notDuplicates("0", "2"));
        assertArrayEquals(new int[] {0, 1, 2}, groups.leaders());
    }

    private static WindowGroups decide(int[] leaders, PairDecision... decisions) {
        Similarity[] likenesses = new Similarity[leaders.length];
        Map<DocumentName, Integer> hits = new HashMap<>();
        BitSet compared = new BitSet();
        for (int hit = 0; hit < leaders.length; hit++) {
            likenesses[hit] = leaders[hit] == hit ? null : NEAR;
            hits.put(name(String.valueOf(hit)), hit);
            compared.set(hit);
        }
        List<PairDecision> all = new ArrayList<>(List.of(decisions));
        Collections.shuffle(all, random());
        return new WindowGroups(leaders, likenesses, compared).decide(hits, new KnownDecisions(all));
    }

    private static PairDecision duplicates(String a, String b) {
        return decision(a, b, PairDecision.Kind.DUPLICATES);
    }

    private static PairDecision notDuplicates(String a, String b) {
        return decision(a, b, PairDecision.Kind.NOT_DUPLICATES);
    }

    private static PairDecision decision(String a, String b, PairDecision.Kind kind) {
        return new PairDecision(new DocumentState(name(a), "x"), new DocumentState(name(b), "x"), kind, KIM);
    }

    private static DocumentName name(String id) {
        return new DocumentName("pages", id);
    }
}
