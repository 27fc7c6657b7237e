package org.ndd.pair;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.core.CheckedConsumer;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.boilerplate.BoilerplateStore;
import org.ndd.config.NddThreadPools;

/**
 * Services of a node for the comparison of pages that are fetched on behalf of a request.
 *
 * @param client client with the rights of the thread's user
 * @param boilerplate reads and writes stored boilerplate
 * @param registry boilerplate in the memory of this node
 * @param breaker accounts for texts and tables in memory
 * @param resolver resolver of index names
 */
public record PairServices(
        Client client,
        ClusterService cluster,
        ThreadPool threads,
        BoilerplateStore boilerplate,
        BoilerplateRegistry registry,
        CircuitBreaker breaker,
        IndexNameExpressionResolver resolver) {

    /** Returns a client whose requests are children of a task, so that they are cancelled with it. */
    public ParentTaskAssigningClient clientOf(Task task) {
        return new ParentTaskAssigningClient(client, cluster.localNode(), task);
    }

    /** Returns a look-up of boilerplate with a client's rights. */
    public BoilerplateLookup lookup(Client own) {
        return new BoilerplateLookup(registry, own);
    }

    /** Returns the scratch space of comparisons. */
    public BreakerMemory memory() {
        return new BreakerMemory(breaker);
    }

    /** Executes comparisons on the plugin's own threads, not on network threads or search threads. */
    public <T> void fork(ActionListener<T> listener, CheckedConsumer<ActionListener<T>, Exception> work) {
        threads.executor(NddThreadPools.REQUEST).execute(ActionRunnable.wrap(listener, work));
    }
}
