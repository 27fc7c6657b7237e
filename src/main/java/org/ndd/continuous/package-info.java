/**
 * Continuous jobs: groups that are kept up to date as pages come, change and go.
 *
 * <p>Reading order: {@link org.ndd.continuous.JobRecord} (what is kept of it),
 * {@link org.ndd.continuous.JobLoop} (its life), {@link org.ndd.continuous.Checkpoint} (one step of it). Full runs are asked for as
 * anybody asks for them; how groups are made does not belong here.
 */
package org.ndd.continuous;
