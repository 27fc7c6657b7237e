package org.ndd.partition;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.Predicate;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.cluster.node.tasks.get.TransportGetTaskAction;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.admin.indices.delete.DeleteIndexRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.OriginSettingClient;
import org.elasticsearch.cluster.ClusterChangedEvent;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.ClusterStateListener;
import org.elasticsearch.cluster.metadata.DataStream;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.Index;
import org.ndd.boilerplate.BoilerplateIndex;
import org.ndd.compat.Project;
import org.ndd.config.RunLabel;
import org.ndd.partition.plan.TaskParams;

/**
 * Deletes data that depends on deleted indices, so users who delete documents do not have to find copies of their texts and ids:
 *
 * <ul>
 * <li>runs all of whose source indices were deleted, unless {@code retain_on_source_deletion} is set. The run that a started job updates
 *     stays until the job ends: its next checkpoint may find other indices under the alias or pattern of its source
 * <li>boilerplate, with the run that learned it, with the last of its indices, or with the node that was lost while it learned it
 * <li>lists of changes, with the last run of their destination
 * </ul>
 *
 * <p>An index that was restored from a snapshot stays until a source that existed together with it is deleted. No user requests these
 * deletions, so Elasticsearch's internal user makes them. It reads no data, and deletes only indices that ndd created and marked. Works on
 * the elected master.
 */
public final class OrphanedRuns implements ClusterStateListener {

    private static final Logger logger = LogManager.getLogger(OrphanedRuns.class);

    private final Client client;

    public OrphanedRuns(Client client) {
        this.client = new OriginSettingClient(client, TransportGetTaskAction.TASKS_ORIGIN);
    }

    @Override
    public void clusterChanged(ClusterChangedEvent event) {
        boolean mayOrphan = event.indicesDeleted().isEmpty() == false
                || event.nodesRemoved()
                || event.previousState().nodes().isLocalNodeElectedMaster() == false
                // the source of a run can have been deleted during the run
                || Project.tasksChanged(event);
        if (event.localNodeMaster() == false || mayOrphan == false) {
            return;
        }
        DeletedIndices deleted = new DeletedIndices(event);
        Set<String> orphans = orphans(deleted);
        if (orphans.isEmpty() == false) {
            logger.info("deletes {}, which belong to deleted runs or indices", orphans);
            client.admin()
                    .indices()
                    .delete(
                            new DeleteIndexRequest(orphans.toArray(String[]::new))
                                    .indicesOptions(IndicesOptions.lenientExpandOpen()),
                            ActionListener.wrap(
                                    done -> {}, e -> logger.warn(() -> orphans + " could not be deleted", e)));
        }
        List<AliasActions> unused = unused(deleted, orphans);
        if (unused.isEmpty() == false) {
            RunIndex.changeAliases(
                    client,
                    unused,
                    ActionListener.wrap(
                            removed -> {},
                            e -> logger.warn("aliases of boilerplate of deleted indices still exist", e)));
        }
    }

    static Set<String> orphans(DeletedIndices deleted) {
        ClusterState state = deleted.state();
        Set<String> orphans = new LinkedHashSet<>();
        for (IndexMetadata index : Project.of(state).indices().values()) {
            RunLabel label = RunLabel.of(index);
            String run = index.getIndex().getName();
            if (label != null
                    && label.hasLostItsSource(state)
                    && deleted.since(index, label.indices()::contains)
                    && RunIndex.RETAIN_ON_SOURCE_DELETION.get(index.getSettings()) == false
                    && (label.isLive(index) == false || TaskParams.jobOf(state, label.dest()) == null)
                    && TaskParams.ofRun(state, run) == null) {
                orphans.add(run);
            }
        }
        for (IndexMetadata index : Project.of(state).indices().values()) {
            BoilerplateIndex boilerplate = BoilerplateIndex.of(index);
            if (boilerplate != null
                    && (isOrphan(index, boilerplate, deleted, orphans) || isUnfinished(index, boilerplate, deleted))) {
                orphans.add(index.getIndex().getName());
            }
            String dest = RunLabel.changesOf(index);
            if (dest != null && isOrphan(index, dest, deleted, orphans)) {
                orphans.add(index.getIndex().getName());
            }
        }
        return orphans;
    }

    /** Checks whether a list of changes has to be deleted: with the last run of its destination, unless a job will create another run. */
    private static boolean isOrphan(IndexMetadata index, String dest, DeletedIndices deleted, Set<String> orphans) {
        return TaskParams.jobOf(deleted.state(), dest) == null
                && RunLabel.runsOf(deleted.state(), dest)
                        .allMatch(run -> orphans.contains(run.getIndex().getName()))
                && deleted.sinceOrIn(orphans, index, run -> RunLabel.isNameOfRun(run, dest));
    }

