package org.ndd.rank;

import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.ndd.boilerplate.LoadedBoilerplate;
import org.ndd.config.DocumentFields;
import org.ndd.decisions.KnownDecisions;
import org.ndd.pair.MustAgreeFields;
import org.ndd.pair.RelationJudge;
import org.ndd.pair.ShardPages;

/**
 * Determines whether one hit of a shard represents another.
 *
 * @param index concrete index of the shard
 * @param fields names of the fields that the processor writes
 * @param boilerplate boilerplate of the index
 * @param judge compares two pages
 * @param mustAgreeFields reads the values of {@code must_agree}
 * @param decisions decisions, which take precedence over texts
 * @param breaker circuit breaker that accounts for texts in memory
 */
record HitRules(
        String index,
        DocumentFields fields,
        LoadedBoilerplate boilerplate,
        RelationJudge judge,
        MustAgreeFields mustAgreeFields,
        KnownDecisions decisions,
        CircuitBreaker breaker) {

    /** Returns a reader for the pages of the shard. */
    ShardPages pages(List<LeafReaderContext> leaves) {
        return new ShardPages(leaves, index, fields);
    }
}
