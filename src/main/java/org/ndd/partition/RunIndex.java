package org.ndd.partition;

import static org.elasticsearch.xcontent.XContentFactory.jsonBuilder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Consumer;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesResponse;
import org.elasticsearch.action.admin.indices.create.CreateIndexRequest;
import org.elasticsearch.action.admin.indices.delete.DeleteIndexRequest;
import org.elasticsearch.action.admin.indices.mapping.put.PutMappingRequest;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.ActiveShardCount;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.VersionType;
import org.elasticsearch.index.mapper.SeqNoFieldMapper;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.xcontent.ToXContent;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.boilerplate.BoilerplateIndex;
import org.ndd.bulk.BulkWriter;
import org.ndd.bulk.Refresh;
import org.ndd.compat.Calls;
import org.ndd.compat.Project;
import org.ndd.config.HiddenIndex;
import org.ndd.config.NodeServices;
import org.ndd.config.RunLabel;
import org.ndd.config.RunLabel.ReadIndices;
import org.ndd.groups.GroupMapping;
import org.ndd.groups.GroupQueries;
import org.ndd.groups.GroupStore;
import org.ndd.groups.StoredReport;
import org.ndd.partition.plan.AliasFilters;
import org.ndd.partition.plan.RunSpec;

/**
 * Creates, changes and deletes the index of one run, which holds its groups and its report. The index is created at the start of the run.
 * The destination's alias moves to it when the run is published, so readers of the alias always see the groups of exactly one run. Index
 * and alias are hidden, so that a search over {@code pages*} finds only the user's documents. All requests are made with the rights of the
 * user who started the run.
 */
public final class RunIndex {

    /** Whether the index stays when all indices of its run's source are deleted. */
    public static final Setting<Boolean> RETAIN_ON_SOURCE_DELETION = Setting.boolSetting(
            "index.ndd.retain_on_source_deletion", false, Setting.Property.IndexScope, Setting.Property.Dynamic);

    private final Client client;
    private final String name;

    public RunIndex(Client client, String name) {
        this.client = client;
        this.name = name;
    }

    /**
     * Creates the index, with a replica if the cluster has a node for it, because data with a single copy is lost with its node. Only runs
     * and jobs refresh it: scheduled refreshes would make a part of their writes visible.
     */
    void create(RunSpec spec, ClusterState state, ActionListener<Void> listener) {
        ActionListener.run(listener, l -> {
            CreateIndexRequest request = new CreateIndexRequest(name)
                    .settings(HiddenIndex.settings()
                            .put(RunLabel.MARK.getKey(), true)
                            .put(RunLabel.CLUSTER.getKey(), state.metadata().clusterUUID())
                            .put(IndexSettings.INDEX_REFRESH_INTERVAL_SETTING.getKey(), TimeValue.MINUS_ONE)
                            .put(
                                    RETAIN_ON_SOURCE_DELETION.getKey(),
                                    spec.publication().retainOnSourceDeletion()))
                    .mapping(mapping(spec.label(state)))
                    .waitForActiveShards(ActiveShardCount.ALL);
            client.admin().indices().create(request, l.map(created -> null));
        });
    }

    /**
     * Records the concrete indices of the groups if they have changed.
     *
     * @param sources indices of the source, sorted; the run is deleted with the last of them
     * @param references indices of the reference, sorted
     * @param filters {@link AliasFilters} of the indices
     */
    public void setIndices(
            List<String> sources,
            List<String> references,
            Map<String, String> filters,
            ClusterState state,
            ActionListener<Void> listener) {
        IndexMetadata index = Project.of(state).index(name);
        RunLabel label = RunLabel.of(index);
        if (label == null) {
            listener.onResponse(null);
            return;
        }
        ReadIndices now = label.read().updated(sources, references, filters, state);
        if (now.equals(label.read()) && label.hasHistoryOf(index)) {
            listener.onResponse(null);
            return;
        }
        ActionListener.run(listener, l -> {
            XContentBuilder mapping = label(label.updated(now, index)).endObject();
            client.admin().indices().putMapping(new PutMappingRequest(name).source(mapping), l.map(changed -> null));
        });
    }

