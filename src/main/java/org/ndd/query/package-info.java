/**
 * The query {@code near_dup}, which finds near-duplicates of given pages. Candidates come from the posting lists of fingerprints ({@link
 * org.ndd.query.CandidateWalk}), verdicts from {@code org.ndd.pair}.
 *
 * <p>Decisions about pairs do not belong here. Start with {@link org.ndd.query.NearDupQueryBuilder}, which parses the input of users, and
 * {@link org.ndd.query.NearDupQuery}, which runs on a shard.
 */
package org.ndd.query;
