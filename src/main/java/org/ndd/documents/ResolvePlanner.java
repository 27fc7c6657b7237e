package org.ndd.documents;

import java.time.Instant;
import java.time.ZoneOffset;
import java.time.format.DateTimeFormatter;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Locale;
import java.util.Objects;
import java.util.Set;
import java.util.UUID;
import java.util.stream.Stream;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexAbstraction;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver.ResolvedExpression;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.ingest.IngestService;
import org.ndd.bulk.BulkTask.Operation;
import org.ndd.bulk.PrivilegeProbes;
import org.ndd.bulk.VisibleFieldsAction;
import org.ndd.bulk.WholeDocuments;
import org.ndd.compat.Calls;
import org.ndd.compat.Project;
import org.ndd.config.DocumentFields;
import org.ndd.config.HiddenIndex;
import org.ndd.config.MappingCheck;
import org.ndd.config.NameCheck;
import org.ndd.config.NodeServices;
import org.ndd.config.RunLabel;
import org.ndd.config.TaskState;
import org.ndd.groups.Destination;
import org.ndd.groups.StoredReport;
import org.ndd.ingest.NearDupPipelines;

/** Checks a request and plans its work. All errors of the request are reported here, before any work starts. */
record ResolvePlanner(NodeServices services, IngestService ingestService) {

    private static final DateTimeFormatter TIME =
            DateTimeFormatter.ofPattern("yyyyMMdd-HHmmss", Locale.ROOT).withZone(ZoneOffset.UTC);

    /**
     * Returns the names in a request in addition to its documents. Only users with the right to read such an index may learn whether it
     * exists.
     */
    List<String> additionalNames(ResolveAction.Request request, ClusterState state) {
        List<String> names = new ArrayList<>();
        if (isByGroups(request)) {
            names.add(dest(request, services.resolver().concreteIndices(state, request)));
        }
        if (request.backup != null) {
            names.add(request.backup);
        }
        return names;
    }

    /** @throws RuntimeException with the status of the response, if the task must not start */
    ResolvePlan plan(ResolveAction.Request request, ClusterState state) {
        Index[] indices = services.resolver().concreteIndices(state, request);
        request.requireIndices(indices.length);
        DestinationRun dest =
                isByGroups(request) ? DestinationRun.of(dest(request, indices), state) : DestinationRun.NONE;
        String field = field(request, dest);
        Set<ResolvedExpression> expressions = Calls.resolve(services.resolver(), state, request.indices());
        if (services.resolver().resolveSearchRouting(Project.named(state), null, request.indices()) != null) {
            throw restricted(request);
        }
        for (Index index : indices) {
            check(request, field, index, expressions, state);
        }
        List<Index> targets = List.of(indices);
        checkNoReference(dest, targets);
        checkCompared(dest, targets);
        return switch (request.operation) {
            case DELETE -> deletion(request, field, targets, dest, state);
            case RESTORE ->
                new ResolvePlan(request, field, targets, targets, dest, existingBackup(request.backup, state));
            case MARK -> new ResolvePlan(request, field, targets, indicesToClaim(targets, dest, state), dest, null);
            case UNMARK -> new ResolvePlan(request, field, targets, targets, dest, null);
            case BACKFILL -> throw new IllegalArgumentException("a backfill has no groups");
        };
    }

    private static boolean isByGroups(ResolveAction.Request request) {
        return request.operation == Operation.DELETE || request.operation == Operation.MARK;
    }

    /** Returns the field of the run, whose texts were compared; rejects a request with another field. */
    private static String field(ResolveAction.Request request, DestinationRun dest) {
        if (dest.label == null) {
            return request.field == null ? DocumentFields.DEFAULT_PARENT : request.field;
        }
        String field = dest.label.field();
        if (request.field != null && request.field.equals(field) == false) {
            throw new IllegalArgumentException("[target_field] must be the field of run [" + dest.indexName() + "], ["
                    + field + "], but was [" + request.field + "]");
        }
        return field;
    }

    /** Checks that no document of a reference would be changed because of the run that compared with it. */
    private static void checkNoReference(DestinationRun dest, List<Index> targets) {
        for (Index target : targets) {
            if (dest.label != null && dest.label.read().references().contains(target.getName())) {
                throw new IllegalArgumentException("[index] must not be a reference of run [" + dest.indexName()
                        + "], but was [" + target.getName() + "]");
            }
        }
    }

    /** Checks that the run compared an index of the request: an alias may have moved to another one. */
    private static void checkCompared(DestinationRun dest, List<Index> targets) {
        if (dest.label == null) {
            return;
        }
        List<String> names = targets.stream().map(Index::getName).toList();
        if (Collections.disjoint(names, dest.label.indices())) {
            throw new IllegalArgumentException("[index] must have an index that run [" + dest.indexName()
                    + "] compared, " + dest.label.indices() + ", but was " + names + ": start another run");
        }
    }

