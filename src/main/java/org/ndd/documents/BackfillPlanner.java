package org.ndd.documents;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.ingest.IngestService;
import org.ndd.bulk.WholeDocuments;
import org.ndd.compat.Project;
import org.ndd.config.DocumentFields;
import org.ndd.config.MappingCheck;
import org.ndd.config.NodeServices;
import org.ndd.config.SourceState;
import org.ndd.documents.BackfillAction.Request.BackfillOptions;
import org.ndd.ingest.NearDupPipelines;
import org.ndd.ingest.NearDupProcessor;
import org.ndd.ingest.TargetOptions;

/** Checks a request and plans the backfill. All errors of the request are reported here, before any work starts. */
record BackfillPlanner(NodeServices services, IngestService ingestService) {

    /** @throws RuntimeException with the status of the response, if the backfill must not start */
    BackfillPlan plan(BackfillAction.Request request, ClusterState state) {
        Index[] indices = services.resolver().concreteIndices(state, request);
        request.requireIndices(indices.length);
        NearDupPipelines pipelines = new NearDupPipelines(ingestService, state);
        if (request.options.pipeline() != null && pipelines.exists(request.options.pipeline()) == false) {
            throw new IllegalArgumentException(
                    "[pipeline] must be the id of a pipeline, but was [" + request.options.pipeline() + "]");
        }
        Set<NearDupProcessor> processors = new LinkedHashSet<>();
        Set<TargetOptions> mappedOptions = new LinkedHashSet<>();
        int shards = 0;
        for (Index index : indices) {
            IndexMetadata metadata = Project.of(state).getIndexSafe(index);
            WholeDocuments.checkAllFieldsVisible(services.indices(), index);
            MappingCheck.check(metadata, request.field);
            WholeDocuments.checkSourceIsWhole(metadata, request.field);
            Optional<TargetOptions> mapped = TargetOptions.ofMapping(MappingCheck.mapping(metadata), request.field);
            mapped.ifPresent(mappedOptions::add);
            if (mapped.isEmpty()) {
                processors.addAll(processors(request, metadata, pipelines));
            }
            shards += metadata.getNumberOfShards();
        }
        checkOneVersion(processors, mappedOptions);
        DocumentCheck check = mappedOptions.isEmpty()
                ? new DocumentCheck(new ArrayList<>(processors))
                : DocumentCheck.forIndex(mappedOptions.iterator().next());
        int slices = request.options.slices() == BackfillOptions.AUTO_SLICES
                ? Math.min(shards, BackfillOptions.MAX_SLICES)
                : request.options.slices();
        return new BackfillPlan(
                List.of(indices),
                check,
                BackfillPlan.query(request.query, request.outdated, check),
                slices,
                request.options);
    }

    private List<NearDupProcessor> processors(
            BackfillAction.Request request, IndexMetadata index, NearDupPipelines pipelines) {
        String pipeline = request.options.pipeline();
        String pipelineId = pipeline == null ? setting(IndexSettings.DEFAULT_PIPELINE, index) : pipeline;
        List<NearDupProcessor> found = new ArrayList<>(pipelines.writing(request.field, pipelineId));
        found.addAll(pipelines.writing(request.field, setting(IndexSettings.FINAL_PIPELINE, index)));
        if (found.isEmpty()) {
            throw new IllegalArgumentException("[pipeline] must have a [near_dup] processor that writes ["
                    + request.field + "], but was [" + pipelineId + "]"
                    + (pipeline == null
                            ? ", the default pipeline of index ["
                                    + index.getIndex().getName() + "]: name a pipeline in the request"
                            : ""));
        }
        return found;
    }

    private static String setting(Setting<String> pipeline, IndexMetadata index) {
        return pipeline.get(index.getSettings());
    }

    /**
     * Checks that all processors and mappings have one version. Fingerprints of different versions cannot be compared, and the version of a
     * document would be undefined.
     */
    private static void checkOneVersion(Set<NearDupProcessor> processors, Set<TargetOptions> mappedOptions) {
        if (mappedOptions.isEmpty() == false && processors.isEmpty() == false) {
            throw new IllegalArgumentException("[index] must name indices with [" + TargetOptions.METADATA_FIELD
                    + "] in the mapping, or indices without it, but was both: backfill the indices one by one");
        }
        Set<String> versions = new TreeSet<>();
        processors.forEach(processor -> versions.add(processor.version()));
        mappedOptions.forEach(options -> versions.add(options.version()));
        if (versions.size() > 1) {
            throw new IllegalArgumentException(
                    "[pipeline] must write fingerprints of one version, but was a choice of several, which write "
                            + versions + ": backfill the indices one by one");
        }
    }

    /**
     * A validated backfill, ready to start.
     *
     * @param check selects the documents that need the pipeline
     * @param slices number of parts that are processed in parallel, at least 1
     */
    record BackfillPlan(
            List<Index> indices, DocumentCheck check, QueryBuilder query, int slices, BackfillOptions options) {

        String[] indexNames() {
            return indices.stream().map(Index::getName).toArray(String[]::new);
        }

        /**
         * Returns the query for the documents to read. Unless outdated documents are requested, these are only the documents without the
         * version of the pipeline.
         */
        static QueryBuilder query(QueryBuilder userQuery, boolean outdated, DocumentCheck check) {
            BoolQueryBuilder query = QueryBuilders.boolQuery();
            query.filter(userQuery == null ? QueryBuilders.matchAllQuery() : userQuery);
            if (outdated == false || check.canCheckSources() == false) {
                query.mustNot(QueryBuilders.termQuery(check.fields().version(), check.version()));
            }
            return query;
        }
    }

    /**
     * Decides which documents need the pipeline: documents whose target field differs from the current output of the pipeline's processors.
     * Several processors may write the same target, each from another field; a document is up to date if one of them may have written it.
     */
    record DocumentCheck(List<NearDupProcessor> processors, DocumentFields fields, String version) {
        /** @param processors at least one; all write the same target and the same version */
        DocumentCheck(List<NearDupProcessor> processors) {
            this(
                    processors,
                    new DocumentFields(processors.get(0).targetField()),
                    processors.get(0).version());
        }

        /**
         * Returns the check for an index that computes the fields itself. Sources then do not contain these fields, and every document that
         * is read must be written.
         */
        static DocumentCheck forIndex(TargetOptions options) {
            return new DocumentCheck(List.of(), new DocumentFields(options.targetField()), options.version());
        }

        /** Returns whether a source shows if its document is due. */
        boolean canCheckSources() {
            return processors.isEmpty() == false;
        }

        boolean mustProcess(Map<String, Object> source) {
            if (canCheckSources() == false) {
                return true;
            }
            SourceState state = new SourceState(source, fields);
            if (isSkippedByAll(state)) {
                return state.hasTarget();
            }
            return processors.stream().noneMatch(processor -> processor.hasWritten(state));
        }

        /** Returns whether no processor would write fields. An existing value then belongs to an input that no longer exists. */
        private boolean isSkippedByAll(SourceState state) {
            return processors.stream().allMatch(p -> p.ignoreMissing() && p.isMissing(state));
        }
    }
}
