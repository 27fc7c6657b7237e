package org.ndd.compat;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.elasticsearch.action.admin.indices.shrink.ResizeRequest;
import org.elasticsearch.action.admin.indices.shrink.ResizeType;
import org.elasticsearch.action.admin.indices.shrink.TransportResizeAction;
import org.elasticsearch.action.ingest.DeletePipelineRequest;
import org.elasticsearch.action.ingest.DeletePipelineTransportAction;
import org.elasticsearch.action.ingest.PutPipelineRequest;
import org.elasticsearch.action.ingest.PutPipelineTransportAction;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterName;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.ProjectId;
import org.elasticsearch.cluster.metadata.ProjectMetadata;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.engine.Engine;
import org.elasticsearch.index.shard.IndexShard;
import org.elasticsearch.ingest.IngestMetadata;
import org.elasticsearch.ingest.PipelineConfiguration;
import org.elasticsearch.search.retriever.KnnRetrieverBuilder;
import org.elasticsearch.xcontent.XContentType;

/** Like {@link Calls}, for methods that only tests call. */
public final class TestCalls {

    private TestCalls() {}

    /** Creates or replaces a pipeline. */
    public static void putPipeline(Client client, String id, String json) {
        BytesArray source = new BytesArray(json);
        client.execute(
                        PutPipelineTransportAction.TYPE,
                        new PutPipelineRequest(
                                Calls.MASTER_TIMEOUT, Calls.MASTER_TIMEOUT, id, source, XContentType.JSON))
                .actionGet();
    }

    /** Deletes all pipelines. */
    public static void deletePipelines(Client client) {
        client.execute(
                        DeletePipelineTransportAction.TYPE,
                        new DeletePipelineRequest(Calls.MASTER_TIMEOUT, Calls.MASTER_TIMEOUT, "*"))
                .actionGet();
    }

    /** Returns a cluster state with only these pipelines. */
    public static ClusterState withPipelines(Map<String, PipelineConfiguration> pipelines) {
        return state(project().putCustom(IngestMetadata.TYPE, new IngestMetadata(pipelines)));
    }

    /** Returns an empty builder of the metadata that {@link Project#of} returns. */
    public static ProjectMetadata.Builder project() {
        return ProjectMetadata.builder(ProjectId.DEFAULT);
    }

    /** Returns a builder of the metadata with its current content. */
    public static ProjectMetadata.Builder project(ClusterState state) {
        return ProjectMetadata.builder(Project.of(state));
    }

    /** Returns a cluster state with only this metadata. */
    public static ClusterState state(ProjectMetadata.Builder project) {
        return with(ClusterState.builder(ClusterName.DEFAULT).build(), project);
    }

    /** Returns the cluster state with other metadata. */
    public static ClusterState with(ClusterState state, ProjectMetadata.Builder project) {
        return ClusterState.builder(state).putProjectMetadata(project.build()).build();
    }

    /** Creates a kNN search: 50 of 100 candidates. */
    public static KnnRetrieverBuilder nearest(String field, float... vector) {
        return new KnnRetrieverBuilder(field, vector, null, 50, 100, null, null, null);
    }

    /** Returns whether the response contains a profile. */
    public static boolean isProfiled(SearchResponse response) {
        return response.getSearchProfileResults() != null
                && response.getSearchProfileResults().getShardResults().isEmpty() == false;
    }

    /** Indexes a no-op. */
    public static void noOp(IndexShard shard, Engine.NoOp operation) throws IOException {
        shard.withEngineException(engine -> engine.noOp(operation));
    }

    public static Query matchAll() {
        return MatchAllDocsQuery.INSTANCE;
    }

    /** Returns the names of the indices of an alias. */
    public static Set<String> indicesOfAlias(Client client, String alias) {
        return client.admin()
                .indices()
                .prepareGetAliases(TimeValue.MAX_VALUE, alias)
                .get()
                .getAliases()
                .keySet();
    }

    /** Returns the names of the indices to which a name resolves. */
    public static Set<String> indices(Client client, String name) {
        return Set.of(client.admin()
                .indices()
                .prepareGetIndex(TimeValue.MAX_VALUE)
                .addIndices(name)
                .get()
                .indices());
    }

    /** Shrinks or clones an index into a new one. */
    public static void resize(Client client, ResizeType type, String source, String target, Settings settings) {
        ResizeRequest request = new ResizeRequest(Calls.MASTER_TIMEOUT, Calls.MASTER_TIMEOUT, type, source, target);
        request.setTargetIndexSettings(Settings.builder().put(settings));
        client.execute(TransportResizeAction.TYPE, request).actionGet();
    }
}
