package org.ndd.core.group;

import java.util.HashSet;
import java.util.Set;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;

/**
 * Decides by comparisons which leader a document follows: the first of its candidate leaders that it is similar to, else the leader of the
 * first predecessor that {@link MemberRule} lets it join. A document that follows none leads. The only implementation of this decision, for
 * partitions in memory and on the shards of a run, which differ in how documents are numbered and read. Immutable and thread-safe.
 */
public final class JoinRule {

    /** No document. */
    public static final long NONE = -1;

    private final PairComparator comparator;
    private final MemberRule memberRule;

    public JoinRule(PairComparator comparator) {
        this.comparator = comparator;
        this.memberRule = new MemberRule(comparator);
    }

    /** Whether documents may join a group through its members. */
    public MemberRule memberRule() {
        return memberRule;
    }

    /**
     * The documents around a document that is to be decided, by number.
     *
     * @param <X> thrown if a document cannot be read
     */
    public interface Neighbors<X extends Exception> {

        /** A candidate leader or a predecessor. */
        PreparedPage page(long document) throws X;

        /** The documents from which the candidate leaders were taken, best first. */
        long[] predecessors();

        /** The leader that the predecessor at a place of these follows; the predecessor itself if it leads. */
        long leaderOf(int place);
    }

    /** The decision about a document. */
    public enum Kind {
        /** It is similar to none. */
        LEADS,
        /** The same, and it is contained in a leader. */
        PART_OF,
        /** It follows a leader. */
        FOLLOWS
    }

    /**
     * A decision.
     *
     * @param leader the leader that the document follows or is contained in, or {@link #NONE}
     * @param comparisons number of comparisons
     */
    public record Outcome(Kind kind, long leader, int comparisons) {}

    /**
     * Decides.
     *
     * @param leaders candidates, best first
     * @param cancellationCheck called periodically; may throw, which ends the work
     */
    public <X extends Exception> Outcome decide(
            PreparedPage document, long[] leaders, Neighbors<X> neighbors, Runnable cancellationCheck) throws X {
        PreparedPage page = document.hubOf(leaders.length);
        int comparisons = 0;
        long container = NONE;
        Set<Long> joinable = new HashSet<>();
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
                joinable.add(leader);
            }
        }
        int members = 0;
        long[] predecessors = joinable.isEmpty() ? new long[0] : neighbors.predecessors();
        for (int i = 0; i < predecessors.length && members < MemberRule.MEMBERS; i++) {
            long leader = neighbors.leaderOf(i);
            if (predecessors[i] != leader && joinable.contains(leader)) {
                members++;
                if (memberRule.joins(neighbors.page(predecessors[i]), page, cancellationCheck)) {
                    return new Outcome(Kind.FOLLOWS, leader, comparisons + members);
                }
            }
        }
        return new Outcome(container == NONE ? Kind.LEADS : Kind.PART_OF, container, comparisons + members);
    }
}
