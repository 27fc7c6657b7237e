package org.ndd.eval;

import java.util.HashMap;
import java.util.Locale;
import java.util.Map;
import java.util.Objects;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ndd.core.compare.Relation;
import org.ndd.core.partition.PartitionDocument;
import org.ndd.eval.score.LabeledPair;

/**
 * Counts the labeled pairs with the verdict near that are in one group, and the causes for the others. Ignores pairs of equal texts. Near
 * pairs that are labeled as no duplicates should not be in one group, because their verdict is wrong.
 *
 * @param together number of pairs in one group
 * @param apart number of pairs in two groups, by cause
 * @param duplicates number of pairs that are labeled as duplicates
 * @param duplicatesTogether number of these pairs in one group
 */
record NearPairs(long together, Map<String, Long> apart, long duplicates, long duplicatesTogether) {

    private static final String NO_CANDIDATES = "no common fingerprint";

    /** Compares all labeled pairs and groups the corpus. */
    static NearPairs of(Evaluation evaluation, NddMethod method) {
        GroupedCorpus corpus = GroupedCorpus.of(evaluation, method);
        long together = 0;
        long duplicates = 0;
        long duplicatesTogether = 0;
        Map<String, Long> apart = new TreeMap<>();
        Map<String, Relation> known = new HashMap<>();
        for (LabeledPair pair : evaluation.pairs()) {
            PartitionDocument first = corpus.documents().get(pair.first());
            PartitionDocument second = corpus.documents().get(pair.second());
            if (first == null
                    || second == null
                    || Objects.equals(first.content().digest(), second.content().digest())) {
                continue;
            }
            if (corpus.relation(pair.first(), pair.second()).isNear()) {
                String one = corpus.leaders().get(pair.first());
                String other = corpus.leaders().get(pair.second());
                duplicates += pair.duplicate() ? 1 : 0;
                if (one.equals(other)) {
                    together++;
                    duplicatesTogether += pair.duplicate() ? 1 : 0;
                } else {
                    String cause = corpus.sharesFingerprint(pair.first(), pair.second())
                            ? "leaders "
                                    + known.computeIfAbsent(
                                                    one + '\n' + other, leadersOfBoth -> corpus.relation(one, other))
                                            .value()
                            : NO_CANDIDATES;
                    apart.merge(cause, 1L, Long::sum);
                }
            }
        }
        return new NearPairs(together, apart, duplicates, duplicatesTogether);
    }

    /** Number of pairs. */
    long size() {
        return together + apart.values().stream().mapToLong(Long::longValue).sum();
    }

    @Override
    public String toString() {
        return together + " of " + size() + " near pairs are in one group" + share(together, size()) + ", "
                + duplicatesTogether + " of " + duplicates + " that are labeled as duplicates"
                + share(duplicatesTogether, duplicates)
                + apart.entrySet().stream()
                        .map(cause -> ", " + cause.getValue() + " apart: " + cause.getKey())
                        .collect(Collectors.joining());
    }

    private static String share(long part, long whole) {
        return whole == 0 ? "" : String.format(Locale.ROOT, " (%.3f)", (double) part / whole);
    }
}
