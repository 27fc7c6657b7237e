/**
 * Jobs: groups that are kept up to date as documents are added, changed and deleted.
 *
 * <p>Reading order: {@link org.ndd.job.JobRecord} (the stored state), {@link org.ndd.job.JobLoop} (its life cycle),
 * {@link org.ndd.job.Checkpoint} (one step of it). Full runs are started by the same request that users send; how groups are made
 * does not belong here.
 */
package org.ndd.job;
