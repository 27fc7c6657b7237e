package org.ndd.config;

import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;

/**
 * The services of Elasticsearch on a node that actions of ndd use.
 *
 * @param client client with the rights of the thread's user
 */
public record NodeServices(
        Client client,
        ClusterService cluster,
        ThreadPool threads,
        IndexNameExpressionResolver resolver,
        IndicesService indices) {

    /** Creates a client whose requests are children of a task: cancelling the task cancels them. */
    public ParentTaskAssigningClient clientOf(Task task) {
        return new ParentTaskAssigningClient(client, cluster.localNode(), task);
    }

    /** Returns the circuit breaker for the memory of requests. */
    public CircuitBreaker breaker() {
        return indices.getCircuitBreakerService().getBreaker(CircuitBreaker.REQUEST);
    }
}
