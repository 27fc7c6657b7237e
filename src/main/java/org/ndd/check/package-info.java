/**
 * The check API: what given documents and pages are, as they are now: unique, the page to keep of a group, or a duplicate of one.
 *
 * <p>Groups are those of a run, candidates those of the query {@code near_dup}, verdicts those of {@code org.ndd.pair}: nothing that
 * decides about a pair belongs here. Start with {@link org.ndd.check.CheckAction}, and {@link org.ndd.check.CheckBatch} for
 * the rule.
 */
package org.ndd.check;
