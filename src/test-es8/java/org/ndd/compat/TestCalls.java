package org.ndd.compat;

import java.io.IOException;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.search.MatchAllDocsQuery;
import org.apache.lucene.search.Query;
import org.elasticsearch.action.ingest.DeletePipelineRequest;
import org.elasticsearch.action.ingest.PutPipelineRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterName;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.Metadata;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.index.engine.Engine;
import org.elasticsearch.index.shard.IndexShard;
import org.elasticsearch.ingest.IngestMetadata;
import org.elasticsearch.ingest.PipelineConfiguration;
import org.elasticsearch.search.retriever.KnnRetrieverBuilder;
import org.elasticsearch.xcontent.XContentType;

/** As {@link Calls}, for what only tests call. */
public final class TestCalls {

    private TestCalls() {}

    /** Makes a pipeline, or makes it anew. */
    public static void putPipeline(Client client, String id, String json) {
        BytesArray source = new BytesArray(json);
        client.admin()
                .cluster()
                .putPipeline(new PutPipelineRequest(id, source, XContentType.JSON))
                .actionGet();
    }

    /** Deletes all pipelines. */
    public static void deletePipelines(Client client) {
        client.admin().cluster().deletePipeline(new DeletePipelineRequest("*")).actionGet();
    }

    /** A cluster state that has nothing but these pipelines. */
    public static ClusterState withPipelines(Map<String, PipelineConfiguration> pipelines) {
        return state(project().putCustom(IngestMetadata.TYPE, new IngestMetadata(pipelines)));
    }

    /** What {@link Project#of} shows of a cluster, to be filled. */
    public static Metadata.Builder project() {
        return Metadata.builder();
    }

    /** The same, with what is there. */
    public static Metadata.Builder project(ClusterState state) {
        return Metadata.builder(Project.of(state));
    }

    /** A cluster state that has nothing but this. */
    public static ClusterState state(Metadata.Builder project) {
        return with(ClusterState.builder(ClusterName.DEFAULT).build(), project);
    }

    /** The same cluster with something else in it. */
    public static ClusterState with(ClusterState state, Metadata.Builder project) {
        return ClusterState.builder(state).metadata(project).build();
    }

    /** A search for neighbours of a vector: 50 of 100 candidates. */
    public static KnnRetrieverBuilder nearest(String field, float... vector) {
        return new KnnRetrieverBuilder(field, vector, null, 50, 100, null, null);
    }

    /** Whether the answer says how its parts took their time. */
    public static boolean isProfiled(SearchResponse response) {
        return response.getProfileResults().isEmpty() == false;
    }

    /** Indexes an operation that does nothing. */
    public static void noOp(IndexShard shard, Engine.NoOp operation) throws IOException {
        shard.getEngineOrNull().noOp(operation);
    }

    public static Query matchAll() {
        return new MatchAllDocsQuery();
    }

    /** Names of the indices behind an alias. */
    public static Set<String> behind(Client client, String alias) {
        return client.admin()
                .indices()
                .prepareGetAliases(alias)
                .get()
                .getAliases()
                .keySet();
    }

    /** Names of the indices that a name stands for. */
    public static Set<String> indices(Client client, String name) {
        return Set.of(client.admin()
                .indices()
                .prepareGetIndex()
                .addIndices(name)
                .get()
                .indices());
    }
}
