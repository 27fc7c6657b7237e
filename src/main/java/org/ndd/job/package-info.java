/**
 * Jobs: groups that are kept up to date as documents are added, changed and deleted.
 *
 * <p>Reading order: {@link org.ndd.job.JobRecord} (the stored state), {@link org.ndd.job.JobLoop} (the steps of a job), {@link
 * org.ndd.job.Checkpoint} (one of these steps). The same request that users send starts a full run; the grouping is in other packages.
 */
package org.ndd.job;
