/**
 * The check API, which returns the current state of given documents and pages: unique, canonical, or a duplicate.
 *
 * <p>Groups are those of a run, candidates those of the query {@code near_dup}, verdicts those of {@code org.ndd.pair}. Decisions about
 * pairs do not belong here. Start with {@link org.ndd.check.CheckAction}, and {@link org.ndd.check.CheckBatch} for the rule.
 */
package org.ndd.check;
