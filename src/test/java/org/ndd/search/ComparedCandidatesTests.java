package org.ndd.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.config.MatchRule;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.pair.CharacterLimit;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.PairJudge;
import org.ndd.search.ComparedCandidates.BestCandidates.Candidate;

public class ComparedCandidatesTests extends LuceneTestCase {

    private static final String SENTENCE = "the ferry left the harbour at seven in the morning as it does each day. ";

    private static ComparablePage page(int sentences) {
        return IndexedPages.page(null, null, SENTENCE.repeat(sentences));
    }

    private static PairJudge judge(Relation least) {
        return new PairJudge(SimilarityParameters.BALANCED, new MatchRule(least), ComparisonMemory.UNLIMITED);
    }

    public void testComparesBestWithinLimit() throws IOException {
        for (int round = 0; round < 100; round++) {
            List<ComparablePage> like = List.of(page(1 + random().nextInt(9)), page(1 + random().nextInt(9)));
            List<Candidate> candidates = new ArrayList<>();
            Map<Integer, Long> lengths = new HashMap<>();
            for (int doc = 0; doc < 40; doc++) {
                candidates.add(new Candidate(doc, random().nextInt(9), 1 + random().nextInt(3)));
                lengths.put(doc, (long) random().nextInt(800));
            }
            long most = random().nextInt(20_000);
            PairJudge judge = judge(random().nextBoolean() ? Relation.NEAR : Relation.OVERLAP);
            ComparedCandidates chosen =
                    ComparedCandidates.of(candidates, lengths::get, like, judge, new CharacterLimit(most));
            assertEquals(candidates, chosen.all());
            Map<Integer, Long> probes = new HashMap<>();
            int beyond = expected(candidates, lengths, like, judge, most, probes);
            assertEquals(beyond, chosen.beyondLimit());
            Map<Integer, Long> found = new HashMap<>();
            chosen.compared().forEach(candidate -> found.put(candidate.doc(), candidate.probes()));
            assertEquals(probes, found);
            List<Candidate> sorted = new ArrayList<>(chosen.compared());
            sorted.sort(Comparator.comparingInt(Candidate::doc));
            assertEquals(sorted, chosen.compared());
        }
    }

    /** A literal implementation, pair by pair. */
    private static int expected(
            List<Candidate> candidates,
            Map<Integer, Long> lengths,
            List<ComparablePage> like,
            PairJudge judge,
            long most,
            Map<Integer, Long> probes) {
        List<Candidate> best = new ArrayList<>(candidates);
        best.sort(Candidate.BEST_FIRST);
        long sum = 0;
        boolean any = false;
        int beyond = 0;
        for (Candidate candidate : best) {
            boolean isBeyond = false;
            for (int i = 0; i < like.size(); i++) {
                long length = lengths.get(candidate.doc());
                if ((candidate.probes() >> i & 1) == 1 && judge.isFarFromAll(like.get(i), length) == false) {
                    long characters = length + like.get(i).text().length();
                    if (any == false || sum + characters <= most) {
                        any = true;
                        sum += characters;
                        probes.merge(candidate.doc(), 1L << i, (a, b) -> a | b);
                    } else {
                        isBeyond = true;
                    }
                }
            }
            beyond += isBeyond ? 1 : 0;
        }
        return beyond;
    }

    /** Counts work units: no text is read, and a thousand short candidates of a long document do not consume the limit. */
    public void testSkipsPairsOfVeryDifferentLengths() throws IOException {
        List<ComparablePage> like = List.of(page(10_000));
        List<Candidate> candidates = new ArrayList<>();
        for (int doc = 0; doc < 1000; doc++) {
            candidates.add(new Candidate(doc, 1, 1));
        }
        ComparedCandidates near =
                ComparedCandidates.of(candidates, doc -> 1000L, like, judge(Relation.NEAR), new CharacterLimit(0));
        assertEquals(List.of(), near.compared());
        assertEquals(0, near.beyondLimit());
        ComparedCandidates overlap =
                ComparedCandidates.of(candidates, doc -> 1000L, like, judge(Relation.OVERLAP), new CharacterLimit(0));
        assertEquals(1, overlap.compared().size());
        assertEquals(999, overlap.beyondLimit());
    }
}
