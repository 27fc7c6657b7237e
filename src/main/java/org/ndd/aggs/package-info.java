/**
 * Aggregation {@code near_dup}: the largest sets of perhaps-similar documents among those that match, gathered in each shard
 * and joined on the coordinating node. What resembles what is decided by the sketches of the core; this room knows requests, buckets and
 * memory. No comparison of texts is written here. Start with {@link org.ndd.aggs.NearDupAggregationBuilder}, then {@link
 * org.ndd.aggs.NearDupAggregator} for a shard and {@link org.ndd.aggs.NearDupReducer} for the rest.
 */
package org.ndd.aggs;
