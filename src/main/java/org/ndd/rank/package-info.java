/**
 * Near-duplicates in the results of a search: the rescorer, which sees one shard's best hits, and the retriever, which sees those of all
 * shards. Both work in the same way, with {@link org.ndd.rank.WindowComparison} and the judge of package {@code pair}.
 *
 * <p>Start with {@link org.ndd.rank.NearDupRescorer}, which is the simple one, or with {@link org.ndd.rank.NearDupRetrieverBuilder} and
 * {@link org.ndd.rank.RetrieverSearch}. The criteria for near-duplicates do not belong here.
 */
package org.ndd.rank;
