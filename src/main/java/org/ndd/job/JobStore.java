package org.ndd.job;

import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;
import org.ndd.partition.RecordStore;
import org.ndd.partition.RecordStore.Versioned;
import org.ndd.partition.RecordWriter;

/** Stores the records of jobs, next to those of runs. */
public class JobStore {

    /** Prefix of the ids of records. No name of a run has a slash, so no job has the id of a run. */
    private static final String PREFIX = "job/";

    private final RecordStore records;

    public JobStore(RecordStore records) {
        this.records = records;
    }

    RecordWriter<JobRecord> writer(JobRecord job, long allocation) {
        return new RecordWriter<>("job [" + job.id() + "]", job, allocation, this::put, l -> get(job.id(), l));
    }

    /**
     * Replaces a record. Fails with a version conflict if the stored version is the same or higher. Unlike records of ended runs, records
     * of jobs are never removed to make space.
     */
    void put(JobRecord job, long version, ActionListener<Void> listener) {
        records.put(PREFIX + job.id(), job, false, version, listener);
    }

    /** Writes the record of a new job. Fails with a version conflict if a job with this id exists. */
    void create(JobRecord job, ActionListener<Void> listener) {
        records.create(PREFIX + job.id(), job, listener);
    }

    /** Reads the record of a job. Fails with 404 if there is no such job. */
    void get(String id, ActionListener<Versioned<JobRecord>> listener) {
        records.get(PREFIX + id, JobRecord::new, missing(id), listener);
    }

    static String missing(String id) {
        return "job [" + id + "] does not exist";
    }

    public void all(ActionListener<RecordStore.Records<JobRecord>> listener) {
        ids(listener.delegateFailureAndWrap(
                (l, ids) -> records.get(ids.stream().map(id -> PREFIX + id).toList(), JobRecord::new, l)));
    }

    void delete(String id, ActionListener<Void> listener) {
        records.delete(List.of(PREFIX + id), RefreshPolicy.IMMEDIATE, listener);
    }

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
