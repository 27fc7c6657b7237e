package org.ndd.boilerplate;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.ndd.config.AsyncRewrite;

/**
 * The boilerplate of a search in the states of its rewriting. Where the search starts, privileges are checked ({@link BoilerplateView}). On
 * each node with a shard, the boilerplate is loaded if it is not in memory, without blocking a thread. Then the search of the shard starts.
 * Immutable.
 */
public final class SearchBoilerplate implements Writeable {

    /** State of a search as the user sent it. */
    public static final SearchBoilerplate UNKNOWN = new SearchBoilerplate(null, null, null);

    private final BoilerplateView view;
    private final LoadedBoilerplate loaded;
    private final Supplier<SearchBoilerplate> pending;

    private SearchBoilerplate(BoilerplateView view, LoadedBoilerplate loaded, Supplier<SearchBoilerplate> pending) {
        this.view = view;
        this.loaded = loaded;
        this.pending = pending;
    }

    /** Returns the state of a search whose privileges are checked. */
    public static SearchBoilerplate of(BoilerplateView view) {
        return new SearchBoilerplate(Objects.requireNonNull(view), null, null);
    }

    public SearchBoilerplate(StreamInput in) throws IOException {
        this(in.readOptionalWriteable(BoilerplateView::new), null, null);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        if (pending != null) {
            throw new IllegalStateException("[near_dup] must be rewritten before it is sent to a shard");
        }
        out.writeOptionalWriteable(view);
    }

    /**
     * @param registry registry of this node
     * @return this object if the context requires no further state
     */
    public SearchBoilerplate rewrite(QueryRewriteContext context, Supplier<BoilerplateRegistry> registry) {
        if (pending != null) {
            SearchBoilerplate next = pending.get();
            return next == null ? this : next;
        }
        if (context.getResolvedIndices() != null) {
            Set<String> indices =
                    new TreeSet<>(view == null ? Set.of() : view.inUse().keySet());
            // a view that was determined before the search may lack an index that was created in the meantime
            boolean more = false;
            for (Index index : context.getResolvedIndices().getConcreteLocalIndices()) {
                more |= indices.add(index.getName());
            }
            if (view == null || more) {
                return new SearchBoilerplate(
                        view,
                        null,
                        AsyncRewrite.start(
                                context,
                                (client, listener) ->
                                        registry.get().view(client, indices, listener.map(SearchBoilerplate::of))));
            }
        }
        if (view != null && loaded == null && context.convertToDataRewriteContext() != null) {
            LoadedBoilerplate available = registry.get().cached(view);
            return available != null
                    ? new SearchBoilerplate(view, available, null)
                    : new SearchBoilerplate(
                            view,
                            null,
                            AsyncRewrite.start(
                                    context,
                                    (client, listener) -> registry.get()
                                            .load(
                                                    view,
                                                    listener.map(found -> new SearchBoilerplate(view, found, null)))));
        }
        return this;
    }

    /**
     * Returns the boilerplate for a shard, without reading it.
     *
     * @param index concrete index of the shard
     * @return supplier that throws {@link org.elasticsearch.ElasticsearchStatusException} (503) if the boilerplate is not in memory, and
     *     starts to load it. This occurs in requests that are not rewritten on the node of the shard, such as explain
     * @throws IllegalArgumentException if the privileges for this index were not checked
     */
    public Supplier<LoadedBoilerplate> onShard(String index, BoilerplateRegistry registry) {
        if (view == null) {
            throw new IllegalStateException("[near_dup] must be rewritten before it runs on a shard");
        }
        registry.requireChecked(view, index);
        LoadedBoilerplate found = loaded == null ? registry.cached(view) : loaded;
        return found == null ? () -> registry.requireCached(view) : () -> found;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SearchBoilerplate that
                && Objects.equals(view, that.view)
                && Objects.equals(pending, that.pending);
    }

    @Override
    public int hashCode() {
        return Objects.hash(view, pending);
    }

    /**
     * The boilerplate that a search excludes from comparisons. Determined once, on the node where the search starts, with the privileges of
     * the user. Each shard receives it with the search.
     *
     * @param inUse for each concrete index of documents, the index that contains its boilerplate; {@code null} if none is in use
     * @param families for each index of boilerplate, the number of families that the user may see
     */
    public record BoilerplateView(Map<String, String> inUse, Map<String, Long> families) implements Writeable {

        /** View of a search that does not compare texts. */
        public static final BoilerplateView NONE = new BoilerplateView(Map.of(), Map.of());

        public BoilerplateView {
            inUse = Collections.unmodifiableMap(new TreeMap<>(inUse));
            families = Collections.unmodifiableMap(new TreeMap<>(families));
        }

        public BoilerplateView(StreamInput in) throws IOException {
            this(in.readMap(StreamInput::readOptionalString), in.readMap(StreamInput::readVLong));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeMap(inUse, StreamOutput::writeOptionalString);
            out.writeMap(families, StreamOutput::writeVLong);
        }
    }
}
