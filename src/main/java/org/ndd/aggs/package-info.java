/**
 * Aggregation {@code near_dup}: the largest sets of possibly similar documents among those that match, collected per shard and merged on
 * the coordinating node. The sketches of the core determine which documents are similar; this package handles requests, buckets and memory.
 * Start with {@link org.ndd.aggs.NearDupAggregationBuilder}, then {@link org.ndd.aggs.NearDupAggregator} for a shard and {@link
 * org.ndd.aggs.NearDupReducer} for the rest.
 */
package org.ndd.aggs;
