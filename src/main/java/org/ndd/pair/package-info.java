/**
 * Comparing two pages outside a run: the pages as a shard or a document gives them, the boilerplate of their sites, and
 * one judge, so that the compare API, the query, the rescorer, the retriever and the aggregation give one answer for a
 * pair.
 *
 * <p>Which pairs are worth a comparison is decided elsewhere. Start with {@link org.ndd.pair.PairJudge}; {@link
 * org.ndd.pair.ShardPages} reads pages of a shard, {@link org.ndd.pair.BoilerplateLookup} fetches boilerplate.
 */
package org.ndd.pair;
