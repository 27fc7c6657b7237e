/**
 * Compares two pages outside a run: reads the pages from shards, documents or requests, and the boilerplate of their sites. The compare
 * API, the query, the rescorer, the retriever and the aggregation use the same judge, so they return the same verdict for a pair.
 *
 * <p>The selection of pairs is in other packages. Start with {@link org.ndd.pair.PairJudge}; {@link org.ndd.pair.SegmentPages.ShardPages}
 * reads pages of a shard, {@link org.ndd.pair.BoilerplateLookup} finds boilerplate. {@link org.ndd.pair.MustAgreeFields} and
 * {@link org.ndd.pair.CandidateReader} read other fields of documents, also for runs.
 */
package org.ndd.pair;