    /** Checks whether boilerplate has to be deleted: with the run that learned it, or with the last of its indices. */
    private static boolean isOrphan(
            IndexMetadata index, BoilerplateIndex boilerplate, DeletedIndices deleted, Set<String> orphans) {
        ClusterState state = deleted.state();
        if (boilerplate.run() != null) {
            return orphans.contains(boilerplate.run())
                    || Project.of(state).hasIndex(boilerplate.run()) == false
                            && deleted.since(index, boilerplate.run()::equals);
        }
        Set<String> owners = boilerplate.holders().keySet();
        return owners.stream().noneMatch(Project.of(state).getIndicesLookup()::containsKey)
                && owners.stream().anyMatch(owner -> deleted.since(index, deleted.gone(owner)));
    }

    /** Checks whether boilerplate is not in use, and was not learned completely because the node that learned it was lost. */
    private static boolean isUnfinished(IndexMetadata index, BoilerplateIndex boilerplate, DeletedIndices deleted) {
        return boilerplate.learner() != null
                && boilerplate.isInUse(index) == false
                && deleted.isRestored(index) == false
                && deleted.state().nodes().stream()
                        .noneMatch(node -> node.getEphemeralId().equals(boilerplate.learner()));
    }

    /**
     * Returns the aliases to remove. Otherwise an index that is created later with the same name would start with the boilerplate of the
     * deleted one.
     */
    private static List<AliasActions> unused(DeletedIndices deleted, Set<String> orphans) {
        List<AliasActions> unused = new ArrayList<>();
        for (IndexMetadata index : Project.of(deleted.state()).indices().values()) {
            BoilerplateIndex boilerplate = BoilerplateIndex.of(index);
            String name = index.getIndex().getName();
            if (boilerplate != null && orphans.contains(name) == false) {
                boilerplate.holders().keySet().stream()
                        .filter(owner -> index.getAliases().containsKey(BoilerplateIndex.alias(owner)))
                        .filter(owner -> deleted.since(index, deleted.gone(owner)))
                        .forEach(owner -> unused.add(BoilerplateIndex.action(AliasActions.Type.REMOVE, name, owner)));
            }
        }
        return unused;
    }

    /**
     * Finds indices that were deleted in this cluster while an index that depends on them existed. The absence of an index alone proves
     * nothing: a snapshot may be restored without the index, before it, or under another name.
     *
     * <p>A deletion during a change of the cluster state is detected from that change. A deletion that this master did not observe is
     * detected from the tombstones in the cluster state, if the dependent index was created in this cluster. If the dependent index was
     * restored from a snapshot, the time of its restoration is not available.
     */
    static final class DeletedIndices {

        private final ClusterChangedEvent event;

        DeletedIndices(ClusterChangedEvent event) {
            this.event = event;
        }

        ClusterState state() {
            return event.state();
        }

        /** Whether an index with such a name was deleted while the dependent index existed. O(deleted indices). */
        boolean since(IndexMetadata dependent, Predicate<String> name) {
            boolean existed = Project.of(event.previousState())
                    .hasIndex(dependent.getIndex().getName());
            if (existed && event.indicesDeleted().stream().map(Index::getName).anyMatch(name)) {
                return true;
            }
            return isRestored(dependent) == false && isDeletedSince(dependent, name);
        }

        /**
         * Whether an index was restored from a snapshot. An index that was restored over a closed index has another history. Any other
         * restored index keeps its creation time, but is of another cluster, or an index of its name was deleted after that time.
         */
        boolean isRestored(IndexMetadata index) {
            String cluster = RunLabel.CLUSTER.get(index.getSettings());
            return index.getSettings().hasValue(IndexMetadata.SETTING_HISTORY_UUID)
                    || cluster.isEmpty() == false
                            && cluster.equals(state().metadata().clusterUUID()) == false
                    || isDeletedSince(index, index.getIndex().getName()::equals);
        }

        private boolean isDeletedSince(IndexMetadata dependent, Predicate<String> name) {
            return Project.of(state()).indexGraveyard().getTombstones().stream()
                    .anyMatch(tombstone -> tombstone.getDeleteDateInMillis() >= dependent.getCreationDate()
                            && name.test(tombstone.getIndex().getName()));
        }

        /** Whether {@link #since} is true, or such an index is going to be deleted. */
        boolean sinceOrIn(Set<String> toDelete, IndexMetadata dependent, Predicate<String> name) {
            return toDelete.stream().anyMatch(name) || since(dependent, name);
        }

        /** Returns a test of names, which accepts an index or the indices of a data stream, if no such index or data stream exists. */
        Predicate<String> gone(String owner) {
            if (Project.of(state()).getIndicesLookup().containsKey(owner)) {
                return name -> false;
            }
            String ofStream = DataStream.BACKING_INDEX_PREFIX + owner + "-";
            return name -> name.equals(owner) || name.startsWith(ofStream);
        }
    }
}
