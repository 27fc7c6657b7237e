package org.ndd.partition;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Supplier;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteRequest;
import org.elasticsearch.action.admin.cluster.node.tasks.get.TransportGetTaskAction;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.get.GetRequest;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.get.MultiGetItemResponse;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.WriteRequest.RefreshPolicy;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.OriginSettingClient;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.NamedWriteableAwareStreamInput;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.VersionType;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.indices.SystemIndexDescriptor;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;
import org.ndd.bulk.CompleteSearch;
import org.ndd.bulk.ExpectedFailure;
import org.ndd.compat.Calls;
import org.ndd.compat.NddVersion;
import org.ndd.compat.Project;

/**
 * Stores records in a system index, which ordinary users cannot read, because a record identifies the user of its run or job. The index is
 * written with the origin of Elasticsearch's own task results, independently of the user in the thread's context. Each record has a
 * version, which its writers increase, so that an older record never replaces a newer one.
 */
public final class RecordStore {

    static final String INDEX = ".ndd-runs";

    private static final int MAX_IDS = 10_000;
    private static final String ORIGIN = TransportGetTaskAction.TASKS_ORIGIN;
    private static final String PRIMARY = INDEX + "-1";
    private static final String RECORD = "record";
    private static final String ENDED = "ended";
    private static final String WIRE_VERSION = "wire_version";
    private static final String MAPPING_VERSION = "version";

    /** The properties of the index, which Elasticsearch creates when it is first written to. */
    public static final SystemIndexDescriptor DESCRIPTOR = Calls.systemIndex(MAPPING_VERSION)
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
            .setOrigin(ORIGIN)
            .build();

    private final Client client;
    private final NamedWriteableRegistry registry;
    private final Supplier<TransportVersion> wire;

    /**
     * @param wire the current transport version that all nodes of the cluster can read. While Elasticsearch is upgraded, a run or a job can
     *     continue on an older node. Elasticsearch writes its own objects in this version.
     */
    public RecordStore(Client client, NamedWriteableRegistry registry, Supplier<TransportVersion> wire) {
        this.client = new OriginSettingClient(client, ORIGIN);
        this.registry = registry;
        this.wire = wire;
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

    public record Versioned<T>(T record, long version) {}

    /**
     * Whether the cluster state has the index. While a cluster starts it may not have it yet, so a record that is not found may still
     * exist.
     */
    public static boolean indexExists(ClusterState state) {
        return Project.of(state).hasIndexAbstraction(INDEX);
    }

    /** Returns the bytes of a record; Elasticsearch writes its own objects in this transport version. */
    public static BytesReference toBytes(Writeable record, TransportVersion wire) throws IOException {
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            out.setTransportVersion(wire);
            NddVersion.writeStored(out);
            record.writeTo(out);
            return out.bytes();
        }
    }

    /**
     * Reads the output of {@link #toBytes}.
     *
     * @throws IllegalArgumentException if it cannot be read
     */
    public static <T> T read(
            Writeable.Reader<T> reader, BytesReference kept, TransportVersion wire, NamedWriteableRegistry queries) {
        try (StreamInput in = new NamedWriteableAwareStreamInput(kept.streamInput(), queries)) {
            in.setTransportVersion(wire);
            NddVersion.readStored(in);
            return reader.read(in);
        } catch (IllegalArgumentException e) {
            throw e;
        } catch (IOException | RuntimeException e) {
            // for example a query of ndd, which is stored in its format for messages; but unlike a message, a record
            // can be read by a later version
            throw new IllegalArgumentException(
                    e.getMessage() + ", and it belongs to the state of a run: start a new run", e);
        }
    }

    /** Writes a record, which may be deleted if {@code ended}. Fails with a version conflict unless the stored version is lower. */
    public void put(String id, Writeable record, boolean ended, long version, ActionListener<Void> listener) {
        IndexRequest request = new IndexRequest(INDEX).id(id).version(version).versionType(VersionType.EXTERNAL);
        index(request, record, ended, listener);
    }