    /** Records that a job updates the groups from now on, whose index may have been restored. */
    public void adopt(ClusterState state, ActionListener<Void> listener) {
        RunLabel label = RunLabel.of(Project.of(state).index(name));
        if (label == null) {
            listener.onResponse(null);
        } else {
            ReadIndices read = label.read();
            setIndices(read.source(), read.references(), read.filters(), state, listener);
        }
    }

    /**
     * Returns whether the index of a run was restored from a snapshot after {@link #setIndices}. Its groups may be those of an earlier
     * checkpoint then.
     */
    public static boolean isRestored(ClusterState state, String run) {
        IndexMetadata index = Project.of(state).index(run);
        RunLabel label = RunLabel.of(index);
        return label != null && label.hasHistoryOf(index) == false;
    }

    /** Returns whether the documents of a run were compared in the fingerprint format of another version of ndd. */
    public static boolean isOfOtherFormat(ClusterState state, String run) {
        RunLabel label = RunLabel.of(Project.of(state).index(run));
        return label != null && label.hasCurrentFormat() == false;
    }

    /** Returns the names of the indices of a run's groups. If there are several, an id alone may not identify a document. */
    public static List<String> sources(ClusterState state, String run) {
        RunLabel label = RunLabel.of(Project.of(state).index(run));
        return label == null ? List.of() : label.indices();
    }

    /**
     * Returns one of some indices that a run has read by other filters of aliases; {@code null} if there is none.
     *
     * @param filters {@link AliasFilters} by which these indices are read now
     */
    public static String withOtherFilter(
            ClusterState state, String run, Collection<String> indices, Map<String, String> filters) {
        RunLabel label = RunLabel.of(Project.of(state).index(run));
        return label == null ? null : label.read().withOtherFilter(indices, filters);
    }

    private static XContentBuilder label(RunLabel label) throws IOException {
        XContentBuilder mapping = jsonBuilder().startObject();
        mapping.startObject("_meta");
        label.toXContent(mapping, ToXContent.EMPTY_PARAMS).endObject();
        return mapping;
    }

    private static XContentBuilder mapping(RunLabel label) throws IOException {
        XContentBuilder mapping = label(label);
        mapping.mapContents(HiddenIndex.MAPPING).startObject("properties");
        GroupMapping.addRunFields(mapping);
        return mapping.endObject().endObject();
    }

    /** Writes the report with a version; an older report never replaces a newer one, in any order of arrival. */
    void store(PartitionReport report, long version, ActionListener<Void> listener) {
        ActionListener.run(
                listener,
                l -> client.index(
                        new IndexRequest(name)
                                .id(StoredReport.ID)
                                .version(version)
                                .versionType(VersionType.EXTERNAL)
                                .source(StoredReport.document(report)),
                        l.map(indexed -> null)));
    }

    /** Deletes all output of the run: the index and the index of the run's boilerplate. Fails with 404 if they do not exist. */
    void delete(ClusterState state, ActionListener<Void> listener) {
        DeleteIndexRequest request =
                new DeleteIndexRequest(withBoilerplate(state, name).toArray(String[]::new));
        client.admin().indices().delete(request, listener.map(deleted -> null));
    }

    /** Returns the run that a destination publishes; {@code null} if there is none. */
    public static String publishedBy(ClusterState state, String dest) {
        IndexMetadata shown = RunLabel.publishedBy(state, dest);
        return shown == null ? null : shown.getIndex().getName();
    }

    /** Returns the index of a run, to claim it; empty if no run has this id. */
    static List<Index> ofRun(ClusterState state, String id) {
        IndexMetadata run = Project.of(state).index(id);
        return RunLabel.of(run) == null ? List.of() : List.of(run.getIndex());
    }

    /** Returns the indices of a run; dry runs have no boilerplate. */
    static List<String> withBoilerplate(ClusterState state, String run) {
        String boilerplate = BoilerplateIndex.name(run);
        return Project.of(state).hasIndex(boilerplate) ? List.of(run, boilerplate) : List.of(run);
    }

