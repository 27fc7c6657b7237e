package org.ndd.partition;

import java.util.function.Consumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.sort.SortOrder;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.bulk.BulkWriter;
import org.ndd.bulk.Refresh;
import org.ndd.config.NodeServices;
import org.ndd.groups.GroupQueries;
import org.ndd.partition.plan.RunSpec;

/**
 * Deletes the group documents that only an earlier attempt of a run wrote. The next attempt writes all others again. The groups differ if
 * documents of the source were deleted or changed in between, if people decided, or if another user resumes the run.
 */
final class EarlierGroups {

    private static final long NONE = -1;

    private final ParentTaskAssigningClient client;
    private final CancellableTask task;
    private final RunSpec spec;
    private final BulkWriter writer;

    EarlierGroups(NodeServices services, CancellableTask task, RunSpec spec, BulkWriter writer) {
        this.client = services.clientOf(task);
        this.task = task;
        this.spec = spec;
        this.writer = writer;
    }

    /**
     * Executes an attempt, and then deletes the group documents that were there before and that it has not written.
     *
     * @param exist whether an earlier attempt may have written groups
     */
    void replace(boolean exist, Consumer<ActionListener<Void>> attempt, ActionListener<Void> listener) {
        if (exist == false || spec.options().execution().dryRun()) {
            attempt.accept(listener);
            return;
        }
        SubscribableListener.<Void>newForked(l -> Refresh.execute(client, new RefreshRequest(spec.runId()), l))
                .<Long>andThen(this::lastWrite)
                .<Void>andThen((l, last) -> attempt.accept(l.delegateFailureAndWrap((m, done) -> delete(last, m))))
                .addListener(listener);
    }

    /** Returns the sequence number of the last group document. The index of a run has one shard. */
    private void lastWrite(ActionListener<Long> listener) {
        SearchRequest newest = new SearchRequest(spec.runId())
                .allowPartialSearchResults(false)
                .source(new SearchSourceBuilder()
                        .query(GroupQueries.ofTexts())
                        .size(1)
                        .sort(SeqNoFieldMapper.NAME, SortOrder.DESC)
                        .seqNoAndPrimaryTerm(true)
                        .trackTotalHits(false)
                        .fetchSource(false));
        client.search(newest, listener.map(response -> {
            SearchHit[] hits = response.getHits().getHits();
            return hits.length == 0 ? NONE : hits[0].getSeqNo();
        }));
    }

    private void delete(long last, ActionListener<Void> listener) {
        if (last == NONE) {
            listener.onResponse(null);
            return;
        }
        writer.deleteMatching(
                spec.runId(),
                GroupQueries.ofTexts()
                        .filter(QueryBuilders.rangeQuery(SeqNoFieldMapper.NAME).lte(last)),
                task::ensureNotCancelled,
                listener);
    }
}
