package org.ndd.decisions;

import java.io.IOException;
import java.util.Objects;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Supplier;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.ndd.config.AsyncRewrite;
import org.ndd.config.DocumentFields;

/**
 * Holds the decisions of people during the rewriting of a search. The coordinating node reads the decisions about documents of the searched
 * indices with the rights of the user, and compares them with the current texts. Shards get them with the request. Immutable.
 */
public final class SearchDecisions implements Writeable {

    /** A search without decisions. */
    public static final SearchDecisions NONE = new SearchDecisions(null, KnownDecisions.NONE, null);

    private final String index;
    private final KnownDecisions known;
    private final Supplier<KnownDecisions> pending;

    private SearchDecisions(String index, KnownDecisions known, Supplier<KnownDecisions> pending) {
        this.index = index;
        this.known = known;
        this.pending = pending;
    }

    /**
     * Creates the state of a search as the user sent it.
     *
     * @param index index of the decisions, or {@code null} for none
     * @throws IllegalArgumentException if it is not a name of one index
     */
    public static SearchDecisions of(String index) {
        DecisionIndex.check(index);
        return index == null ? NONE : new SearchDecisions(index, null, null);
    }

    public SearchDecisions(StreamInput in) throws IOException {
        this(
                in.readOptionalString(),
                in.readBoolean() ? new KnownDecisions(in.readCollectionAsList(PairDecision::new)) : null,
                null);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        if (pending != null) {
            throw new IllegalStateException("[near_dup] must be rewritten before it is sent to a shard");
        }
        out.writeOptionalString(index);
        out.writeBoolean(known != null);
        if (known != null) {
            out.writeCollection(known.all());
        }
    }

    /**
     * Returns the next state.
     *
     * @param fields names of the fields of the processor
     * @return this object if the context has nothing to add
     */
    public SearchDecisions rewrite(QueryRewriteContext context, DocumentFields fields) {
        if (pending != null) {
            KnownDecisions found = pending.get();
            return found == null ? this : new SearchDecisions(index, found, null);
        }
        if (known != null || context.getResolvedIndices() == null) {
            return this;
        }
        Set<String> indices = new TreeSet<>();
        for (Index concrete : context.getResolvedIndices().getConcreteLocalIndices()) {
            indices.add(concrete.getName());
        }
        // the names that the user typed: the user may have rights only for these
        OriginalIndices searched = context.getResolvedIndices().getLocalIndices();
        return new SearchDecisions(index, null, AsyncRewrite.start(context, (client, listener) -> {
            if (searched == null) {
                listener.onResponse(KnownDecisions.NONE);
            } else {
                DocumentStates states = new DocumentStates(client, searched, fields);
                KnownDecisions.loadValid(client, index, indices, states, listener);
            }
        }));
    }

    /** Returns the index of the decisions, or {@code null} if the search has none. */
    public String index() {
        return index;
    }

    /**
     * Returns the decisions that apply to the current texts, on a shard.
     *
     * @throws IllegalStateException if they were not read
     */
    public KnownDecisions known() {
        if (known == null) {
            throw new IllegalStateException("[near_dup] must be rewritten before it runs on a shard");
        }
        return known;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SearchDecisions that
                && Objects.equals(index, that.index)
                && Objects.equals(all(), that.all())
                && Objects.equals(pending, that.pending);
    }

    private Object all() {
        return known == null ? null : known.all();
    }

    @Override
    public int hashCode() {
        return Objects.hash(index, all(), pending);
    }
}
