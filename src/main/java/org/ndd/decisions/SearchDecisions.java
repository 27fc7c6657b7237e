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
import org.ndd.config.ComparisonOptions;

/**
 * Holds the decisions of people during the rewriting of a search. The coordinating node reads the decisions about documents of the searched
 * indices with the rights of the user, and compares them with the current texts. Shards get them with the request. Immutable.
 */
public final class SearchDecisions implements Writeable {

    private static final SearchDecisions NONE = new SearchDecisions(KnownDecisions.NONE, null);

    private final KnownDecisions known;
    private final Supplier<KnownDecisions> pending;

    private SearchDecisions(KnownDecisions known, Supplier<KnownDecisions> pending) {
        this.known = known;
        this.pending = pending;
    }

    /** Returns the state of a search as the user sent it. */
    public static SearchDecisions of(ComparisonOptions options) {
        return options.decisionsIndex() == null ? NONE : new SearchDecisions(null, null);
    }

    public SearchDecisions(StreamInput in) throws IOException {
        this(in.readBoolean() ? new KnownDecisions(in.readCollectionAsList(PairDecision::new)) : null, null);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        if (pending != null) {
            throw new IllegalStateException("[near_dup] must be rewritten before it is sent to a shard");
        }
        out.writeBoolean(known != null);
        if (known != null) {
            out.writeCollection(known.all());
        }
    }

    /** Returns the next state; this object if the context has nothing to add. */
    public SearchDecisions rewrite(QueryRewriteContext context, ComparisonOptions options) {
        if (pending != null) {
            KnownDecisions found = pending.get();
            return found == null ? this : new SearchDecisions(found, null);
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
        return new SearchDecisions(null, AsyncRewrite.start(context, (client, listener) -> {
            if (searched == null) {
                listener.onResponse(KnownDecisions.NONE);
            } else {
                DocumentStates states = new DocumentStates(client, searched, options.fields());
                KnownDecisions.loadValid(client, options.decisionsIndex(), indices, states, listener);
            }
        }));
    }

    /** Returns the decisions that apply to the current texts, on a shard; throws {@link IllegalStateException} if they were not read. */
    public KnownDecisions known() {
        if (known == null) {
            throw new IllegalStateException("[near_dup] must be rewritten before it runs on a shard");
        }
        return known;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SearchDecisions that
                && Objects.equals(all(), that.all())
                && Objects.equals(pending, that.pending);
    }

    private Object all() {
        return known == null ? null : known.all();
    }

    @Override
    public int hashCode() {
        return Objects.hash(all(), pending);
    }
}
