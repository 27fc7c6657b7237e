package org.ndd.eval.simulate;

import static org.ndd.eval.simulate.ExpectedDistinct.different;

import org.ndd.core.group.CandidateParameters;
import org.ndd.partition.node.WindowBudget;

/**
 * The heap that a run needs on a node, see docs/internals.md.
 *
 * @param mostFollowers largest fraction of all followers whose groups one node builds
 * @param largestGroup number of documents of the largest group
 */
record RunHeap(Costs costs, Pages pages, Nodes nodes, GroupTerms terms, double mostFollowers, double largestGroup) {

    /** Number of documents of a list that are sent. */
    static final double LIST_HEAD = 64;

    static final double CACHE_BYTES = 64 << 20;

    /** Bytes per document and per predecessor, and per member until its group is written. */
    private static final double RANK_BYTES = 40;

    private static final double PREDECESSOR_BYTES = 40;
    private static final double WAITING_MEMBER_BYTES = 160;
    private static final double OPEN_MEMBER_BYTES = 400;
    private static final double LISTED_BYTES = 4;
    private static final double HEAD_BYTES = 60;

    private double perNode() {
        return pages.documents() / nodes.count();
    }

    private double cost(Cost cost) {
        return costs.get(cost);
    }

    double ofRanks() {
        return CACHE_BYTES + RANK_BYTES * perNode();
    }

    /** Returns the heap for ranks, for members of pending groups on the node with the most of them, and for the largest group. */
    double ofState() {
        double members = pages.documents() * cost(Cost.FOLLOWERS) * mostFollowers;
        return ofRanks() + WAITING_MEMBER_BYTES * members + OPEN_MEMBER_BYTES * largestGroup;
    }

    int guessedWindows() {
        double budget = (nodes.machine().breaker() - ofRanks()) / 2;
        double fingerprints = perNode() * cost(Cost.POSTINGS);
        int predecessors = CandidateParameters.PREDECESSORS;
        return WindowBudget.windows(perNode(), fingerprints, nodes.allShards(), 0, predecessors, budget);
    }

    /**
     * Returns the heap of a window: for ranks, for the heads of lists per shard with a document of the window, their documents, and the
     * predecessors.
     */
    double ofWindow(int windows) {
        double postings = perNode() * cost(Cost.POSTINGS);
        double listed = terms.sizes().overPages(size -> {
            double df = terms.df(size);
            double shards = different(df / windows, nodes.allShards());
            return df > 1 ? shards / df * Math.min(LIST_HEAD, df) : 0;
        });
        double heads = terms.sizes().overPages(size -> {
            double shards = different(size / windows, nodes.allShards());
            return terms.df(size) > 1 ? shards / size * Math.min(LIST_HEAD / terms.kept(), size) : 0;
        });
        double lists = postings * (LISTED_BYTES * listed + 12 * terms.shared() / windows);
        double predecessors =
                perNode() * (8 + (PREDECESSOR_BYTES * cost(Cost.CANDIDATES) + 4 * cost(Cost.POSTINGS)) / windows);
        return ofRanks() + lists + perNode() * HEAD_BYTES * heads + predecessors;
    }
}
