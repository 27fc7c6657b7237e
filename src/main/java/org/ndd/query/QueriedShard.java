package org.ndd.query;

import org.ndd.config.DocumentFields;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.pair.MustAgreeFields;

/**
 * The shard in which a query looks for pages.
 *
 * @param index its concrete index
 * @param fields of the processor
 * @param mixed whether it may have documents of another version than a page, which are left out
 * @param apart reads what keeps its documents apart from the pages
 * @param memory supplies the scratch space of comparisons
 */
record QueriedShard(
        String index, DocumentFields fields, boolean mixed, MustAgreeFields apart, ComparisonMemory memory) {}
