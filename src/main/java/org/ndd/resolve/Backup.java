package org.ndd.resolve;

import static org.elasticsearch.xcontent.XContentFactory.jsonBuilder;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.Map;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.admin.indices.create.CreateIndexRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.ActiveShardCount;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.hash.MessageDigests;
import org.elasticsearch.index.Index;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentType;
import org.ndd.compat.Project;
import org.ndd.config.DocumentName;
import org.ndd.config.HiddenIndex;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupMapping;

/**
 * An index that holds pages that were deleted, as they were to the byte, so that they can be restored. One document a page, under an
 * id that is made of the page's: a page that was restored and deleted again is in there once, as it was last.
 */
final class Backup {

    private static final String MARK = "ndd_deleted";
    private static final String SOURCE = "source";
    private static final String DELETED_AT = "deleted_at";
    private static final int ID_LENGTH = 27;

    private final String name;
    private volatile Index index;

    /** One that has to be created. */
    Backup(String name) {
        this.name = name;
    }

    /** One that there is. */
    Backup(Index index) {
        this(index.getName());
        this.index = index;
    }

    String name() {
        return name;
    }

    /** Whether an index is one of these. */
    static boolean isOne(IndexMetadata index) {
        return index != null
                && index.mapping() != null
                && index.mapping().sourceAsMap().get("_meta") instanceof Map<?, ?> meta
                && meta.containsKey(MARK);
    }

    /**
     * The index.
     *
     * @throws ElasticsearchStatusException (409) if it was deleted, although there may be another one of its name
     */
    Index require(ClusterState state) {
        IndexMetadata there = Project.of(state).index(name);
        if (index == null || there == null || there.getIndex().equals(index) == false) {
            throw lost();
        }
        return index;
    }

    /** Ensures that a copy was written into this index: a bulk request creates an index that is missing. */
    void checkHolds(DocWriteResponse copy) {
        if (copy.getShardId().getIndex().equals(index) == false) {
            throw lost();
        }
    }

    private ElasticsearchStatusException lost() {
        return new ElasticsearchStatusException(
                "[backup] must stay until the deletion has ended, but index [" + name
                        + "] was deleted meanwhile: nothing more is deleted, and the documents deleted before cannot be restored"
                        + " from it",
                RestStatus.CONFLICT);
    }

    /** Creates the index, hidden as the indices of runs are, and with a replica if there is a node for it. */
    void create(Client client, ClusterService clusterService, ActionListener<Void> listener) {
        try {
            XContentBuilder mapping = jsonBuilder().startObject();
            mapping.startObject("_meta").field(MARK, true).endObject();
            mapping.field("dynamic", "strict").startObject("properties");
            GroupMapping.ofDeleted(mapping);
            GroupMapping.fields(mapping, "date", DELETED_AT);
            GroupMapping.fields(mapping, "binary", SOURCE);
            client.admin()
                    .indices()
                    .create(
                            new CreateIndexRequest(name)
                                    .settings(HiddenIndex.settings())
                                    .mapping(mapping.endObject().endObject())
                                    .waitForActiveShards(ActiveShardCount.ALL),
                            listener.map(created -> {
                                IndexMetadata made =
                                        Project.of(clusterService.state()).index(name);
                                if (isOne(made) == false) {
                                    throw lost();
                                }
                                index = made.getIndex();
                                return null;
                            }));
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String id(DocumentName page) {
        byte[] named = (page.index() + "/" + page.id()).getBytes(StandardCharsets.UTF_8);
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(MessageDigests.sha256().digest(named))
                .substring(0, ID_LENGTH);
    }

    /** Keeps a page. */
    IndexRequest keep(GroupDocument page, BytesReference source, long nowMillis) {
        Map<String, Object> document = page.deleted();
        document.put(DELETED_AT, nowMillis);
        document.put(SOURCE, BytesReference.toBytes(source));
        return new IndexRequest(name)
                .id(id(page.page()))
                .setPipeline(IngestService.NOOP_PIPELINE_NAME)
                .source(document, XContentType.JSON); // other formats would not return bytes as Base64
    }

    /** Forgets a page that was not deleted after all. */
    DeleteRequest forget(GroupDocument page) {
        return new DeleteRequest(name, id(page.page()));
    }

    /**
     * A page that is kept.
     *
     * @param indexUuid of the index that it was deleted from
     */
    record Kept(PageKey page, String indexUuid, BytesReference source) {

        static Kept of(SearchHit hit) {
            Map<String, Object> source = hit.getSourceAsMap();
            GroupDocument deleted = new GroupDocument(hit.getId(), source);
            return new Kept(
                    PageKey.of(deleted),
                    deleted.indexUuid(),
                    new BytesArray(Base64.getDecoder().decode((String) source.get(SOURCE))));
        }
    }
}
