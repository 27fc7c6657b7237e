package org.ndd.pair;

import java.util.List;
import org.elasticsearch.search.SearchExtBuilder;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * Requests values of hits, in searches of the plugin: a fetch phase reads them on the shards. Users cannot write it, because requests have
 * no parser for it.
 */
public abstract class HitRequest extends SearchExtBuilder {

    private final String name;
    private final List<Object> parts;

    /** @param parts all fields */
    protected HitRequest(String name, Object... parts) {
        this.name = name;
        this.parts = List.of(parts);
    }

    @Override
    public final String getWriteableName() {
        return name;
    }

    @Override
    public final XContentBuilder toXContent(XContentBuilder builder, Params params) {
        return builder;
    }

    @Override
    public final boolean equals(Object other) {
        return other instanceof HitRequest that && name.equals(that.name) && parts.equals(that.parts);
    }

    @Override
    public final int hashCode() {
        return parts.hashCode();
    }
}
