package org.ndd.partition.node;

import java.util.function.Consumer;
import org.elasticsearch.ElasticsearchTimeoutException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.core.TimeValue;

/**
 * Waits for a response in a thread of the pool {@code ndd}, whose threads may wait. The response is that of another node, or the refresh of
 * a shard of this node. Checks ten times per second whether the run continues: after a cancellation or the end of the attempt, the thread
 * does not wait for the response any longer.
 */
public final class BlockingRpc {

    /** Maximum wait for a response within a run. */
    public static final TimeValue TIMEOUT = TimeValue.timeValueMinutes(2);

    private static final TimeValue CHECK_INTERVAL = TimeValue.timeValueMillis(100);

    private BlockingRpc() {}

    /**
     * Sends a request, and waits for the response, at most {@link #TIMEOUT}.
     *
     * @param request sends the request; may call the listener immediately
     * @param ensureActive throws if the response is not needed any more
     * @throws ElasticsearchTimeoutException if the response does not arrive in time, which is a transient failure
     */
    public static <A> A awaitResponse(Consumer<ActionListener<A>> request, Runnable ensureActive) {
        PlainActionFuture<A> response = new PlainActionFuture<>();
        request.accept(response);
        long end = System.nanoTime() + TIMEOUT.nanos();
        while (true) {
            try {
                return response.actionGet(CHECK_INTERVAL);
            } catch (ElasticsearchTimeoutException e) {
                if (response.isDone()) {
                    // the request itself timed out, or its response has just arrived
                    return response.actionGet();
                }
                ensureActive.run();
                if (System.nanoTime() - end > 0) {
                    throw e;
                }
            }
        }
    }
}
