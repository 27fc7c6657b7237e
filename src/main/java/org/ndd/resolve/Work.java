package org.ndd.resolve;

import org.elasticsearch.index.query.QueryBuilder;
import org.ndd.bulk.BatchLoop;

/** The processing of the documents of a task. */
interface Work extends BatchLoop.Work {

    /** The indices of the documents. */
    String[] indices();

    QueryBuilder query();

    /** Whether the task processes each document that the query finds, so that the total is known before. */
    default boolean isTotalKnown() {
        return true;
    }
}
