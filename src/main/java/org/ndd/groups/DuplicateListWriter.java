package org.ndd.groups;

import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import org.apache.lucene.util.RamUsageEstimator;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.ndd.bulk.Batches;
import org.ndd.bulk.BulkWriter;
import org.ndd.bulk.PointInTime;

/**
 * Writes the lists of duplicates of a run, by which searches hide them. Reads the ids from the group documents, in one pass per kind of
 * list and index, with memory for one list, which is accounted for by the circuit breaker. Each list is sorted. Lists that an earlier
 * attempt wrote from the same group documents are replaced.
 */
public final class DuplicateListWriter {

    /** Number of ids per search: the ids of a list are read by 8 searches. */
    private static final int PAGE_SIZE = DuplicateList.MAX_IDS / 8;

    private final ParentTaskAssigningClient client;
    private final CircuitBreaker breaker;
    private final BulkWriter writer;
    private final String run;
    private final Runnable ensureNotCancelled;

    /**
     * @param client client with the rights of the user
     * @param writer writes with the rights of the user
     */
    public DuplicateListWriter(
            ParentTaskAssigningClient client,
            CircuitBreaker breaker,
            BulkWriter writer,
            String run,
            Runnable ensureNotCancelled) {
        this.client = client;
        this.breaker = breaker;
        this.writer = writer;
        this.run = run;
        this.ensureNotCancelled = ensureNotCancelled;
    }

    /**
     * Writes all lists of an index. The index of the run must be refreshed before.
     *
     * @param indexUuid UUID of the index of the duplicates, because documents of another index of the same name were not compared
     * @param markets markets of the run; each has separate lists
     */
    public void write(String indexUuid, Collection<String> markets, ActionListener<Void> listener) {
        Batches.oneByOne(DuplicateList.Kind.all(markets), (kind, l) -> new Lists(kind, indexUuid).write(l), listener);
    }

    private final class Lists {

        private final String name;
        private final QueryBuilder query;
        private final List<String> ids = new ArrayList<>();
        private int number;
        private long reservedBytes;

        Lists(DuplicateList.Kind kind, String indexUuid) {
            this.name = DuplicateList.name(kind.prefix(), indexUuid);
            this.query = QueryBuilders.boolQuery()
                    .filter(kind.query())
                    .filter(QueryBuilders.termQuery(GroupFields.DOC_INDEX_UUID, indexUuid));
        }

        void write(ActionListener<Void> listener) {
            PointInTime.open(
                    client,
                    new String[] {run},
                    query,
                    listener.delegateFailureAndWrap((l, documents) -> ActionListener.run(
                            ActionListener.runBefore(l, () -> {
                                documents.close();
                                release();
                            }),
                            m -> GroupStore.forEachIds(
                                    documents,
                                    documents::source,
                                    PAGE_SIZE,
                                    this::add,
                                    m.delegateFailureAndWrap((n, read) -> flush(n))))));
        }

        /** Adds ids to the list, and writes it if it is full. Accounts for an id twice: in the list, and in the request. */
        private void add(List<String> more, ActionListener<Void> listener) {
            ensureNotCancelled.run();
            for (String id : more) {
                long bytes = 2 * RamUsageEstimator.sizeOf(id);
                breaker.addEstimateBytesAndMaybeBreak(bytes, "ndd lists");
                reservedBytes += bytes;
                ids.add(id);
            }
            if (ids.size() < DuplicateList.MAX_IDS) {
                listener.onResponse(null);
            } else {
                flush(listener);
            }
        }

        private void flush(ActionListener<Void> listener) {
            if (ids.isEmpty()) {
                listener.onResponse(null);
                return;
            }
            Collections.sort(ids);
            IndexRequest list = new IndexRequest(run).id(name + number).source(DuplicateList.of(ids));
            number++;
            ids.clear();
            writer.writeAll(List.of(list), run, ActionListener.runBefore(listener, this::release));
        }

        private void release() {
            breaker.addWithoutBreaking(-reservedBytes);
            reservedBytes = 0;
        }
    }
}
