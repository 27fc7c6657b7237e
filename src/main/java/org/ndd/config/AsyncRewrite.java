package org.ndd.config;

import java.util.concurrent.atomic.AtomicReference;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.query.QueryRewriteContext;

/** Starts actions whose result the rewrite of a search needs. */
public final class AsyncRewrite {

    private AsyncRewrite() {}

    /**
     * Starts an action when this round of the rewrite is complete; the next round begins with its result.
     *
     * @param action gets a client with the rights of the user
     * @return supplies {@code null} until the result is available
     */
    public static <T> Supplier<T> start(QueryRewriteContext context, BiConsumer<Client, ActionListener<T>> action) {
        AtomicReference<T> result = new AtomicReference<>();
        context.registerAsyncAction((client, listener) -> action.accept(client, listener.map(found -> {
            result.set(found);
            return null;
        })));
        return result::get;
    }
}
