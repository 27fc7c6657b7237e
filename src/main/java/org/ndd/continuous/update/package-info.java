/**
 * Updates the groups of a run for pages that changed. {@link org.ndd.continuous.update.GroupUpdate} does it,
 * {@link org.ndd.continuous.update.UpdatePlan} decides on each page and group, without any requests. The schedule and its completion are
 * not decided here.
 */
package org.ndd.continuous.update;
