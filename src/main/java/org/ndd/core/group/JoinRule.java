package org.ndd.core.group;

import java.util.HashSet;
import java.util.Set;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;

/**
 * Decides by comparisons which leader a document follows: the first of its candidate leaders that it is similar to, else the leader of the
 * first predecessor that {@link MemberRule} accepts. A document that follows none leads. The only implementation of this decision, for
 * partitions in memory and on the shards of a run, which differ in how documents are numbered and read. Immutable and thread-safe.
 */
public final class JoinRule {

    public static final long NONE = -1;

    private final PairComparator comparator;
    private final MemberRule memberRule;

    public JoinRule(PairComparator comparator) {
        this.comparator = comparator;
        this.memberRule = new MemberRule(comparator);
    }

    public MemberRule memberRule() {
        return memberRule;
    }

    /**
     * Reads the candidates of a document that is decided, by their numbers.
     *
     * @param <X> thrown if a document cannot be read
     */
    public interface Neighbors<X extends Exception> {

        /** Returns a candidate leader or a predecessor. */
        PreparedPage page(long document) throws X;

        /** Returns the documents from which the candidate leaders were taken, best first. */
        long[] predecessors();

        /** Returns the leader that the predecessor at a position of these follows; the predecessor itself if it leads. */
        long leaderOf(int place);
    }

    public enum Kind {
        /** The document is similar to no leader, and leads. */
        LEADS,
        /** The document is similar to no leader, and is contained in one. */
        PART_OF,
        /** The document follows a leader. */
        FOLLOWS
    }

    /**
     * A decision.
     *
     * @param leader the leader that the document follows or is contained in, or {@link #NONE}
     */
    public record Outcome(Kind kind, long leader, int comparisons) {}

    /**
     * Decides which leader a document follows.
     *
     * @param leaders candidates, best first
     * @param cancellationCheck called periodically; throws to cancel
     */
    public <X extends Exception> Outcome decide(
            PreparedPage document, long[] leaders, Neighbors<X> neighbors, Runnable cancellationCheck) throws X {
        PreparedPage page = document.asPivot(leaders.length);
        int comparisons = 0;
        long container = NONE;
        Set<Long> similarLeaders = new HashSet<>();
        for (long leader : leaders) {
            Comparison comparison = comparator.compare(neighbors.page(leader), page, cancellationCheck);
            comparisons++;
            if (comparison.similar()) {
                return new Outcome(Kind.FOLLOWS, leader, comparisons);
            }
            if (comparison.partOf() && container == NONE) {
                container = leader;
            }
            if (memberRule.mayJoin(comparison)) {
                similarLeaders.add(leader);
            }
        }
        int members = 0;
        long[] predecessors = similarLeaders.isEmpty() ? new long[0] : neighbors.predecessors();
        for (int i = 0; i < predecessors.length && members < MemberRule.MEMBERS; i++) {
            long leader = neighbors.leaderOf(i);
            if (predecessors[i] != leader && similarLeaders.contains(leader)) {
                members++;
                if (memberRule.joins(neighbors.page(predecessors[i]), page, cancellationCheck)) {
                    return new Outcome(Kind.FOLLOWS, leader, comparisons + members);
                }
            }
        }
        return new Outcome(container == NONE ? Kind.LEADS : Kind.PART_OF, container, comparisons + members);
    }
}
