/**
 * Near-duplicates in the results of a search: the rescorer, which sees one shard's best hits, and the retriever, which sees those of all
 * shards. Both find out in the same way, {@link org.ndd.rank.WindowComparison}, and ask the judge of room {@code pair}.
 *
 * <p>Start with {@link org.ndd.rank.NearDupRescorer}, which is the simple one, or with {@link org.ndd.rank.NearDupRetrieverBuilder} and
 * {@link org.ndd.rank.RetrieverSearch}. What two pages have to be like to be near-duplicates does not belong here.
 */
package org.ndd.rank;
