package org.ndd.core.group;

import java.util.Arrays;

/**
 * The leaders of the documents that share most fingerprints (docs/algorithm.md, Candidates). Of each posting list the first documents are
 * looked at, without those that are apart; a document above counts {@link FrequencyRule#weight} for each list it shares; the best count
 * for their leaders.
 */
final class NeighbourCandidates implements Candidates {

    private final RankedDocuments documents;
    private final PostingLists lists;
    private final CandidateParameters parameters;
    private final int[] leaderOf;
    private final Scoreboard predecessors = new Scoreboard();
    private final Scoreboard leaders = new Scoreboard();
    private int[] best = {};
    private long found;
    private long skipped;

    NeighbourCandidates(RankedDocuments documents, PostingLists lists, CandidateParameters parameters) {
        this.documents = documents;
        this.lists = lists;
        this.parameters = parameters;
        this.leaderOf = new int[documents.size()];
    }

    @Override
    public int[] leaders(int document) {
        predecessors.reset();
        for (int list : lists.listsOf(document)) {
            addHead(document, lists.documents(list), lists.weight(list));
        }
        long[] refs = new long[parameters.predecessors()];
        long[] scores = new long[parameters.predecessors()];
        int kept = predecessors.best(parameters.predecessors(), refs, scores);
        found += kept;
        best = Arrays.stream(refs, 0, kept).mapToInt(ref -> (int) ref).toArray();
        leaders.reset();
        for (int i = 0; i < kept; i++) {
            int leader = leaderOf[(int) refs[i]];
            if (documents.areApart(document, leader) == false) {
                leaders.add(leader, 0, leader, scores[i]);
            }
        }
        int most = Math.min(parameters.maxLeaders(), kept);
        int count = leaders.best(most, refs, scores);
        skipped += leaders.size() - count;
        return Arrays.stream(refs, 0, count).mapToInt(ref -> (int) ref).toArray();
    }

    private void addHead(int document, int[] list, int weight) {
        int end = Math.min(list.length, CandidateParameters.LIST_SCAN);
        int looked = 0;
        for (int i = 0; i < end && list[i] < document && looked < parameters.listHead(); i++) {
            if (documents.areApart(document, list[i]) == false) {
                predecessors.add(list[i], 0, list[i], weight);
                looked++;
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
    public long found() {
        return found;
    }

    @Override
    public long skipped() {
        return skipped;
    }
}
