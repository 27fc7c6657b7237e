package org.ndd.config;

import java.util.Arrays;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.support.IndicesOptions;

/** A local request about open indices, data streams and aliases. Security replaces the names by those that the user has a right to see. */
public abstract class IndicesActionRequest extends LocalRequest implements IndicesRequest.Replaceable {

    private final String[] typed;
    private String[] indices;
    private IndicesOptions indicesOptions = IndicesOptions.strictExpandOpenAndForbidClosed();

    /** @param indices names or patterns as the user typed them */
    protected IndicesActionRequest(String... indices) {
        if (indices.length == 0) {
            throw new IllegalArgumentException("[index] must be named, but was missing");
        }
        this.typed = indices;
        this.indices = indices;
    }

    @Override
    public final String[] indices() {
        return indices;
    }

    @Override
    public final IndicesRequest indices(String... replacement) {
        this.indices = replacement;
        return this;
    }

    /**
     * Requires that the names match an index. The message has the names as the user typed them, because security replaces a pattern that
     * matches nothing by others.
     *
     * @param matched number of concrete indices
     * @throws IllegalArgumentException if there are none
     */
    public final void requireIndices(int matched) {
        if (matched == 0) {
            throw new IllegalArgumentException(
                    "[index] must name at least one index, but was " + Arrays.toString(typed));
        }
    }

    /** Returns how names are resolved. By default, each must be an open index, and wildcards match open indices that are not hidden. */
    @Override
    public final IndicesOptions indicesOptions() {
        return indicesOptions;
    }

    /** Sets {@link #indicesOptions()}. */
    public final void indicesOptions(IndicesOptions options) {
        indicesOptions = options;
    }

    @Override
    public boolean includeDataStreams() {
        return true;
    }
}
