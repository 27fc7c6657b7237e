package org.ndd.inspect;

import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import org.ndd.config.DocumentName;

/** Keeps the most doubtful of many pairs: the pairs whose confidence is nearest to 0.5. Used by one thread at a time. */
final class DoubtfulPairs {

    /**
     * Two documents, the one with the lower id first, independently of the direction of the search.
     *
     * @param confidence confidence of the verdict that they are near-duplicates
     */
    record Pair(DocumentName a, DocumentName b, double confidence) {

        static final Comparator<Pair> MOST_DOUBTFUL = Comparator.comparingDouble(
                        (Pair pair) -> Math.abs(pair.confidence - 0.5))
                .thenComparing(Pair::a)
                .thenComparing(Pair::b);
    }

    private final int size;
    private final Set<Set<DocumentName>> judged = new HashSet<>();
    private final Set<Set<DocumentName>> excluded = new HashSet<>();
    private final TreeSet<Pair> best = new TreeSet<>(Pair.MOST_DOUBTFUL);

    /** @param size maximum number of pairs */
    DoubtfulPairs(int size) {
        this.size = size;
    }

    /** Excludes a pair, which is then neither judged nor kept. */
    void exclude(DocumentName one, DocumentName other) {
        excluded.add(Set.of(one, other));
    }

    /** Marks a pair as judged. Returns whether the pair was neither judged nor excluded before. */
    boolean isNew(DocumentName one, DocumentName other) {
        Set<DocumentName> pair = Set.of(one, other);
        return excluded.contains(pair) == false && judged.add(pair);
    }

    void add(DocumentName one, DocumentName other, double confidence) {
        boolean inOrder = one.compareTo(other) < 0;
        best.add(new Pair(inOrder ? one : other, inOrder ? other : one, confidence));
        if (best.size() > size) {
            best.pollLast();
        }
    }

    /** Returns the number of judged pairs. */
    int judged() {
        return judged.size();
    }

    /** Returns the kept pairs, the most doubtful first. */
    List<Pair> best() {
        return List.copyOf(best);
    }
}
