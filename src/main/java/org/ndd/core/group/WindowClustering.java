package org.ndd.core.group;

import java.io.IOException;
import java.util.ArrayList;
import java.util.BitSet;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.ndd.core.compare.MustAgreeKeys;

/**
 * Finds near-duplicates among the hits of a search, best hit first. A hit follows the first of its candidate leaders that it is similar to;
 * otherwise it leads. Its candidates are the leaders with which it shares keys, in descending order of shared keys. Keys are weighted by
 * 1/df² among the hits up to it, as in {@link FrequencyRule#weight}. Leaders from which it is kept apart are excluded. These are the rules
 * of a partition, in the order of the hits instead of the order of ranks. The result for a hit does not depend on later hits, so a shorter
 * window gives the same leaders for its hits.
 *
 * <p>At most {@link #MAX_LEADERS} comparisons per hit. Memory and all other time are linear in keys, except for hits that share keys with
 * very many others: n hits that all share a key take O(n²) additions. For one thread, to be run once.
 */
public final class WindowClustering {

    /** Maximum number of leaders with which a hit is compared, as in a partition by default. */
    public static final int MAX_LEADERS = CandidateParameters.NEIGHBORS.maxLeaders();

    @FunctionalInterface
    public interface Judge {

        /**
         * Returns whether two hits are near-duplicates.
         *
         * @param leader the better hit
         * @param hit the other hit
         */
        boolean isSimilar(int leader, int hit) throws IOException;
    }

    private final List<? extends Collection<String>> keys;
    private final List<MustAgreeKeys> mustAgreeKeys;
    private final Map<String, Integer> frequenciesSoFar = new HashMap<>();
    private final Map<String, List<Integer>> leadersByKey = new HashMap<>();
    private final Scoreboard scores = new Scoreboard();
    private final long[] candidates = new long[MAX_LEADERS];
    private final long[] candidateScores = new long[MAX_LEADERS];

    /**
     * @param keys keys of each hit, in order: its fingerprints and its digest, each once. A hit is compared only with hits that share a
     *     key; a hit without keys always leads
     * @param mustAgreeKeys for each hit the keys that keep it apart from others
     */
    public WindowClustering(List<? extends Collection<String>> keys, List<MustAgreeKeys> mustAgreeKeys) {
        this.keys = keys;
        this.mustAgreeKeys = mustAgreeKeys;
    }

    /** Returns the hits that share a key with another. All other hits are never compared, so their texts are not needed. */
    public BitSet paired() {
        Map<String, Integer> frequencies = new HashMap<>();
        keys.forEach(own -> own.forEach(key -> frequencies.merge(key, 1, Integer::sum)));
        BitSet paired = new BitSet(keys.size());
        for (int hit = 0; hit < keys.size(); hit++) {
            paired.set(hit, keys.get(hit).stream().anyMatch(key -> frequencies.get(key) > 1));
        }
        return paired;
    }

    /**
     * Decides all hits.
     *
     * @param known hits that the judge can compare; the others lead
     * @param judge called in the order of hits
     * @return for each hit, the better hit that it follows; itself if it leads
     */
    public int[] run(BitSet known, Judge judge) throws IOException {
        int[] leaders = new int[keys.size()];
        for (int hit = 0; hit < leaders.length; hit++) {
            leaders[hit] = hit;
            keys.get(hit).forEach(key -> frequenciesSoFar.merge(key, 1, Integer::sum));
            if (known.get(hit)) {
                int count = candidates(hit);
                for (int i = 0; i < count && leaders[hit] == hit; i++) {
                    int leader = (int) candidates[i];
                    if (judge.isSimilar(leader, hit)) {
                        leaders[hit] = leader;
                    }
                }
                if (leaders[hit] == hit) {
                    for (String key : keys.get(hit)) {
                        leadersByKey
                                .computeIfAbsent(key, none -> new ArrayList<>())
                                .add(hit);
                    }
                }
            }
        }
        return leaders;
    }

    private int candidates(int hit) {
        scores.reset();
        for (String key : keys.get(hit)) {
            int weight = FrequencyRule.weight(frequenciesSoFar.get(key));
            for (int leader : leadersByKey.getOrDefault(key, List.of())) {
                if (mustAgreeKeys.get(leader).disagreesWith(mustAgreeKeys.get(hit)) == false) {
                    scores.add(leader, 0, leader, weight);
                }
            }
        }
        return scores.best(MAX_LEADERS, candidates, candidateScores);
    }
}
