package org.ndd.documents;

import static org.elasticsearch.xcontent.XContentFactory.jsonBuilder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.admin.indices.create.CreateIndexRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.ActiveShardCount;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentType;
import org.ndd.bulk.BulkTask.DocumentOutcome;
import org.ndd.bulk.WholeDocuments;
import org.ndd.compat.Project;
import org.ndd.config.DocumentName;
import org.ndd.config.HiddenIndex;
import org.ndd.documents.LivePages.PageKey;
import org.ndd.documents.ResolveExecution.Work;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupMapping;
import org.ndd.groups.GroupQueries;

/**
 * Stores the exact bytes of deleted documents in an index, so that they can be restored. Has one entry per document, whose id is derived
 * from the id and the routing of the document. A document that was restored and deleted again is stored once, in its last version.
 */
final class Backup {

    private static final String META_MARKER = "ndd_deleted";
    private static final String SOURCE = "source";
    private static final String DELETED_AT = "deleted_at";

    /** Fields that an undo reads. */
    private static final Set<String> READ = Set.of("doc.index", "doc.index_uuid", "doc.id", "doc.routing", SOURCE);

    private final String name;
    private volatile Index index;

    /** Creates the object for a backup that must be created. */
    Backup(String name) {
        this.name = name;
    }

    /** Creates the object for an existing backup. */
    Backup(Index index) {
        this(index.getName());
        this.index = index;
    }

    String name() {
        return name;
    }

    boolean isCreated() {
        return index != null;
    }

    static boolean isBackup(IndexMetadata index) {
        return index != null
                && index.mapping() != null
                && index.mapping().sourceAsMap().get("_meta") instanceof Map<?, ?> meta
                && meta.containsKey(META_MARKER);
    }

    /** Returns the index; throws a 409 if it was deleted, even if there is another index with its name. */
    Index requireIndex(ClusterState state) {
        IndexMetadata current = Project.of(state).index(name);
        if (index == null || current == null || current.getIndex().equals(index) == false) {
            throw backupDeleted();
        }
        return index;
    }

    /** Fails with 403 if a field that an undo reads is hidden: without its routing, a document would be in another shard. */
    void requireVisible(Client client, ActionListener<Void> listener) {
        FieldCapabilitiesRequest request =
                new FieldCapabilitiesRequest().indices(name).fields(READ.toArray(String[]::new));
        client.fieldCaps(request, listener.map(response -> {
            if (response.get().keySet().containsAll(READ) == false) {
                throw new ElasticsearchSecurityException(
                        "[backup] must be an index whose fields the user may read, but field-level security hides some of [{}]",
                        RestStatus.FORBIDDEN,
                        name);
            }
            return null;
        }));
    }

    /** Checks that a copy was written into this index. A bulk request would create a missing index. */
    void checkWrittenHere(DocWriteResponse copy) {
        if (copy.getShardId().getIndex().equals(index) == false) {
            throw backupDeleted();
        }
    }

    private ElasticsearchStatusException backupDeleted() {
        return new ElasticsearchStatusException(
                "[backup] must stay until the deletion has ended, but index [" + name
                        + "] was deleted meanwhile: nothing more is deleted, and the documents deleted before cannot be restored"
                        + " from it",
                RestStatus.CONFLICT);
    }

    /** Creates the index, hidden like the indices of runs, and with a replica if there is a node for it. */
    void create(Client client, ClusterService clusterService, ActionListener<Void> listener) throws IOException {
        XContentBuilder mapping = jsonBuilder().startObject();
        mapping.startObject("_meta").field(META_MARKER, true).endObject();
        mapping.mapContents(HiddenIndex.MAPPING).startObject("properties");
        GroupMapping.ofDeleted(mapping);
        GroupMapping.fields(mapping, "date", DELETED_AT);
        GroupMapping.fields(mapping, "binary", SOURCE);
        CreateIndexRequest request = new CreateIndexRequest(name)
                .settings(HiddenIndex.settings())
                .mapping(mapping.endObject().endObject())
                .waitForActiveShards(ActiveShardCount.ALL);
        client.admin().indices().create(request, listener.map(created -> {
            IndexMetadata metadata = Project.of(clusterService.state()).index(name);
            if (isBackup(metadata) == false) {
                throw backupDeleted();
            }
            // an index template may also match its name
            WholeDocuments.checkSourceIsWhole(metadata, null);
            index = metadata.getIndex();
            return null;
        }));
    }

    /** Documents of an index may have the same id if they have different routings. Ids and routings may contain any character. */
    private static String id(PageKey page) {
        String routing = page.routing() == null ? "" : page.routing();
        return DocumentName.hash(page.index() + "/" + page.id().length() + "/" + page.id() + "/" + routing);
    }

