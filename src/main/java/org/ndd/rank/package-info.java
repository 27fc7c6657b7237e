/**
 * Removes or demotes near-duplicates in search results: the rescorer uses the best hits of one shard, the retriever those of all shards.
 * Both use {@link org.ndd.rank.WindowComparison} and the judge of package {@code pair}.
 *
 * <p>Start with {@link org.ndd.rank.NearDupRescorer}, which is simpler, or with {@link org.ndd.rank.NearDupRetrieverBuilder} and {@link
 * org.ndd.rank.RetrieverSearch}. The criteria for near-duplicates do not belong here.
 */
package org.ndd.rank;
