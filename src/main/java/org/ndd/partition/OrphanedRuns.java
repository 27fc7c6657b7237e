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
import org.ndd.config.RunMark;
import org.ndd.partition.plan.JobParams;
import org.ndd.partition.plan.PartitionTaskParams;

/**
 * Deletes the data that depends on deleted indices, so that users who delete documents need not know where else texts and ids of these are
 * stored:
 *
 * <ul>
 * <li>runs all of whose source indices were deleted, unless they are to be retained when their source is deleted
 * <li>boilerplate, with the run that learned it, with the last index that it is for, or with the node that did not finish it
 * <li>lists of changes, with the last run of their destination
 * </ul>
 *
 * <p>An index that was restored from a snapshot stays until a source that existed together with it is deleted. No user requests these
 * deletions, so they are done as Elasticsearch's internal user: no data is read, and only indices that ndd created and marked are deleted.
 * Runs on the elected master.
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
                // a run that was under way when its source was deleted
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
                    && PartitionTaskParams.find(state, run) == null) {
                orphans.add(run);
            }
        }
        for (IndexMetadata index : Project.of(state).indices().values()) {
            BoilerplateIndex boilerplate = BoilerplateIndex.of(index);
            if (boilerplate != null
                    && (isOrphan(index, boilerplate, deleted, orphans) || isUnfinished(index, boilerplate, deleted))) {
                orphans.add(index.getIndex().getName());
            }
            String dest = RunMark.changesOf(index);
            if (dest != null && isOrphan(index, dest, deleted, orphans)) {
                orphans.add(index.getIndex().getName());
            }
        }
        return orphans;
    }

    /** A list of changes is deleted with the last run of its destination, unless a job is about to create another run. */
    private static boolean isOrphan(IndexMetadata index, String dest, DeletedIndices deleted, Set<String> orphans) {
        return JobParams.jobOf(deleted.state(), dest) == null
                && RunLabel.runsOf(deleted.state(), dest)
                        .allMatch(run -> orphans.contains(run.getIndex().getName()))
                && deleted.sinceOrIn(orphans, index, run -> RunLabel.isNameOfRun(run, dest));
    }

    /** Boilerplate is deleted with the run that learned it, or with the last index that it is for. */
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

    /** Boilerplate that is not in use, and whose learning was not finished because the node that learned it is lost. */
    private static boolean isUnfinished(IndexMetadata index, BoilerplateIndex boilerplate, DeletedIndices deleted) {
        return boilerplate.learner() != null
                && boilerplate.isInUse(index) == false
                && deleted.isRestored(index) == false
                && deleted.state().nodes().stream()
                        .noneMatch(node -> node.getEphemeralId().equals(boilerplate.learner()));
    }

    /**
     * Removes aliases, so that an index that is created later under the same name does not begin with the boilerplate of the deleted one.
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
     * Finds indices that were deleted in this cluster while an index that depends on them existed. The mere absence of an index proves
     * nothing: a snapshot may be restored without the index, before it, or under another name.
     *
     * <p>A deletion that happens during a change of the cluster state is known from that change. A deletion that this master did not
     * observe is known from the tombstones in the cluster state, provided that the dependent index was created in this cluster. If the
     * dependent index was restored from a snapshot, the time since when it exists here is not known.
     */
    static final class DeletedIndices {

        private final ClusterChangedEvent event;

        DeletedIndices(ClusterChangedEvent event) {
            this.event = event;
        }

        /** The cluster as it is now. */
        ClusterState state() {
            return event.state();
        }

        /** Whether an index of such a name was deleted while another index was there. O(deleted indices). */
        boolean since(IndexMetadata dependent, Predicate<String> name) {
            boolean wasThere = Project.of(event.previousState())
                    .hasIndex(dependent.getIndex().getName());
            if (wasThere && event.indicesDeleted().stream().map(Index::getName).anyMatch(name)) {
                return true;
            }
            return isRestored(dependent) == false && isDeletedSince(dependent, name);
        }

        /**
         * Whether an index was restored from a snapshot. It has another history if it was restored over a closed index. Otherwise it keeps
         * the time of its creation, but it is of another cluster, or an index of its name was deleted after that time.
         */
        boolean isRestored(IndexMetadata index) {
            String cluster = RunMark.CLUSTER.get(index.getSettings());
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

        /** The same, or whether such an index is about to be deleted. */
        boolean sinceOrIn(Set<String> going, IndexMetadata dependent, Predicate<String> name) {
            return going.stream().anyMatch(name) || since(dependent, name);
        }

        /** Whether a name is that of an index, or of an index of a data stream, and there is no such index or data stream now. */
        Predicate<String> gone(String owner) {
            if (Project.of(state()).getIndicesLookup().containsKey(owner)) {
                return name -> false;
            }
            String ofStream = DataStream.BACKING_INDEX_PREFIX + owner + "-";
            return name -> name.equals(owner) || name.startsWith(ofStream);
        }
    }
}
