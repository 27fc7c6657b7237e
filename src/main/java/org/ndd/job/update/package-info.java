/**
 * Updates the groups of a run for pages that changed. {@link org.ndd.job.update.GroupUpdate} sends the requests, and {@link
 * org.ndd.job.update.UpdatePlan} decides on each page and group. The schedule of checkpoints is in {@code org.ndd.job}.
 */
package org.ndd.job.update;
