package org.ndd.partition;

import java.util.ArrayList;
import java.util.List;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.indices.delete.DeleteIndexRequest;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.index.Index;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.Task;
import org.ndd.boilerplate.BoilerplateIndex;
import org.ndd.bulk.IndexClaims;
import org.ndd.bulk.Refresh;
import org.ndd.compat.Project;
import org.ndd.config.RunLabel;
import org.ndd.partition.plan.RunSpec;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.partition.plan.TaskParams;

/**
 * Executes the end of a run: makes its groups searchable, publishes them if requested, and deletes earlier runs that exceed the number to
 * retain.
 */
final class RunPublisher {

    private static final Logger logger = LogManager.getLogger(RunPublisher.class);

    private final Client client;
    private final ClusterService clusterService;
    private final IndexClaims claims;

    RunPublisher(Client client, ClusterService clusterService) {
        this.client = client;
        this.clusterService = clusterService;
        this.claims = new IndexClaims(clusterService, client);
    }

    /** Returns the reason why a run does not publish its groups at its end; {@code null} if it publishes them. */
    static String unpublished(RunSpec spec, StepCounts counts) {
        if (spec.options().execution().dryRun()) {
            return "[dry_run] is [true]";
        }
        if (spec.publication().publish() == false) {
            return "[publish] is [false]";
        }
        if (counts.get(Count.DOCUMENTS) == 0) {
            return "the run has no documents";
        }
        return counts.get(Count.DOCUMENTS) > counts.get(Count.UNPROCESSED)
                ? null
                : "no document of the run has fields of the processor: run [POST /"
                        + String.join(",", spec.source().indices().indices()) + "/_ndd/backfill]";
    }

    /**
     * Makes all written documents and all boilerplate searchable. Searches load the boilerplate that is searchable at the time of its
     * publication.
     */
    void refresh(RunSpec spec, ActionListener<Void> listener) {
        refresh(RunIndex.withBoilerplate(clusterService.state(), spec.runId()), listener);
    }

    private void refresh(List<String> indices, ActionListener<Void> listener) {
        Refresh.execute(client, new RefreshRequest(indices.toArray(String[]::new)), listener);
    }

    /** @throws ElasticsearchStatusException (409) if the index of the run was restored from a snapshot, without its later groups */
    void requireAllGroups(RunSpec spec) {
        if (RunIndex.isRestored(clusterService.state(), spec.runId())) {
            throw new ElasticsearchStatusException(
                    "the index of run [" + spec.runId()
                            + "] was restored from a snapshot during the run, so its groups are "
                            + "not complete: start another run",
                    RestStatus.CONFLICT);
        }
    }

    /** Publishes a run and its boilerplate, and replaces the run that the destination publishes. */
    void publish(String runId, String dest, ActionListener<Void> listener) {
        ClusterState state = clusterService.state();
        BoilerplateInUse.Change boilerplate = BoilerplateInUse.toRun(state, runId, dest);
        SubscribableListener.<Void>newForked(
                        l -> new RunIndex(client, runId).publish(dest, state, boilerplate.actions(), l))
                .<Void>andThen(l -> delete(boilerplate.replaced(), l))
                .addListener(listener);
    }

    void publishLearned(RunSpec spec, ActionListener<Void> listener) {
        BoilerplateInUse.Change boilerplate = BoilerplateInUse.toLearned(clusterService.state(), spec);
        SubscribableListener.<Void>newForked(l -> {
                    if (boilerplate.actions().isEmpty()) {
                        l.onResponse(null);
                    } else {
                        refresh(
                                List.of(BoilerplateIndex.name(spec.runId())),
                                l.delegateFailureAndWrap(
                                        (m, done) -> RunIndex.changeAliases(client, boilerplate.actions(), m)));
                    }
                })
                .<Void>andThen(l -> delete(boilerplate.replaced(), l))
                .addListener(listener);
    }

    /**
     * Deletes earlier runs that exceed the number to retain. If one cannot be deleted, or a user publishes it at the moment, the run does
     * not fail: the next run tries again.
     *
     * @param listener never fails
     */
    void deleteOlder(RunSpec spec, Task task, ActionListener<Void> listener) {
        ClusterState before = clusterService.state();
        List<String> older = older(before, spec);
        List<Index> claimed = older.stream()
                .map(run -> Project.of(before).index(run).getIndex())
                .toList();
        claims.during(
                task,
                "deletion of earlier runs",
                claimed,
                l -> {
                    ClusterState state = clusterService.state();
                    delete(
                            older(state, spec).stream()
                                    .filter(older::contains)
                                    .flatMap(run -> RunIndex.withBoilerplate(state, run).stream())
                                    .toList(),
                            l);
                },
                listener.delegateResponse((l, e) -> {
                    logger.warn(() -> older + " are not needed any more, and could not be deleted", e);
                    l.onResponse(null);
                }));
    }

    /** Deletes indices that are not needed any more, if they exist. The listener never fails. */
    void delete(List<String> indices, ActionListener<Void> listener) {
        if (indices.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        client.admin()
                .indices()
                .delete(
                        new DeleteIndexRequest(indices.toArray(String[]::new))
                                .indicesOptions(IndicesOptions.lenientExpandOpen()),
                        ActionListener.wrap(deleted -> listener.onResponse(null), e -> {
                            logger.warn(() -> indices + " are not needed any more, and could not be deleted", e);
                            listener.onResponse(null);
                        }));
    }

    /**
     * Returns the earlier runs of the destination that are neither published, nor active, nor among the newest ones to retain. Runs that
     * wrote groups and dry runs are counted separately. So a dry run never causes the deletion of a run that a user can publish again.
     * Copies with other names, such as clones, were made by users, who also delete them.
     */
    static List<String> older(ClusterState state, RunSpec spec) {
        List<String> older = new ArrayList<>();
        int kept = 0;
        int keptDry = 0;
        boolean before = false;
        for (IndexMetadata index : RunLabel.runsOf(state, spec.dest()).toList()) {
            String run = index.getIndex().getName();
            RunLabel label = RunLabel.of(index);
            if (run.equals(spec.runId())) {
                before = true;
            } else if (before
                    && RunLabel.isNameOfRun(run, spec.dest())
                    && label.isLive(index) == false
                    && TaskParams.ofRun(state, run) == null) {
                int number = label.dryRun() ? ++keptDry : ++kept;
                if (number > spec.publication().maxRetainedRuns()) {
                    older.add(run);
                }
            }
        }
        return older;
    }
}