    /** Returns the request that stores a document before its deletion. */
    IndexRequest indexRequest(GroupDocument page, BytesReference source, long nowMillis) {
        Map<String, Object> document = page.backupFields();
        document.put(DELETED_AT, nowMillis);
        document.put(SOURCE, BytesReference.toBytes(source));
        return new IndexRequest(name)
                .id(id(PageKey.of(page)))
                .setPipeline(IngestService.NOOP_PIPELINE_NAME)
                .source(document, XContentType.JSON); // other formats would not return bytes as Base64
    }

    /** Returns the request that removes the entry of a document that was not deleted. */
    DeleteRequest deleteRequest(GroupDocument page) {
        return new DeleteRequest(name, id(PageKey.of(page)));
    }

    /** A deleted document in the backup, with the UUID of its former index. */
    record BackupDocument(PageKey page, String indexUuid, BytesReference source) {

        static BackupDocument of(SearchHit hit) {
            Map<String, Object> source = hit.getSourceAsMap();
            GroupDocument deleted = new GroupDocument(hit.getId(), source);
            return new BackupDocument(
                    PageKey.of(deleted),
                    deleted.indexUuid(),
                    new BytesArray(Base64.getDecoder().decode((String) source.get(SOURCE))));
        }
    }

    /**
     * Restores pages from a backup, with the exact bytes and without a pipeline, not even the final one. If a page with the same id exists
     * again, it is not replaced.
     */
    record RestoreWork(ResolveContext context) implements Work {

        @Override
        public String[] indices() {
            return new String[] {context.plan().backup().name()};
        }

        @Override
        public QueryBuilder query() {
            return GroupQueries.ofIndices(context.indexNames());
        }

        /**
         * Rejects an undo of documents that were all deleted from other indices, such as from the former index of an alias. It would
         * restore nothing, which looks like the end of an undo.
         */
        @Override
        public void checkFound(long total, ActionListener<Void> listener) {
            if (total > 0) {
                listener.onResponse(null);
                return;
            }
            context.client()
                    .prepareSearch(indices())
                    .setAllowPartialSearchResults(false)
                    .setSize(1)
                    .execute(listener.delegateFailureAndWrap((l, response) -> {
                        for (SearchHit document : response.getHits()) {
                            throw new IllegalArgumentException(
                                    "[index] must be an index from which documents of [backup] were deleted, such as ["
                                            + Backup.BackupDocument.of(document)
                                                    .page()
                                                    .index() + "], but was "
                                            + context.indexNames());
                        }
                        l.onResponse(null);
                    }));
        }

        @Override
        public void process(List<SearchHit> documents, ActionListener<Long> listener) {
            context.checkVisible(listener.delegateFailureAndWrap((l, visible) -> restore(documents, l)));
        }

        private void restore(List<SearchHit> documents, ActionListener<Long> listener) {
            List<Backup.BackupDocument> pages = new ArrayList<>();
            long bytes = 0;
            for (SearchHit document : documents) {
                Backup.BackupDocument kept = Backup.BackupDocument.of(document);
                bytes += kept.source().length();
                if (context.plan().request().allowRecreatedIndex
                        || kept.indexUuid().equals(context.uuid(kept.page().index()))) {
                    pages.add(kept);
                } else {
                    context.task()
                            .count(
                                    DocumentOutcome.VERSION_CONFLICTS,
                                    kept.page().name());
                }
            }
            long readBytes = bytes;
            if (context.task().isDryRun()) {
                pages.forEach(page -> context.task()
                        .count(DocumentOutcome.RESTORED, page.page().name()));
                listener.onResponse(readBytes);
                return;
            }
            context.writer()
                    .write(
                            pages,
                            context.indices(),
                            RestoreWork::request,
                            (kept, response) -> context.task()
                                    .count(
                                            kept.page().name(),
                                            response,
                                            DocumentOutcome.RESTORED,
                                            DocumentOutcome.EXISTS),
                            listener.map(done -> readBytes));
        }

        @SuppressWarnings(
                "deprecation") // a stored source has no content type: Elasticsearch also detects it by the first bytes
        static DocWriteRequest<?> request(Backup.BackupDocument kept) {
            return new IndexRequest(kept.page().index())
                    .id(kept.page().id())
                    .routing(kept.page().routing())
                    .opType(DocWriteRequest.OpType.CREATE)
                    .setPipeline(IngestService.NOOP_PIPELINE_NAME)
                    .setFinalPipeline(IngestService.NOOP_PIPELINE_NAME)
                    .isPipelineResolved(true) // otherwise the final pipeline of the index may change or drop the page
                    .source(kept.source(), XContentHelper.xContentType(kept.source()));
        }
    }
}
