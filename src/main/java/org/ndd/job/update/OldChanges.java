package org.ndd.job.update;

import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.sort.FieldSortBuilder;
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

    /** @param before milliseconds of the epoch; older lines go */
    public void forget(long before, ActionListener<Void> listener) {
        SearchRequest search = new SearchRequest(list)
                .indicesOptions(IndicesOptions.lenientExpandOpen())
                .source(new SearchSourceBuilder()
                        .query(QueryBuilders.rangeQuery(ChangeList.TIMESTAMP)
                                .lt(before)
                                .format("epoch_millis"))
                        .sort(new FieldSortBuilder(ChangeList.TIMESTAMP))
                        .size(LINES)
                        .trackTotalHits(false)
                        .fetchSource(false));
        client.search(search, listener.delegateFailureAndWrap((l, response) -> {
            List<DocWriteRequest<?>> old = new ArrayList<>();
            for (SearchHit hit : response.getHits()) {
                old.add(new DeleteRequest(list, hit.getId()));
            }
            writer.write(old, list, l);
        }));
    }
}
