package org.ndd.core.partition;

import java.util.Arrays;
import java.util.List;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.FingerprintSketch;
import org.ndd.core.group.FrequencyRule;
import org.ndd.core.group.Scoreboard;

/**
 * Groups texts into sets of possibly similar ones by their sketches alone: leader clustering in the given order. A text follows the first
 * of its candidate leaders whose sketch is sufficiently similar to its own, else it leads. Candidates are the leaders that share values
 * with it, best first by the sum of {@link FrequencyRule#weight} + 1. So values of very many texts (boilerplate) neither hide candidates
 * nor suffice for a set.
 *
 * <p>O(n log n) in the number of values n; for each value, the first {@value CandidateParameters#LIST_HEAD} leaders that have it are
 * examined. Deterministic.
 */
public final class SketchClustering {

    private static final int MAX_LEADERS = CandidateParameters.NEIGHBORS.maxLeaders();

    /** Bytes that {@link #bytes} counts per value: the sorted copy; and for repeated values, the value, counters and leaders. */
    private static final long BYTES_PER_VALUE = 24;

    private static final int BYTES_PER_TEXT = 8;
    private static final int CHECK_EVERY = 1 << 10;

    private final List<long[]> sketches;
    private final int size;
    private final double least;
    private final long[] values;
    private final int[] frequencies;
    private final int[] starts;
    private final int[] counts;
    private final int[] leadersWith;
    private final Scoreboard scores = new Scoreboard();
    private final long[] bestRefs = new long[MAX_LEADERS];
    private final long[] bestScores = new long[MAX_LEADERS];

    /**
     * @param sketches sketches of texts in the order in which they are decided, none with more than {@code size} values
     * @param least minimum resemblance of sketches in one set, above 0 to 1
     */
    public SketchClustering(List<long[]> sketches, int size, double least) {
        this.sketches = sketches;
        this.size = size;
        this.least = least;
        this.values = PostingLists.repeated(sketches.stream());
        this.frequencies = new int[values.length];
        this.starts = new int[values.length];
        this.counts = new int[values.length];
        sketches.stream()
                .flatMapToLong(Arrays::stream)
                .mapToInt(value -> Arrays.binarySearch(values, value))
                .filter(list -> list >= 0)
                .forEach(list -> frequencies[list]++);
        int total = 0;
        for (int i = 0; i < values.length; i++) {
            starts[i] = total;
            total += Math.min(frequencies[i], CandidateParameters.LIST_HEAD);
        }
        this.leadersWith = new int[total];
    }

    /**
     * Returns the approximate maximum memory of clustering, in bytes, without the sketches.
     *
     * @param fingerprints number of fingerprints of all sketches together
     */
    public static long bytes(long texts, long fingerprints) {
        return BYTES_PER_TEXT * texts + BYTES_PER_VALUE * fingerprints;
    }

    /**
     * Decides all texts. Must be called once.
     *
     * @param cancellationCheck called periodically; throws to cancel
     * @return the leader of each text: itself if it leads
     */
    public int[] leaders(Runnable cancellationCheck) {
        int[] leaders = new int[sketches.size()];
        for (int text = 0; text < leaders.length; text++) {
            if (text % CHECK_EVERY == 0) {
                cancellationCheck.run();
            }
            leaders[text] = leader(text);
            if (leaders[text] == text) {
                enter(text);
            }
        }
        return leaders;
    }

    private int leader(int text) {
        scores.reset();
        for (long value : sketches.get(text)) {
            int list = Arrays.binarySearch(values, value);
            for (int i = 0; list >= 0 && i < counts[list]; i++) {
                int leader = leadersWith[starts[list] + i];
                scores.add(leader, 0, leader, FrequencyRule.weight(frequencies[list]) + 1);
            }
        }
        int found = scores.best(MAX_LEADERS, bestRefs, bestScores);
        for (int i = 0; i < found; i++) {
            int leader = (int) bestRefs[i];
            if (FingerprintSketch.resemblance(sketches.get(leader), sketches.get(text), size) >= least) {
                return leader;
            }
        }
        return text;
    }

    private void enter(int leader) {
        for (long value : sketches.get(leader)) {
            int list = Arrays.binarySearch(values, value);
            if (list >= 0 && counts[list] < CandidateParameters.LIST_HEAD) {
                leadersWith[starts[list] + counts[list]++] = leader;
            }
        }
    }
}
