package org.ndd.partition;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Base64;
import java.util.Map;
import java.util.function.Predicate;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.cluster.node.tasks.get.TransportGetTaskAction;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.get.GetRequest;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.OriginSettingClient;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.VersionType;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.indices.SystemIndexDescriptor;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;

/**
 * Keeps the records of runs in a system index, which ordinary users cannot read: a record holds who asked for a run. It is written with the
 * origin of Elasticsearch's own task results, whatever user is in the thread's context.
 */
public final class RunStore {

    static final String INDEX = ".ndd-runs";

    private static final Logger logger = LogManager.getLogger(RunStore.class);
    private static final int FORGET = 1000;

    private static final String ORIGIN = TransportGetTaskAction.TASKS_ORIGIN;
    private static final String PRIMARY = INDEX + "-1";
    private static final String RECORD = "record";
    private static final String ENDED = "ended";
    private static final String WIRE_VERSION = "wire_version";
    private static final String MAPPING_VERSION = "version";

    /** What Elasticsearch needs to know to make the index when it is first written to. */
    public static final SystemIndexDescriptor DESCRIPTOR = SystemIndexDescriptor.builder()
            .setIndexPattern(INDEX + "*")
            .setPrimaryIndex(PRIMARY)
            .setAliasName(INDEX)
            .setDescription("Runs of near-duplicate partitions")
            .setSettings(Settings.builder()
                    .put(SystemIndexDescriptor.DEFAULT_SETTINGS)
                    .put(IndexMetadata.SETTING_NUMBER_OF_SHARDS, 1)
                    .put(IndexMetadata.SETTING_AUTO_EXPAND_REPLICAS, "0-1")
                    .build())
            .setMappings(mappings())
            .setVersionMetaKey(MAPPING_VERSION)
            .setOrigin(ORIGIN)
            .build();

    private final Client client;
    private final NamedWriteableRegistry registry;

    /** @param registry reads queries */
    public RunStore(Client client, NamedWriteableRegistry registry) {
        this.client = new OriginSettingClient(client, ORIGIN);
        this.registry = registry;
    }

    private static XContentBuilder mappings() {
        try {
            XContentBuilder mappings = XContentFactory.jsonBuilder().startObject();
            mappings.startObject("_doc").startObject("_meta");
            mappings.field(SystemIndexDescriptor.VERSION_META_KEY, 1).field(MAPPING_VERSION, "8.19.0");
            mappings.endObject().field("dynamic", "strict").startObject("properties");
            mappings.startObject(RECORD).field("type", "binary").endObject();
            mappings.startObject(ENDED).field("type", "boolean").endObject();
            mappings.startObject(WIRE_VERSION).field("type", "integer").endObject();
            return mappings.endObject().endObject().endObject();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /**
     * A record as it is kept.
     *
     * @param version of the record
     */
    record Kept(RunRecord record, long version) {}

    /**
     * Writes the record of a run over the one before.
     *
     * @param version of the record; fails with a version conflict where there is one of this version or a higher one
     */
    void put(RunRecord record, long version, ActionListener<Void> listener) {
        try {
            TransportVersion wire = TransportVersion.current();
            String bytes = Base64.getEncoder().encodeToString(BytesReference.toBytes(record.toBytes(wire)));
            boolean ended = record.hasEnded();
            client.index(
                    new IndexRequest(INDEX)
                            .id(record.spec().runId())
                            .version(version)
                            .versionType(VersionType.EXTERNAL)
                            .source(Map.of(RECORD, bytes, WIRE_VERSION, wire.id(), ENDED, ended))
                            .setRefreshPolicy(WriteRequest.RefreshPolicy.NONE),
                    listener.map(indexed -> null));
        } catch (IOException e) {
            listener.onFailure(e);
        }
    }

    /** The record of a run; fails with 404 where none is kept. */
    void get(String runId, ActionListener<Kept> listener) {
        client.get(
                new GetRequest(INDEX, runId),
                ActionListener.wrap(
                        response -> ActionListener.completeWith(listener, () -> read(runId, response)), e -> {
                            boolean none = ExceptionsHelper.unwrapCause(e) instanceof IndexNotFoundException;
                            listener.onFailure(none ? notKept(runId) : e);
                        }));
    }

    private static ResourceNotFoundException notKept(String runId) {
        return new ResourceNotFoundException("nothing is kept of run [" + runId + "]");
    }

    private Kept read(String runId, GetResponse response) throws IOException {
        if (response.isExists() == false) {
            throw notKept(runId);
        }
        Map<String, Object> source = response.getSourceAsMap();
        byte[] bytes = Base64.getDecoder().decode((String) source.get(RECORD));
        TransportVersion wire = TransportVersion.fromId(((Number) source.get(WIRE_VERSION)).intValue());
        return new Kept(RunRecord.of(new BytesArray(bytes), wire, registry), response.getVersion());
    }

    /** Forgets a run; whether anything was kept of it or not. */
    void delete(String runId, ActionListener<Void> listener) {
        client.delete(new DeleteRequest(INDEX, runId), listener.map(deleted -> null));
    }

    /** Forgets some of the runs that have ended and are gone; those that are left are forgotten another time. */
    void forget(Predicate<String> gone) {
        SearchRequest all = new SearchRequest(INDEX)
                .source(new SearchSourceBuilder()
                        .query(QueryBuilders.termQuery(ENDED, true))
                        .fetchSource(false)
                        .size(FORGET))
                .indicesOptions(IndicesOptions.lenientExpandOpen());
        client.search(
                all,
                ActionListener.wrap(
                        response -> {
                            BulkRequest delete = new BulkRequest();
                            for (SearchHit hit : response.getHits()) {
                                if (gone.test(hit.getId())) {
                                    delete.add(new DeleteRequest(INDEX, hit.getId()));
                                }
                            }
                            if (delete.numberOfActions() > 0) {
                                client.bulk(delete, ActionListener.noop());
                            }
                        },
                        e -> logger.debug("records of runs cannot be read", e)));
    }
}
