package org.ndd.job;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;
import org.ndd.partition.RecordStore;
import org.ndd.partition.RecordStore.Kept;

/**
 * Stores the records of jobs, next to those of runs.
 *
 * <p>The version of a record decides which writer wins: Elasticsearch rejects a version that is not above the stored one. It consists of
 * the number of the task that leads the job, higher with each node that leads it, and the number of the write. The upper half of the
 * numbers of a task is for the states that follow it: failed, stopped, or started again with another task.
 */
public class JobStore {

    /** No name of a run has a slash, so no job has the id of a run. */
    private static final String PREFIX = "job/";

    /** Half of them are enough for a write a second in sixty years. */
    private static final long WRITES = 1L << 32;

    private final RecordStore records;

    public JobStore(RecordStore records) {
        this.records = records;
    }

    /** The version of a write, from 1 on, of the task with this allocation. */
    static long version(long allocation, long write) {
        return allocation * WRITES + write;
    }

    /** A version above all that the task with this allocation writes, and below all that later ones do. */
    static long versionAfter(long allocation) {
        return version(allocation, WRITES / 2);
    }

    /** The version after one that is kept, above all that the task of then may still write. */
    static long nextVersion(long kept) {
        return Math.max(kept, versionAfter(kept / WRITES)) + 1;
    }

    /**
     * Writes a record over the one before; fails with a version conflict if the stored version is the same or higher. Unlike ended runs,
     * jobs are never removed to make space.
     */
    void put(JobRecord job, long version, ActionListener<Void> listener) {
        records.put(PREFIX + job.id(), job, false, version, RefreshPolicy.NONE, listener);
    }

    /** Writes the record of a new job; fails with a version conflict if a job with this id exists. */
    void create(JobRecord job, ActionListener<Void> listener) {
        records.create(PREFIX + job.id(), job, listener);
    }

    /** The record of a job; fails with 404 if there is no such job. */
    void get(String id, ActionListener<Kept<JobRecord>> listener) {
        records.get(PREFIX + id, JobRecord::new, missing(id), listener);
    }

    /** The message of a failure because a job does not exist. */
    static String missing(String id) {
        return "job [" + id + "] does not exist";
    }

    /** The records of all jobs. */
    public void all(ActionListener<RecordStore.Several<JobRecord>> listener) {
        ids(listener.delegateFailureAndWrap(
                (l, ids) -> records.get(ids.stream().map(id -> PREFIX + id).toList(), JobRecord::new, l)));
    }

    /** Forgets a job, whether there is one or not. */
    void delete(String id, ActionListener<Void> listener) {
        records.delete(List.of(PREFIX + id), RefreshPolicy.IMMEDIATE, listener);
    }

    /** Ids of all jobs, in order. */
    void ids(ActionListener<List<String>> listener) {
        records.ids(
                false,
                listener.map(ids -> ids.stream()
                        .filter(id -> id.startsWith(PREFIX))
                        .map(id -> id.substring(PREFIX.length()))
                        .sorted()
                        .toList()));
    }
}
