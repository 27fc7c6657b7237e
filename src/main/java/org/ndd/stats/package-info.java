/**
 * The numbers of runs, jobs and caches: {@code GET /_ndd/stats}. Reads what other packages count, and counts nothing itself. No number is
 * of a single document. Start with {@link org.ndd.stats.StatsAction}.
 */
package org.ndd.stats;
