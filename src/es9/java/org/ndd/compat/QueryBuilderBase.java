package org.ndd.compat;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.index.query.LeafQueryBuilder;

/** Base class for builders of leaf queries. */
public abstract class QueryBuilderBase<B extends QueryBuilderBase<B>> extends LeafQueryBuilder<B> {

    protected QueryBuilderBase() {}

    protected QueryBuilderBase(StreamInput in) throws IOException {
        super(in);
    }
}