    /**
     * Writes a record that must not be deleted yet, with a version above that of a deleted record of the same id. {@link #ids} returns it
     * before the listener is called.
     *
     * @param listener fails with a version conflict if a record of this id exists
     */
    public void create(String id, Writeable record, ActionListener<Void> listener) {
        IndexRequest request = new IndexRequest(INDEX).id(id).opType(DocWriteRequest.OpType.CREATE);
        index(request.setRefreshPolicy(RefreshPolicy.IMMEDIATE), record, false, listener);
    }

    private void index(IndexRequest request, Writeable record, boolean ended, ActionListener<Void> listener) {
        ActionListener.run(listener, l -> {
            TransportVersion known = wire.get();
            String bytes = Base64.getEncoder().encodeToString(BytesReference.toBytes(toBytes(record, known)));
            client.index(
                    request.source(Map.of(RECORD, bytes, WIRE_VERSION, known.id(), ENDED, ended)),
                    l.map(indexed -> null));
        });
    }

    /** Reads a record. Fails with {@link IllegalArgumentException} if this version cannot read its format. */
    public <T> void get(String id, Writeable.Reader<T> reader, String notKept, ActionListener<Versioned<T>> listener) {
        client.get(
                new GetRequest(INDEX, id),
                ExpectedFailure.replace(
                        IndexNotFoundException.class,
                        e -> new ResourceNotFoundException(notKept),
                        listener.map(response -> read(reader, notKept, response))));
    }

    private <T> Versioned<T> read(Writeable.Reader<T> reader, String notKept, GetResponse response) {
        if (response.isExists() == false) {
            throw new ResourceNotFoundException(notKept);
        }
        Map<String, Object> source = response.getSourceAsMap();
        byte[] bytes = Base64.getDecoder().decode((String) source.get(RECORD));
        TransportVersion wire = TransportVersion.fromId(((Number) source.get(WIRE_VERSION)).intValue());
        return new Versioned<>(read(reader, new BytesArray(bytes), wire, registry), response.getVersion());
    }

    /** Records that were read, and the number of those that cannot be read, for example because of their format. */
    public record Records<T>(List<T> records, int unreadable) {}

    /** Reads records, and omits those that do not exist. */
    public <T> void get(Collection<String> ids, Writeable.Reader<T> reader, ActionListener<Records<T>> listener) {
        if (ids.isEmpty()) {
            listener.onResponse(new Records<>(List.of(), 0));
            return;
        }
        MultiGetRequest request = new MultiGetRequest();
        ids.forEach(id -> request.add(INDEX, id));
        client.multiGet(request, listener.map(response -> {
            List<T> records = new ArrayList<>();
            int unreadable = 0;
            for (MultiGetItemResponse item : response) {
                try {
                    if (item.isFailed()) {
                        unreadable++;
                    } else if (item.getResponse().isExists()) {
                        records.add(read(reader, "", item.getResponse()).record());
                    }
                } catch (IllegalArgumentException e) {
                    unreadable++;
                }
            }
            return new Records<>(records, unreadable);
        }));
    }

    /** Returns the ids of the records that may be deleted, or of all others, as of the last refresh: at most {@value #MAX_IDS}. */
    public void ids(boolean ended, ActionListener<List<String>> listener) {
        SearchSourceBuilder all = new SearchSourceBuilder()
                .query(QueryBuilders.termQuery(ENDED, ended))
                .fetchSource(false)
                .size(MAX_IDS);
        client.search(
                CompleteSearch.of(all, INDEX).indicesOptions(IndicesOptions.lenientExpandOpen()),
                listener.map(response -> Arrays.stream(response.getHits().getHits())
                        .map(SearchHit::getId)
                        .toList()));
    }

    public void delete(Collection<String> ids, RefreshPolicy refresh, ActionListener<Void> listener) {
        if (ids.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        BulkRequest delete = new BulkRequest().setRefreshPolicy(refresh);
        ids.forEach(id -> delete.add(new DeleteRequest(INDEX, id)));
        client.bulk(delete, listener.delegateFailureAndWrap((l, deleted) -> {
            for (var item : deleted) {
                boolean none = item.isFailed()
                        && ExceptionsHelper.unwrapCause(item.getFailure().getCause()) instanceof IndexNotFoundException;
                if (item.isFailed() && none == false) {
                    l.onFailure(item.getFailure().getCause());
                    return;
                }
            }
            l.onResponse(null);
        }));
    }
}
