/**
 * Updates the groups of a run for pages that changed. {@link org.ndd.job.update.GroupUpdate} sends the requests. {@link
 * org.ndd.job.update.ClassifiedChanges} is the first of the stages that decide on each page and group. The schedule of checkpoints is in
 * {@code org.ndd.job}.
 */
package org.ndd.job.update;
