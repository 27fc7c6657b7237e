package org.ndd.compat;

import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongSupplier;
import java.util.function.Supplier;
import org.apache.lucene.search.IndexSearcher;
import org.apache.lucene.store.AlreadyClosedException;
import org.elasticsearch.action.ResolvedIndices;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest;
import org.elasticsearch.action.bulk.BackoffPolicy;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.block.ClusterBlockException;
import org.elasticsearch.cluster.block.ClusterBlockLevel;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver;
import org.elasticsearch.cluster.metadata.IndexNameExpressionResolver.ResolvedExpression;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.IndexService;
import org.elasticsearch.index.engine.Engine;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.mapper.MetadataFieldMapper;
import org.elasticsearch.index.mapper.SourceToParse;
import org.elasticsearch.index.query.QueryRewriteContext;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.index.shard.IndexShard;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.indices.SystemIndexDescriptor;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.ingest.Processor;
import org.elasticsearch.search.SearchHits;
import org.elasticsearch.search.retriever.RetrieverBuilder;
import org.elasticsearch.search.retriever.RetrieverParserContext;

/** Calls of Elasticsearch and Lucene that are written in another way on each line, and do the same. */
public final class Calls {

    private Calls() {}

    /** How many documents match, as far as they were counted. */
    public static long total(SearchHits hits) {
        return hits.getTotalHits().value;
    }

    /** The same answer to a search without aggregations, suggestions and profiles, with other hits, of which it keeps a reference. */
    public static SearchResponse withHits(SearchResponse answer, SearchHits hits) {
        return new SearchResponse(
                hits,
                null,
                null,
                answer.isTimedOut(),
                answer.isTerminatedEarly(),
                null,
                answer.getNumReducePhases(),
                answer.getScrollId(),
                answer.getTotalShards(),
                answer.getSuccessfulShards(),
                answer.getSkippedShards(),
                answer.getTook().millis(),
                answer.getShardFailures(),
                answer.getClusters(),
                answer.pointInTimeId());
    }

    /** Whether terms of the field can be looked up. */
    public static boolean hasTerms(MappedFieldType field) {
        return field.isIndexed();
    }

    /** Pauses that grow, one for each time that something is tried again. */
    public static Iterable<TimeValue> backoff(TimeValue first, int retries) {
        return BackoffPolicy.exponentialBackoff(first, retries);
    }

    /** A change of aliases that is not filled in yet. */
    public static IndicesAliasesRequest aliases() {
        return new IndicesAliasesRequest();
    }

    /** What a query needs to run on a shard. */
    public static SearchExecutionContext context(
            IndexService index, int shard, int ordinal, IndexSearcher searcher, LongSupplier now) {
        return index.newSearchExecutionContext(shard, ordinal, searcher, now, null, Map.of());
    }

    /**
     * All that was indexed, also what was deleted since.
     *
     * @param asks for messages: who asks
     */
    public static Engine.Searcher history(IndexShard shard, String asks) {
        Engine engine = shard.getEngineOrNull();
        if (engine == null) {
            throw new AlreadyClosedException("engine of " + shard.shardId() + " is closed");
        }
        return engine.acquireSearcher(asks, Engine.SearcherScope.INTERNAL);
    }

    /** What a query of a user needs to be rewritten before it is sent to shards. */
    public static QueryRewriteContext rewriting(
            IndicesService indices, ClusterState state, LongSupplier now, ResolvedIndices resolved) {
        return indices.getRewriteContext(now, resolved, null, false, false);
    }

    /** What the names that a user gave stand for. */
    public static Set<ResolvedExpression> resolve(
            IndexNameExpressionResolver resolver, ClusterState state, String... names) {
        return resolver.resolveExpressions(state, names);
    }

    /** Why an operation on indices is not possible now; {@code null} where it is. */
    public static ClusterBlockException blocked(ClusterState state, ClusterBlockLevel level, String... indices) {
        return state.blocks().indicesBlockedException(level, indices);
    }

    /** Processors of a class in a pipeline, which must be there. */
    public static <P extends Processor> List<P> processors(IngestService ingest, String pipeline, Class<P> type) {
        return ingest.getProcessorsInPipeline(pipeline, type);
    }

    /** Counts a retriever that is within another, for the statistics of searches. */
    public static void track(RetrieverParserContext context, RetrieverBuilder child) {
        context.trackRetrieverUsage(child.getName());
    }

    /**
     * Describes a system index.
     *
     * @param versionKey where {@code _meta} of the mapping has the version that line 8 wants
     */
    public static SystemIndexDescriptor.Builder systemIndex(String versionKey) {
        return SystemIndexDescriptor.builder().setVersionMetaKey(versionKey);
    }

    /** A metadata field whose parameters can be set in a mapping, and which every mapping has without them. */
    public static MetadataFieldMapper.TypeParser metadataField(Supplier<MetadataFieldMapper.Builder> builder) {
        return new MetadataFieldMapper.ConfigurableTypeParser(c -> builder.get().build(), c -> builder.get());
    }

    /** The source of a document that is being indexed. */
    public static Map<String, Object> source(SourceToParse document) {
        return XContentHelper.convertToMap(document.source(), false, document.getXContentType())
                .v2();
    }
}
