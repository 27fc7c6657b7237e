package org.ndd.core.partition;

import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.FrequencyRule;
import org.ndd.core.group.Scoreboard;
import org.ndd.core.partition.LeaderClustering.Candidates;

/**
 * Selects the leaders of the documents that share most fingerprints (docs/algorithm.md, Candidates). The first documents of each posting
 * list are examined, without those that are kept apart. The score of a document above is the sum of {@link FrequencyRule#weight} over the
 * lists that it shares. The best documents count for their leaders.
 */
final class NeighborCandidates implements Candidates {

    private final RankedDocuments documents;
    private final PostingLists lists;
    private final CandidateParameters parameters;
    private final int[] leaderOf;
    private final Scoreboard predecessors = new Scoreboard();
    private final Scoreboard leaders = new Scoreboard();
    private int[] best = {};
    private long skipped;

    NeighborCandidates(RankedDocuments documents, PostingLists lists, CandidateParameters parameters) {
        this.documents = documents;
        this.lists = lists;
        this.parameters = parameters;
        this.leaderOf = new int[documents.size()];
    }

    @Override
    public int[] leaders(int document) {
        predecessors.reset();
        for (int list : lists.listsOf(document)) {
            addHead(document, list);
        }
        long[] refs = new long[Scoreboard.PARTS * parameters.predecessors()];
        long[] scores = new long[refs.length];
        int kept = predecessors.bestOfEachPart(parameters.predecessors(), refs, scores);
        best = documents(refs, kept);
        leaders.reset();
        for (int i = 0; i < kept; i++) {
            int leader = leaderOf[(int) refs[i]];
            if (documents.disagree(document, leader) == false) {
                leaders.add(leader, documents.rankHigh(leader), leader, scores[i]);
            }
        }
        int most = Math.min(parameters.maxLeaders(), kept);
        int count = leaders.bestOfEachPart(most, refs, scores);
        skipped += leaders.size() - count;
        return documents(refs, count);
    }

    private static int[] documents(long[] refs, int count) {
        int[] documents = new int[count];
        for (int i = 0; i < count; i++) {
            documents[i] = (int) refs[i];
        }
        return documents;
    }

    private void addHead(int document, int list) {
        int weight = lists.weight(list);
        int start = lists.start(list);
        int end = Math.min(lists.end(list), start + CandidateParameters.LIST_SCAN);
        int most = parameters.listHead(lists.isCommon(list));
        int examined = 0;
        for (int i = start; i < end && lists.document(i) < document && examined < most; i++) {
            int above = lists.document(i);
            if (documents.disagree(document, above) == false) {
                predecessors.add(above, documents.rankHigh(above), above, weight);
                examined++;
            }
        }
    }

    @Override
    public int[] predecessors() {
        return best;
    }

    @Override
    public void decided(int document, int leader) {
        leaderOf[document] = leader;
    }

    @Override
    public long skipped() {
        return skipped;
    }
}
