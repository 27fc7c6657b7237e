/**
 * Returns the numbers of runs, jobs and caches: {@code GET /_ndd/stats}. Reads counters of other packages, and has no counters itself. No
 * number is about a single document. Start with {@link org.ndd.stats.StatsAction}.
 */
package org.ndd.stats;
