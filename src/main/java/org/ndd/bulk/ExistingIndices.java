package org.ndd.bulk;

import java.util.Collection;
import java.util.List;
import java.util.function.BiConsumer;
import java.util.function.Consumer;
import java.util.stream.Collectors;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.admin.indices.create.AutoCreateAction;
import org.elasticsearch.action.admin.indices.create.CreateIndexRequest;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkShardRequest;
import org.elasticsearch.action.bulk.TransportShardBulkAction;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.ActionFilterChain;
import org.elasticsearch.action.support.ContextPreservingActionListener;
import org.elasticsearch.action.support.MappedActionFilter;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.FilterClient;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.tasks.Task;

/**
 * Restricts the writes of ndd to indices that exist. Elasticsearch creates the missing index of a write request, with a dynamic mapping, so
 * an index that a user deletes during a run, job or task would come back. A write can also be delayed until the user has created another
 * index under the same name.
 *
 * <p>A header of the thread marks the write requests of ndd. Filters reject the creation of indices for these requests, and their writes to
 * shards of other indices. Both fail as for a missing index, except writes that a pipeline sends to an index of another name.
 */
public final class ExistingIndices {

    private static final String HEADER = "ndd_existing_indices";
    private static final String SEPARATOR = ",";
    private static final String UUID_PREFIX = "/";

    private ExistingIndices() {}

    /** Returns a client whose write requests never create an index. */
    public static Client writeOnlyTo(Client client) {
        return new FilterClient(client) {
            @Override
            protected <Q extends ActionRequest, R extends ActionResponse> void doExecute(
                    ActionType<R> action, Q request, ActionListener<R> listener) {
                boolean writes = request instanceof BulkRequest || request instanceof IndexRequest;
                if (writes && threadPool().getThreadContext().getHeader(HEADER) == null) {
                    writeOnlyTo(
                            List.of(),
                            threadPool().getThreadContext(),
                            listener,
                            l -> super.doExecute(action, request, l));
                } else {
                    super.doExecute(action, request, listener);
                }
            }
        };
    }

    /**
     * Sends a write request that creates no index. If indices are given, no other index receives a write, also none with the name of one
     * of them. A pipeline may send a document to another index. A document of that index may have the same id, number and term.
     *
     * @param indices may be empty, for any index that exists
     */
    @SuppressWarnings("try") // the context only ends
    static <R> void writeOnlyTo(
            Collection<Index> indices,
            ThreadContext context,
            ActionListener<R> listener,
            Consumer<ActionListener<R>> send) {
        ActionListener<R> withoutHeader = ContextPreservingActionListener.wrapPreservingContext(listener, context);
        try (var ignored = context.newStoredContext()) {
            context.putHeader(
                    HEADER, indices.stream().map(ExistingIndices::entry).collect(Collectors.joining(SEPARATOR)));
            send.accept(withoutHeader);
        }
    }

    /** Returns the filters of a node. */
    public static List<MappedActionFilter> filters(ThreadContext context) {
        return List.of(
                new Filter(context, AutoCreateAction.NAME, (request, header) -> {
                    throw new IndexNotFoundException(((CreateIndexRequest) request).index());
                }),
                new Filter(context, TransportShardBulkAction.ACTION_NAME, (request, header) -> {
                    Index index = ((BulkShardRequest) request).shardId().getIndex();
                    List<String> entries = List.of(header.split(SEPARATOR));
                    if (header.isEmpty() || entries.contains(entry(index))) {
                        return;
                    }
                    if (entries.stream().anyMatch(entry -> entry.startsWith(index.getName() + UUID_PREFIX))) {
                        throw new IndexNotFoundException(index);
                    }
                    throw new IllegalArgumentException(
                            "[pipeline] must not send documents to another index, but sent one to [" + index.getName()
                                    + "]");
                }));
    }

    private static String entry(Index index) {
        return index.getName() + UUID_PREFIX + index.getUUID();
    }

    /** Rejects some requests of an action that have the header, which the check gets. */
    private record Filter(ThreadContext context, String actionName, BiConsumer<ActionRequest, String> check)
            implements MappedActionFilter {

        @Override
        public <Q extends ActionRequest, R extends ActionResponse> void apply(
                Task task, String action, Q request, ActionListener<R> listener, ActionFilterChain<Q, R> chain) {
            String header = context.getHeader(HEADER);
            ActionListener.run(listener, l -> {
                if (header != null) {
                    check.accept(request, header);
                }
                chain.proceed(task, action, request, l);
            });
        }
    }
}
