/**
 * Updates the groups of a run for pages that changed. {@link org.ndd.job.update.GroupUpdate} does it,
 * {@link org.ndd.job.update.UpdatePlan} decides on each page and group, without any requests. The schedule and its completion are
 * not decided here.
 */
package org.ndd.job.update;
