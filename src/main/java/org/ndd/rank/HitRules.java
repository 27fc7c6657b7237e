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
 * What makes one hit of a shard represent another.
 *
 * @param index concrete index of the shard
 * @param fields of the processor
 * @param boilerplate of the index
 * @param judge compares two pages
 * @param apart reads the values that keep pages apart
 * @param decisions of people, which count more than texts
 * @param breaker accounts for texts in memory
 */
record HitRules(
        String index,
        DocumentFields fields,
        LoadedBoilerplate boilerplate,
        RelationJudge judge,
        MustAgreeFields apart,
        KnownDecisions decisions,
        CircuitBreaker breaker) {

    /** Pages of the shard. */
    ShardPages pages(List<LeafReaderContext> leaves) {
        return new ShardPages(leaves, index, fields);
    }
}
