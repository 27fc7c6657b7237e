/**
 * The query and the aggregation {@code near_dup}. The query finds near-duplicates of given pages: candidates come from the posting lists
 * of fingerprints ({@link org.ndd.search.CandidateWalk}), verdicts from {@code org.ndd.pair}. The aggregation finds the largest sets of
 * possibly similar documents among those that match, by the sketches of the core; it collects sets per shard and merges them on the
 * coordinating node.
 *
 * <p>Decisions about pairs do not belong here. Start with {@link org.ndd.search.NearDupQueryBuilder}, which parses the input of users, and
 * {@link org.ndd.search.NearDupQuery}, which runs on a shard; for the aggregation with {@link org.ndd.search.NearDupAggregationBuilder},
 * then {@link org.ndd.search.NearDupAggregator} for a shard and {@link org.ndd.search.NearDupReducer} for the rest. The rescorer and the
 * retriever, which change the order of hits, are in {@code org.ndd.rank}.
 */
package org.ndd.search;