    /**
     * Moves an alias to the groups of this run from those of an earlier run, in one step.
     *
     * @param boilerplate further changes of aliases in that step
     */
    void publish(String alias, ClusterState state, List<AliasActions> boilerplate, ActionListener<Void> listener) {
        List<AliasActions> actions = new ArrayList<>(boilerplate);
        for (IndexMetadata index : Project.of(state).indices().values()) {
            if (index.getAliases().containsKey(alias)) {
                actions.add(
                        AliasActions.remove().index(index.getIndex().getName()).alias(alias));
            }
        }
        actions.add(AliasActions.add()
                .index(name)
                .alias(alias)
                .isHidden(true)
                .writeIndex(true)
                .filter(GroupQueries.inGroups()));
        changeAliases(client, actions, listener);
    }

    /**
     * Adds and removes aliases in one change of the cluster state. Each index that gets an alias becomes its write index. An alias has at
     * most one, so Elasticsearch rejects the change if another run got the alias after the actions were determined.
     *
     * @param actions at least one
     * @param listener fails with the failure of the master, or with status 503 if another run got an alias, or if the master was lost
     *     during the change. After a 503 the caller has to determine again which actions are needed.
     */
    static void changeAliases(Client client, List<AliasActions> actions, ActionListener<Void> listener) {
        IndicesAliasesRequest request = Calls.aliases();
        actions.forEach(request::addAliasAction);
        client.admin()
                .indices()
                .aliases(
                        request,
                        listener.<IndicesAliasesResponse>map(moved -> null).delegateResponse((l, e) -> {
                            Throwable cause = ExceptionsHelper.unwrapCause(e);
                            boolean replaced = cause instanceof IllegalStateException
                                    && cause.getMessage().contains("more than one write index");
                            // The master removes the actions from the request. If it has lost its role when it
                            // publishes the result, Elasticsearch sends the empty request to the next master, which
                            // rejects it as invalid.
                            boolean lost = cause instanceof ActionRequestValidationException
                                    && request.getAliasActions().isEmpty();
                            if (replaced) {
                                l.onFailure(unavailable(
                                        "another run was published at the same time, repeat the request: "
                                                + cause.getMessage(),
                                        e));
                            } else {
                                l.onFailure(lost ? unavailable("the master was lost while aliases changed", e) : e);
                            }
                        }));
    }

    private static ElasticsearchStatusException unavailable(String message, Exception cause) {
        return new ElasticsearchStatusException(message, RestStatus.SERVICE_UNAVAILABLE, cause);
    }

    /**
     * Deletes the group documents that only an earlier attempt of a run wrote. The next attempt writes all others again. The groups differ
     * if documents of the source were deleted or changed in between, if people decided, or if another user resumes the run.
     */
    static final class EarlierGroups {

        private final ParentTaskAssigningClient client;
        private final CancellableTask task;
        private final RunSpec spec;
        private final BulkWriter writer;

        EarlierGroups(NodeServices services, CancellableTask task, RunSpec spec, BulkWriter writer) {
            this.client = services.clientOf(task);
            this.task = task;
            this.spec = spec;
            this.writer = writer;
        }

        /**
         * Executes an attempt, and then deletes the group documents that were there before and that it has not written.
         *
         * @param exist whether an earlier attempt may have written groups
         */
        void replace(boolean exist, Consumer<ActionListener<Void>> attempt, ActionListener<Void> listener) {
            if (exist == false || spec.options().execution().dryRun()) {
                attempt.accept(listener);
                return;
            }
            SubscribableListener.<Void>newForked(l -> Refresh.execute(client, new RefreshRequest(spec.runId()), l))
                    .<Long>andThen(l -> GroupStore.lastWrite(client, spec.runId(), l))
                    .<Void>andThen((l, last) -> attempt.accept(l.delegateFailureAndWrap((m, done) -> delete(last, m))))
                    .addListener(listener);
        }

        private void delete(long last, ActionListener<Void> listener) {
            writer.deleteMatching(
                    spec.runId(),
                    GroupQueries.ofTexts()
                            .filter(QueryBuilders.rangeQuery(SeqNoFieldMapper.NAME)
                                    .lte(last)),
                    task::ensureNotCancelled,
                    listener);
        }
    }
}
