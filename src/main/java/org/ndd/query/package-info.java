/**
 * The query {@code near_dup}: documents that are near-duplicates of given pages. Candidates come from the posting lists of fingerprints
 * ({@code org.ndd.lucene}), verdicts from {@code org.ndd.pair}.
 *
 * <p>Nothing that decides about a pair belongs here. Start with {@link org.ndd.query.NearDupQueryBuilder}, the input of users, and
 * {@link org.ndd.query.NearDupQuery}, which runs on a shard.
 */
package org.ndd.query;
