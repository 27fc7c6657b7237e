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
import org.elasticsearch.cluster.metadata.IndexMetadata;
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

/** Calls of Elasticsearch and Lucene whose signatures differ between Elasticsearch 8 and 9. */
public final class Calls {

    private Calls() {}

    /** Returns the number of matching documents, as far as they were counted. */
    public static long total(SearchHits hits) {
        return hits.getTotalHits().value;
    }

    /**
     * Returns a copy of a search response with other hits, to which it adds a reference, and without aggregations, suggestions and
     * profiles.
     */
    public static SearchResponse withHits(SearchResponse response, SearchHits hits) {
        return new SearchResponse(
                hits,
                null,
                null,
                response.isTimedOut(),
                response.isTerminatedEarly(),
                null,
                response.getNumReducePhases(),
                response.getScrollId(),
                response.getTotalShards(),
                response.getSuccessfulShards(),
                response.getSkippedShards(),
                response.getTook().millis(),
                response.getShardFailures(),
                response.getClusters(),
                response.pointInTimeId());
    }

    /** Returns whether the field has a terms index. */
    public static boolean hasTerms(MappedFieldType field) {
        return field.isIndexed();
    }

    /** Returns whether keywords of the index have a terms index by default. */
    public static boolean indexesKeywords(IndexMetadata index) {
        return true;
    }

    /** Returns exponentially growing delays between retries. */
    public static Iterable<TimeValue> backoff(TimeValue first, int retries) {
        return BackoffPolicy.exponentialBackoff(first, retries);
    }

    /** Returns an empty request to change aliases. */
    public static IndicesAliasesRequest aliases() {
        return new IndicesAliasesRequest();
    }

    /** Returns the context in which a query is executed on a shard. */
    public static SearchExecutionContext context(
            IndexService index, int shard, int ordinal, IndexSearcher searcher, LongSupplier now) {
        return index.newSearchExecutionContext(shard, ordinal, searcher, now, null, Map.of());
    }

    /**
     * Opens a snapshot of all operations, including deletions.
     *
     * @param source name of the caller, for messages
     */
    public static Engine.Searcher history(IndexShard shard, String source) {
        Engine engine = shard.getEngineOrNull();
        if (engine == null) {
            throw new AlreadyClosedException("engine of " + shard.shardId() + " is closed");
        }
        return engine.acquireSearcher(source, Engine.SearcherScope.INTERNAL);
    }

    /** Returns the context in which a query is rewritten on the coordinating node. */
    public static QueryRewriteContext rewriting(
            IndicesService indices, ClusterState state, LongSupplier now, ResolvedIndices resolved) {
        return indices.getRewriteContext(now, resolved, null, false, false);
    }

    /** Resolves index names of a request. */
    public static Set<ResolvedExpression> resolve(
            IndexNameExpressionResolver resolver, ClusterState state, String... names) {
        return resolver.resolveExpressions(state, names);
    }

    /** Returns the block that prevents an operation on indices, or {@code null}. */
    public static ClusterBlockException blocked(ClusterState state, ClusterBlockLevel level, String... indices) {
        return state.blocks().indicesBlockedException(level, indices);
    }

    /** Returns the processors of a class in an existing pipeline. */
    public static <P extends Processor> List<P> processors(IngestService ingest, String pipeline, Class<P> type) {
        return ingest.getProcessorsInPipeline(pipeline, type);
    }

    /** Counts a nested retriever in the usage statistics of searches. */
    public static void track(RetrieverParserContext context, RetrieverBuilder child) {
        context.trackRetrieverUsage(child.getName());
    }

    /**
     * Returns the descriptor of a system index.
     *
     * @param versionKey key of the version in {@code _meta} of the mapping, which Elasticsearch 8 requires
     */
    public static SystemIndexDescriptor.Builder systemIndex(String versionKey) {
        return SystemIndexDescriptor.builder().setVersionMetaKey(versionKey);
    }

    /** Returns the parser of a metadata field with parameters, which every mapping contains without them. */
    public static MetadataFieldMapper.TypeParser metadataField(Supplier<MetadataFieldMapper.Builder> builder) {
        return new MetadataFieldMapper.ConfigurableTypeParser(c -> builder.get().build(), c -> builder.get());
    }

    /** Returns the source of a document during indexing. */
    public static Map<String, Object> source(SourceToParse document) {
        return XContentHelper.convertToMap(document.source(), false, document.getXContentType())
                .v2();
    }
}
