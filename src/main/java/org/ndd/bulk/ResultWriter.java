package org.ndd.bulk;

import java.util.List;
import java.util.concurrent.atomic.LongAdder;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.compat.Project;
import org.ndd.throttle.Pause;

/** Writes results into existing indices, in batches; fails at the first document that cannot be written. */
public final class ResultWriter {

    /** Number of documents per request. */
    private static final int BULK_SIZE = 1_000;

    private final ClusterService cluster;
    private final BulkWriter writer;

    /**
     * @param client of the user
     * @param task that the writes belong to
     */
    public ResultWriter(Client client, ClusterService cluster, CancellableTask task) {
        this.cluster = cluster;
        this.writer = new BulkWriter(client, cluster, new Pause(task, client.threadPool()), new LongAdder());
    }

    /** The metadata of an index in the cluster state. */
    public IndexMetadata index(String name) {
        IndexMetadata index = Project.of(cluster.state()).index(name);
        if (index == null) {
            throw new IndexNotFoundException(name);
        }
        return index;
    }

    public void write(List<DocWriteRequest<?>> requests, String index, ActionListener<Void> listener) {
        Batches.forEach(
                requests,
                BULK_SIZE,
                1,
                (batch, l) -> writer.write(
                        batch,
                        List.of(index(index).getIndex()),
                        request -> request,
                        (request, response) -> {
                            if (response.isFailed()) {
                                throw response.getFailure().getCause();
                            }
                        },
                        l),
                listener);
    }
}
