package org.ndd.config;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.CheckedConsumer;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.transport.TransportService;

/**
 * The services of Elasticsearch on a node that ndd uses.
 *
 * @param client client with the rights of the thread's user
 * @param breaker accounts for the memory of requests
 */
public record NodeServices(
        Client client,
        ClusterService cluster,
        ThreadPool threads,
        IndexNameExpressionResolver resolver,
        IndicesService indices,
        CircuitBreaker breaker) {

    /** Creates a client whose requests are children of a task: cancelling the task cancels them. */
    public ParentTaskAssigningClient clientOf(Task task) {
        return new ParentTaskAssigningClient(client, cluster.localNode(), task);
    }

    /** Executes comparisons on the plugin's own threads, not on network threads or search threads. */
    public <T> void fork(ActionListener<T> listener, CheckedConsumer<ActionListener<T>, Exception> work) {
        threads.executor(NddThreadPools.REQUEST).execute(ActionRunnable.wrap(listener, work));
    }

    /** The services that Elasticsearch gives to an action, and those of its node. */
    public record ActionServices(TransportService transport, ActionFilters filters, NodeServices node) {

        @Inject
        public ActionServices {}
    }
}
