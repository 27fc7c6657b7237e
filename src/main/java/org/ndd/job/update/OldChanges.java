package org.ndd.job.update;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.index.query.RangeQueryBuilder;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.sort.SortOrder;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.bulk.ResultWriter;
import org.ndd.pair.PairServices;

/**
 * Deletes lines that are too old from the list of changes, the oldest first. At most some ten thousand with each checkpoint, so that no
 * checkpoint waits long for it: later checkpoints delete the rest.
 */
public final class OldChanges {

    /** Maximum number of lines: the default limit of a search's result window. */
    private static final int LINES = 10_000;

    private final Client client;
    private final String list;
    private final ResultWriter writer;

    /**
     * @param client of the user
     * @param task of the job
     * @param dest destination of the job
     */
    public OldChanges(PairServices services, Client client, CancellableTask task, String dest) {
        this.client = client;
        this.list = dest + ChangeList.SUFFIX;
        this.writer = new ResultWriter(client, services.cluster(), task);
    }

    /**
     * Deletes lines, except those of the last checkpoint that has old lines: they show up to which checkpoint the list was shortened.
     *
     * @param before milliseconds of the epoch; older lines go
     */
    public void forget(long before, ActionListener<Void> listener) {
        RangeQueryBuilder old =
                QueryBuilders.rangeQuery(ChangeList.TIMESTAMP).lt(before).format("epoch_millis");
        SearchSourceBuilder last = new SearchSourceBuilder()
                .query(old)
                .sort(ChangeList.CHECKPOINT, SortOrder.DESC)
                .size(1)
                .fetchSource(ChangeList.CHECKPOINT, null);
        search(last, listener.delegateFailureAndWrap((l, response) -> {
            SearchHit[] hits = response.getHits().getHits();
            if (hits.length == 0) {
                l.onResponse(null);
            } else {
                delete(old, hits[0].getSourceAsMap().get(ChangeList.CHECKPOINT), l);
            }
        }));
    }

    private void delete(QueryBuilder old, Object last, ActionListener<Void> listener) {
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(QueryBuilders.boolQuery()
                        .filter(old)
                        .filter(QueryBuilders.rangeQuery(ChangeList.CHECKPOINT).lt(last)))
                .sort(ChangeList.TIMESTAMP)
                .size(LINES)
                .fetchSource(false);
        search(source, listener.delegateFailureAndWrap((l, response) -> {
            List<DocWriteRequest<?>> deletions = new ArrayList<>();
            for (SearchHit hit : response.getHits()) {
                deletions.add(new DeleteRequest(list, hit.getId()));
            }
            writer.write(deletions, list, l);
        }));
    }

    private void search(SearchSourceBuilder source, ActionListener<SearchResponse> listener) {
        client.search(
                new SearchRequest(list)
                        .indicesOptions(IndicesOptions.lenientExpandOpen())
                        .source(source.trackTotalHits(false)),
                listener);
    }
}