    private static IllegalArgumentException restricted(ResolveAction.Request request) {
        return new IllegalArgumentException(
                "[index] must be an index or an alias without a filter and routing, but was "
                        + Arrays.toString(request.indices())
                        + ": documents that its searches do not find would be changed too");
    }

    private void check(
            ResolveAction.Request request,
            String field,
            Index index,
            Set<ResolvedExpression> expressions,
            ClusterState state) {
        IndexMetadata metadata = Project.of(state).getIndexSafe(index);
        if (services.indices()
                        .buildAliasFilter(Project.routed(state), index.getName(), expressions)
                        .getQueryBuilder()
                != null) {
            throw restricted(request);
        }
        IndexAbstraction abstraction = Project.of(state).getIndicesLookup().get(index.getName());
        boolean needsRestore = request.operation == Operation.DELETE || request.operation == Operation.RESTORE;
        if (needsRestore && abstraction.getParentDataStream() != null) {
            throw new IllegalArgumentException(
                    "[index] must not be of a data stream, whose documents cannot be restored to it, but was ["
                            + index.getName() + "]: mark duplicates instead");
        }
        if (request.operation != Operation.RESTORE) {
            MappingCheck.check(metadata, field);
            // a deleted page must be restored completely, and a mark must not remove a field
            WholeDocuments.checkSourceIsWhole(metadata, null);
        }
        if (request.operation == Operation.MARK) {
            checkNoFinalPipeline(field, metadata, state);
        }
    }

    /** Rejects a final pipeline with the processor. No request can bypass it, and the processor replaces the object with the marks. */
    private void checkNoFinalPipeline(String field, IndexMetadata index, ClusterState state) {
        String pipeline = IndexSettings.FINAL_PIPELINE.get(index.getSettings());
        if (new NearDupPipelines(ingestService, state).writing(field, pipeline).isEmpty() == false) {
            throw new IllegalArgumentException("[index] must not have a final pipeline that writes [" + field
                    + "], but was [" + index.getIndex().getName() + "] with [" + pipeline
                    + "], which would remove marks during the write: make it the default pipeline, or hide duplicates "
                    + "with the query [known_duplicates]");
        }
    }

    private ResolvePlan deletion(
            ResolveAction.Request request, String field, List<Index> targets, DestinationRun dest, ClusterState state) {
        List<Index> claimed = indicesToClaim(targets, dest, state);
        Backup backup;
        if (request.backup == null) {
            String random = UUID.randomUUID().toString().substring(0, 8);
            backup = new Backup(dest.name + "-deleted-" + TIME.format(Instant.now()) + "-" + random);
        } else if (Project.of(state).getIndicesLookup().containsKey(request.backup)) {
            backup = existingBackup(request.backup, state);
        } else {
            NameCheck.checkNewIndex("backup", "an index", request.backup, "");
            backup = new Backup(request.backup);
        }
        if (backup.isCreated() == false) {
            HiddenIndex.checkTemplateOfBackup(state, backup.name());
        }
        return new ResolvePlan(request, field, targets, claimed, dest, request.dryRun ? null : backup);
    }

    /** Returns the indices to claim. The canonical document of a duplicate may be in any index of the run. */
    private static List<Index> indicesToClaim(List<Index> targets, DestinationRun dest, ClusterState state) {
        RunLabel label = dest.requireRun();
        return Stream.concat(
                        targets.stream(),
                        Stream.concat(label.indices().stream(), label.read().references().stream())
                                .map(name -> Project.of(state).index(name))
                                .filter(Objects::nonNull)
                                .map(IndexMetadata::getIndex))
                .distinct()
                .toList();
    }

    private static Backup existingBackup(String name, ClusterState state) {
        String problem = "[backup] must be an index of deleted documents, but was [" + name + "], which ";
        if (Project.of(state).hasIndexAbstraction(name) == false) {
            throw new ResourceNotFoundException(problem + "does not exist");
        }
        if (Backup.isBackup(Project.of(state).index(name)) == false) {
            throw new IllegalArgumentException(problem + "is another");
        }
        return new Backup(Project.of(state).index(name).getIndex());
    }

    private static String dest(ResolveAction.Request request, Index[] indices) {
        if (request.dest != null) {
            return request.dest;
        }
        if (request.indices().length == 1 && indices.length == 1 && request.indices()[0].equals(indices[0].getName())) {
            return Destination.ofSource(indices[0].getName());
        }
        throw new IllegalArgumentException(
                "[dest.index] must be specified if the path is not one concrete index, but was missing for ["
                        + String.join(",", request.indices()) + "]");
    }

    /**
     * The destination of a run whose groups are used.
     *
     * @param index index of the run that it publishes, or of the run with this name; {@code null} if it does not exist
     * @param label label of that run; {@code null} if it is another index or does not exist
     */
    record DestinationRun(String name, IndexMetadata index, RunLabel label) {

        /** For operations that use no groups. */
        static final DestinationRun NONE = new DestinationRun(null, null, null);

