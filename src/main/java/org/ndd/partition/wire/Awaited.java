package org.ndd.partition.wire;

import java.util.function.Consumer;
import org.elasticsearch.ElasticsearchTimeoutException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.core.TimeValue;

/**
 * Waits for an answer, in a thread of the pool {@code ndd}, which is there to wait, or for the refresh of a shard of this node. Looks ten
 * times a second whether the run goes on: a cancelled run, and an attempt that has ended, give the thread back at once, however long the
 * answer takes.
 */
public final class Awaited {

    /** How long any answer within a run is waited for. */
    public static final TimeValue TIMEOUT = TimeValue.timeValueMinutes(2);

    private static final TimeValue LOOK = TimeValue.timeValueMillis(100);

    private Awaited() {}

    /**
     * Asks, and waits for the answer, {@link #TIMEOUT} at most.
     *
     * @param question asks; may answer at once
     * @param ensureGoesOn throws where nobody needs the answer any more
     * @throws ElasticsearchTimeoutException where it does not come in time, which passes
     */
    public static <A> A answer(Consumer<ActionListener<A>> question, Runnable ensureGoesOn) {
        PlainActionFuture<A> answer = new PlainActionFuture<>();
        question.accept(answer);
        long end = System.nanoTime() + TIMEOUT.nanos();
        while (true) {
            try {
                return answer.actionGet(LOOK);
            } catch (ElasticsearchTimeoutException e) {
                if (answer.isDone()) {
                    // what was asked has run out of time, or has answered just now
                    return answer.actionGet();
                }
                ensureGoesOn.run();
                if (System.nanoTime() - end > 0) {
                    throw e;
                }
            }
        }
    }
}
