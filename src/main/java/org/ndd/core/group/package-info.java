/**
 * The rules of groups that every partition follows, in a run, in memory and in a search: the order of documents, candidates, leaders,
 * canonical documents, and the effect of decisions of people.
 *
 * <p>Start with {@link org.ndd.core.group.Rank}, {@link org.ndd.core.group.FrequencyRule}, {@link org.ndd.core.group.Scoreboard}, {@link
 * org.ndd.core.group.JoinRule} and {@link org.ndd.core.group.CanonicalRule}. {@link org.ndd.core.group.WindowClustering} groups the hits
 * of a search. Not in this package: code that depends on indices, shards or nodes; how two documents are compared (core.compare); the
 * whole method over documents in memory (core.partition).
 */
package org.ndd.core.group;
