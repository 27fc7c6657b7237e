package org.ndd.resolve;

import org.elasticsearch.index.query.QueryBuilder;
import org.ndd.bulk.BatchLoop;

/** Processes the documents of a task. */
interface Work extends BatchLoop.Work {

    /** Returns the indices of the documents. */
    String[] indices();

    QueryBuilder query();

    /** Returns whether the task processes each document that the query finds, so that the total is known in advance. */
    default boolean isTotalKnown() {
        return true;
    }
}
