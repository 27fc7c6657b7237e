package org.ndd.continuous.update;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.bulk.Batches;
import org.ndd.bulk.BulkWriter;
import org.ndd.pace.Pause;
import org.ndd.pair.PairServices;

/** Writes what a checkpoint found into indices that are there, some at a time; the first document that cannot be written ends it. */
final class ResultWriter {

    /** Documents that are written with one request. */
    private static final int BULK = 1_000;

    private final PairServices services;
    private final Client client;
    private final CancellableTask task;

    /**
     * @param client of the user
     * @param task whose work it is
     */
    ResultWriter(PairServices services, Client client, CancellableTask task) {
        this.services = services;
        this.client = client;
        this.task = task;
    }

    /** An index as the cluster knows it. */
    IndexMetadata index(String name) {
        IndexMetadata index = services.cluster().state().metadata().index(name);
        if (index == null) {
            throw new IndexNotFoundException(name);
        }
        return index;
    }

    void write(List<DocWriteRequest<?>> requests, String index, ActionListener<Void> listener) {
        BulkWriter writer =
                new BulkWriter(client, services.cluster(), new Pause(task, services.threads()), new LongAdder());
        Batches.forEach(
                requests,
                BULK,
                1,
                (batch, l) -> writer.write(
                        batch,
                        List.of(index(index).getIndex()),
                        request -> request,
                        (request, answer) -> {
                            if (answer.isFailed()) {
                                throw answer.getFailure().getCause();
                            }
                        },
                        l),
                listener);
    }
}