        static DestinationRun of(String name, ClusterState state) {
            IndexAbstraction abstraction = Project.of(state).getIndicesLookup().get(name);
            IndexMetadata index = abstraction == null
                    ? null
                    : Project.of(state).index(abstraction.getIndices().get(0));
            return new DestinationRun(name, index, RunLabel.of(index));
        }

        RunLabel requireRun() {
            if (index == null) {
                throw new ResourceNotFoundException("[dest] must be the destination of a run, but was [" + name
                        + "], which does not exist: start a run first");
            }
            if (label == null) {
                throw new IllegalArgumentException(
                        "[dest] must be the destination of a run, but was [" + name + "], which is another index");
            }
            if (label.hasCurrentFormat() == false) {
                throw new IllegalArgumentException("[dest] must be the destination of a run in the fingerprint format "
                        + "of this ndd, but was [" + name + "], whose run [" + indexName()
                        + "] is in that of another version: backfill its indices and start another run");
            }
            return label;
        }

        /**
         * Checks that the run has written all its groups, as each published run has. By the groups of another one, a marking would remove
         * the marks of all documents whose groups are missing.
         *
         * @param client client with the rights of the user
         * @param listener fails with 400 if the run was a dry run, is active, or ended before it was complete
         */
        private void checkComplete(Client client, ActionListener<Void> listener) {
            if (label.dryRun()) {
                throw incomplete("was a dry run");
            }
            if (label.isLive(index)) {
                listener.onResponse(null);
                return;
            }
            StoredReport.value(client, indexName(), StoredReport.STATE, listener.map(state -> {
                if (TaskState.COMPLETED.value().equals(state) == false) {
                    throw incomplete("is [" + (state == null ? TaskState.RUNNING.value() : state) + "]");
                }
                return null;
            }));
        }

        private IllegalArgumentException incomplete(String state) {
            return new IllegalArgumentException(
                    "[dest] must be a destination, or a run that is completed and wrote its groups, but was [" + name
                            + "], which " + state);
        }

        private String indexName() {
            return index == null ? null : index.getIndex().getName();
        }
    }

    /**
     * The work of a task that passed all checks.
     *
     * @param field the processor's target field
     * @param indices concrete indices of the written documents
     * @param claimed these indices, and the indices with which the run compared them: their documents must not be deleted in the
     *     meantime
     * @param dest the run whose groups are used, even if another run is published in the meantime
     * @param backup index of deleted documents; {@code null} if there is none
     */
    record ResolvePlan(
            ResolveAction.Request request,
            String field,
            List<Index> indices,
            List<Index> claimed,
            DestinationRun dest,
            Backup backup) {

        /** Returns the name of the index of the run; {@code null} if no groups are used. */
        String run() {
            return dest.indexName();
        }

        /** Returns the index of the decisions that the run applied; {@code null} if there is no run, or it applied none. */
        String decisionsIndex() {
            return dest.label == null ? null : dest.label.read().decisions();
        }

        /**
         * Checks, before the first change, that the user has all privileges for the task, and that the run is complete. The request itself
         * only requires the privilege to write the documents.
         *
         * @param client client with the rights of the user
         * @param listener fails with 403 and the refusals of Elasticsearch if the user lacks a privilege, and with 403 if field-level
         *     security hides fields of the groups or of the backup; with 400 if the run has not written all its groups
         */
        void checkAccess(Client client, ActionListener<Void> listener) {
            PrivilegeProbes probes = new PrivilegeProbes(client);
            indices.stream().map(Index::getName).forEach(probes::read);
            if (run() != null) {
                probes.read(run());
            }
            if (backup != null) {
                probes.read(backup.name());
                if (backup.isCreated() == false) {
                    probes.create(backup.name()).write(backup.name());
                } else if (request.operation == Operation.DELETE) {
                    probes.update(backup.name());
                }
            }
            SubscribableListener<Void> allowed = SubscribableListener.newForked(probes::check);
            if (run() != null) {
                allowed = allowed.andThen(l -> dest.checkComplete(client, l));
            }
            allowed.<Void>andThen(l -> checkVisible(client, l)).addListener(listener);
        }

        /**
         * Checks that the user sees all fields that the task reads. Their role may change while the task works, so this is also checked
         * after each read, before documents are written by it.
         *
         * @param client client with the rights of the user
         * @param listener fails with 403 if field-level security hides a field, or if document-level security hides the run of a marking,
         *     which would remove the marks of hidden groups
         */
        void checkVisible(Client client, ActionListener<Void> listener) {
            if (request.operation == Operation.RESTORE) {
                backup.requireVisible(client, listener);
                return;
            }
            SubscribableListener<Void> visible =
                    SubscribableListener.newForked(l -> VisibleFieldsAction.check(client, indices, l));
            if (run() != null) {
                visible = visible.andThen(l -> Destination.requireDuplicates(client, run(), l));
            }
            if (request.operation == Operation.MARK) {
                visible = visible.andThen(l -> StoredReport.requireVisible(client, run(), l));
            }
            visible.addListener(listener);
        }
    }
}
