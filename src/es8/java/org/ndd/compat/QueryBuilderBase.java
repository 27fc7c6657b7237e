package org.ndd.compat;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.index.query.AbstractQueryBuilder;

/** Base class for builders of leaf queries. */
public abstract class QueryBuilderBase<B extends QueryBuilderBase<B>> extends AbstractQueryBuilder<B> {

    protected QueryBuilderBase() {}

    protected QueryBuilderBase(StreamInput in) throws IOException {
        super(in);
    }
}
