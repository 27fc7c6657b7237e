package org.ndd.bulk;

import java.util.function.BiConsumer;
import java.util.function.Function;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;

/** Creates listeners that handle failures with a cause of one type, also from other nodes, and pass on all others. */
public final class ExpectedFailure {

    private ExpectedFailure() {}

    public static <T> ActionListener<T> handle(
            Class<? extends Exception> cause,
            ActionListener<T> listener,
            BiConsumer<ActionListener<T>, Exception> handler) {
        return listener.delegateResponse((l, e) -> {
            if (cause.isInstance(ExceptionsHelper.unwrapCause(e))) {
                handler.accept(l, e);
            } else {
                l.onFailure(e);
            }
        });
    }

    /** Handles the failure as a response. */
    public static <T> ActionListener<T> respond(
            Class<? extends Exception> cause, T response, ActionListener<T> listener) {
        return handle(cause, listener, (l, e) -> l.onResponse(response));
    }

    /** Replaces the failure by another one. */
    public static <T> ActionListener<T> replace(
            Class<? extends Exception> cause, Function<Exception, Exception> other, ActionListener<T> listener) {
        return handle(cause, listener, (l, e) -> l.onFailure(other.apply(e)));
    }
}
