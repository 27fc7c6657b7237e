package org.ndd.documents;

import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.ingest.IngestService;
import org.ndd.bulk.BulkTask;
import org.ndd.bulk.BulkTask.DocumentOutcome;
import org.ndd.bulk.BulkWriter;
import org.ndd.bulk.Pause;
import org.ndd.compat.Project;
import org.ndd.config.DocumentFields;
import org.ndd.config.DocumentName;
import org.ndd.config.MappingCheck;
import org.ndd.config.NodeServices;
import org.ndd.config.RunLabel;
import org.ndd.documents.LivePages.PageKey;
import org.ndd.documents.ResolvePlanner.ResolvePlan;
import org.ndd.groups.DocumentVersion;
import org.ndd.groups.GroupQueries;
import org.ndd.ingest.TargetOptions;

/**
 * The services and indices that all kinds of work need.
 *
 * @param client client with the rights of the user
 * @param claimed indices of the written documents and of the documents with which they were compared, by name
 * @param decisions the decisions of people about duplicates of the run
 */
record ResolveContext(
        Client client,
        NodeServices services,
        Pause pause,
        Map<String, Index> claimed,
        ResolvePlan plan,
        RunDecisions decisions,
        BulkTask task) {

    /** Returns the concrete indices of the written documents. */
    List<Index> indices() {
        return plan.indices();
    }

    DocumentFields fields() {
        return new DocumentFields(plan.field());
    }

    List<String> indexNames() {
        return indices().stream().map(Index::getName).toList();
    }

    /** Matches the group documents of the duplicates that the request selects. */
    BoolQueryBuilder duplicates() {
        return plan.request().rule.query(indexNames());
    }

    QueryBuilder canonicals() {
        return GroupQueries.canonicals().filter(GroupQueries.ofIndices(indexNames()));
    }

    /** Checks, after documents were read, that the user sees all fields. See {@link ResolvePlan#checkVisible}. */
    void checkVisible(ActionListener<Void> listener) {
        task.<Void>retryReads(pause, l -> plan.checkVisible(client, l), listener);
    }

    BulkWriter writer() {
        return task.writer(client, services.cluster(), pause);
    }

    /**
     * Returns the context for work that must be completed even after the task was cancelled: a cancelled task accepts no children, and its
     * pause would end retries.
     */
    ResolveContext withoutParentTask() {
        Client unwrapped = client instanceof ParentTaskAssigningClient parent ? parent.unwrap() : client;
        Pause uncancelled = new Pause(services.threads(), () -> {});
        return new ResolveContext(unwrapped, services, uncancelled, claimed, plan, decisions, task);
    }

    /**
     * Returns the UUID of the claimed index with a name; {@code null} if another index has the name, if another task may change the index,
     * or if a snapshot was restored over the index that the run compared. No verdict applies to documents from such an index.
     */
    String uuid(String index) {
        Index expected = claimed.get(index);
        IndexMetadata current = Project.of(services.cluster().state()).index(index);
        RunLabel run = plan.dest().label();
        return expected != null
                        && current != null
                        && current.getIndex().equals(expected)
                        && (run == null || run.hasReadHistoryOf(current))
                ? expected.getUUID()
                : null;
    }

    /** Returns whether an existing index computes the fields below the target field. */
    boolean computesFields(String index) {
        IndexMetadata current = Project.of(services.cluster().state()).index(index);
        return current != null
                && TargetOptions.ofMapping(MappingCheck.mapping(current), plan.field())
                        .isPresent();
    }

    /** A page to write, in the version that was read, and the outcome to count after the write. */
    record Change(PageKey page, DocumentVersion version, Map<String, Object> source, DocumentOutcome outcome) {

        private DocWriteRequest<?> request() {
            return new IndexRequest(page.index())
                    .id(page.id())
                    .routing(page.routing())
                    .setPipeline(IngestService.NOOP_PIPELINE_NAME)
                    .setIfSeqNo(version.seqNo())
                    .setIfPrimaryTerm(version.primaryTerm())
                    .source(source);
        }
    }

    /** Rewrites pages without a pipeline, each on the condition that it was not changed since it was read. */
    void write(List<Change> changes, ActionListener<Void> listener) {
        if (task.isDryRun()) {
            changes.forEach(change -> task.count(change.outcome(), change.page().name()));
            listener.onResponse(null);
        } else {
            writer().write(changes, indices(), Change::request, this::count, listener);
        }
    }

    private void count(Change change, BulkItemResponse response) {
        DocumentName page = change.page().name();
        if (response.isFailed() == false && response.getResponse().getResult() == DocWriteResponse.Result.NOOP) {
            task.countFailure(
                    page,
                    new IllegalArgumentException(
                            "[index] must not have a final pipeline that drops documents, but was [" + page.index()
                                    + "], whose pipeline dropped the write of the mark"));
        } else {
            task.count(page, response, change.outcome(), DocumentOutcome.VERSION_CONFLICTS);
        }
    }
}
