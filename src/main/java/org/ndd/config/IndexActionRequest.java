package org.ndd.config;

import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.support.IndicesOptions;

/** A request about one open index, alias or data stream, by its name and not by a pattern. */
public abstract class IndexActionRequest extends LocalRequest implements IndicesRequest {

    private final String index;

    protected IndexActionRequest(String index) {
        if (index == null || index.isEmpty()) {
            throw new IllegalArgumentException("[index] must be given");
        }
        if (index.indexOf(',') >= 0) {
            throw new IllegalArgumentException(
                    "[index] must be the name of one index or alias, but was [" + index + "]");
        }
        this.index = index;
    }

    /** Returns the index as the user typed it. */
    public final String index() {
        return index;
    }

    @Override
    public final String[] indices() {
        return new String[] {index};
    }

    @Override
    public final IndicesOptions indicesOptions() {
        return IndicesOptions.strictNoExpandForbidClosed();
    }

    @Override
    public final boolean includeDataStreams() {
        return true;
    }
}
