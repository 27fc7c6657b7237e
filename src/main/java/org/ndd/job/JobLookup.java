package org.ndd.job;

import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.ConcurrentSkipListMap;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.action.get.GetRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.block.ClusterBlockException;
import org.elasticsearch.common.regex.Regex;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.indices.IndexClosedException;
import org.elasticsearch.rest.RestStatus;
import org.ndd.bulk.Batches;
import org.ndd.groups.StoredReport;
import org.ndd.partition.RecordStore.Versioned;

/** Finds jobs. A job does not exist for users without the right to read its destination. */
record JobLookup(JobStore store, Client client) {

    /** A job that was found, with its record, or {@code null} and the reason why that cannot be read. */
    record LookupResult(String id, Versioned<JobRecord> stored, Exception unreadable) {}

    /**
     * Errors if an index does not exist, is closed or blocked, or has no active shard. Elasticsearch checks the privileges before. An
     * operator must be able to see and stop the job of such a destination, and all other jobs.
     */
    private static final List<Class<? extends Exception>> UNAVAILABLE = List.of(
            IndexNotFoundException.class,
            IndexClosedException.class,
            ClusterBlockException.class,
            NoShardAvailableActionException.class);

    /** Maximum number of jobs that one request reads at the same time. The queue of a node for such reads is bounded. */
    static final int CONCURRENT_JOBS = 10;

    /** @param listener fails with 404 if there is no such job, and with {@link IllegalArgumentException} if its record cannot be read */
    void get(String id, ActionListener<Versioned<JobRecord>> listener) {
        store.get(
                id,
                listener.delegateFailureAndWrap((l, kept) -> checkMayRead(
                        kept.record().dest(),
                        ActionListener.wrap(
                                allowed -> l.onResponse(kept),
                                e -> l.onFailure(
                                        ExceptionsHelper.status(e) == RestStatus.FORBIDDEN ? missing(id) : e)))));
    }

    /** Finds the jobs of a pattern, in the order of their ids. Fails with 404 for an unknown id, or if a pattern must match. */
    void all(JobPattern pattern, ActionListener<List<LookupResult>> listener) {
        if (pattern.patterns().isEmpty()) {
            find(pattern, pattern.ids(), listener);
        } else {
            store.ids(listener.delegateFailureAndWrap((l, known) -> {
                TreeSet<String> ids = new TreeSet<>(pattern.ids());
                known.stream()
                        .filter(id -> pattern.patterns().stream().anyMatch(part -> Regex.simpleMatch(part, id)))
                        .forEach(ids::add);
                find(pattern, List.copyOf(ids), l);
            }));
        }
    }

    private void find(JobPattern pattern, List<String> ids, ActionListener<List<LookupResult>> listener) {
        Map<String, LookupResult> all = new ConcurrentSkipListMap<>();
        Batches.each(
                ids,
                CONCURRENT_JOBS,
                (id, l) -> find(id, l.map(job -> {
                    if (job != null) {
                        all.put(job.id(), job);
                    }
                    return null;
                })),
                listener.map(done -> {
                    check(pattern, all);
                    return List.copyOf(all.values());
                }));
    }

    /** @param listener gets {@code null} if there is no such job */
    private void find(String id, ActionListener<LookupResult> listener) {
        get(id, ActionListener.wrap(kept -> listener.onResponse(new LookupResult(id, kept, null)), e -> {
            if (e instanceof IllegalArgumentException) {
                listener.onResponse(new LookupResult(id, null, e));
            } else if (ExceptionsHelper.unwrapCause(e) instanceof ResourceNotFoundException) {
                listener.onResponse(null);
            } else {
                listener.onFailure(e);
            }
        }));
    }

    private static void check(JobPattern pattern, Map<String, LookupResult> all) {
        for (String id : pattern.ids()) {
            if (all.containsKey(id) == false) {
                throw missing(id);
            }
        }
        if (pattern.allowNoMatch() == false) {
            for (String part : pattern.patterns()) {
                if (all.keySet().stream().noneMatch(id -> Regex.simpleMatch(part, id))) {
                    throw new ResourceNotFoundException("no job has an id that matches [" + part + "]");
                }
            }
        }
    }

    private static ResourceNotFoundException missing(String id) {
        return new ResourceNotFoundException(JobStore.missing(id));
    }

    /** Checks whether the user in the thread's context has the right to read a destination, which may be unavailable. */
    private void checkMayRead(String dest, ActionListener<Void> listener) {
        client.get(new GetRequest(dest, StoredReport.ID), ActionListener.wrap(found -> listener.onResponse(null), e -> {
            Throwable cause = ExceptionsHelper.unwrapCause(e);
            if (UNAVAILABLE.stream().anyMatch(type -> type.isInstance(cause))) {
                listener.onResponse(null);
            } else {
                listener.onFailure(e);
            }
        }));
    }
}
