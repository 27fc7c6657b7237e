package org.ndd.groups;

import java.util.function.Consumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.seqno.SequenceNumbers;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.sort.SortOrder;
import org.elasticsearch.tasks.TaskId;
import org.ndd.bulk.PointInTime;

/**
 * Finds the duplicates of an index whose confidence is below a threshold. Searches their group documents with the rights of the user,
 * because lists of duplicates have only ids.
 */
final class LowConfidenceDuplicates {

    /** Number of ids per request: the default maximum size of a search. */
    private static final int PAGE_SIZE = 10_000;

    private final ParentTaskAssigningClient client;
    private final String destination;
    private final String indexUuid;
    private final double confidence;

    /**
     * @param confidence threshold: finds all duplicates with a lower confidence, 0 to 1
     */
    LowConfidenceDuplicates(Client client, String destination, String indexUuid, double confidence) {
        // a rewrite has no task
        this.client = new ParentTaskAssigningClient(client, TaskId.EMPTY_TASK_ID);
        this.destination = destination;
        this.indexUuid = indexUuid;
        this.confidence = confidence;
    }

    /** The number of duplicates of an index with any confidence, and the sequence number of the newest group document. */
    record ReadResult(long duplicates, long seqNo) {}

    /**
     * Returns the sequence number of the newest group document that the user has the right to see. It changes with each update of groups.
     */
    static void newest(Client client, String destination, ActionListener<Long> listener) {
        client.search(
                new SearchRequest(destination)
                        .source(newest(new SearchSourceBuilder()))
                        .allowPartialSearchResults(false),
                listener.map(response -> newest(response.getHits().getHits())));
    }

    private static SearchSourceBuilder newest(SearchSourceBuilder source) {
        return source.query(GroupQueries.inGroups())
                .sort(SeqNoFieldMapper.NAME, SortOrder.DESC)
                .seqNoAndPrimaryTerm(true)
                .fetchSource(false)
                .trackTotalHits(false)
                .size(1);
    }

    private static long newest(SearchHit[] hits) {
        return hits.length == 0 ? SequenceNumbers.NO_OPS_PERFORMED : hits[0].getSeqNo();
    }

    /** @param id receives the ids, on one thread at a time */
    void read(Consumer<String> id, ActionListener<ReadResult> listener) {
        PointInTime.open(
                client, new String[] {destination}, duplicates(), listener.delegateFailureAndWrap((l, groups) -> {
                    ActionListener<ReadResult> closing = ActionListener.runBefore(l, groups::close);
                    ActionListener.run(
                            closing,
                            m -> GroupStore.forEachIds(
                                    groups,
                                    () -> groups.source()
                                            .query(duplicates()
                                                    .filter(GroupQueries.confidence()
                                                            .lt(confidence))),
                                    PAGE_SIZE,
                                    (ids, next) -> {
                                        ids.forEach(id);
                                        next.onResponse(null);
                                    },
                                    m.delegateFailureAndWrap((n, read) -> groups.search(
                                            newest(groups.source()),
                                            n.map(found -> new ReadResult(
                                                    groups.total(),
                                                    newest(found.getHits().getHits())))))));
                }));
    }

    /** Matches the documents of lists of duplicates. Redirects were not compared, so they have no confidence. */
    private BoolQueryBuilder duplicates() {
        return GroupQueries.duplicates()
                .filter(QueryBuilders.termQuery(GroupFields.DOC_INDEX_UUID, indexUuid))
                .mustNot(GroupQueries.decided())
                .should(QueryBuilders.existsQuery(GroupFields.CONFIDENCE))
                .should(GroupQueries.redirecting())
                .minimumShouldMatch(1);
    }
}
