package org.ndd.boilerplate;

import java.util.Arrays;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.LongConsumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.sort.SortOrder;
import org.elasticsearch.threadpool.ThreadPool;
import org.elasticsearch.xcontent.XContentType;
import org.ndd.bulk.Batches;
import org.ndd.bulk.CompleteSearch;
import org.ndd.compat.Project;
import org.ndd.config.NddThreadPools;
import org.ndd.core.boilerplate.BoilerplateFamilies;
import org.ndd.core.boilerplate.SiteBoilerplate;

/**
 * The boilerplate of one request in the memory of a node. Immutable: it requires no further reads, and remains valid until the end of the
 * request.
 */
public final class LoadedBoilerplate {

    public static final LoadedBoilerplate NONE = new LoadedBoilerplate(Map.of(), Map.of());

    private final Map<String, Map<String, SiteBoilerplate>> families = new HashMap<>();

    /**
     * @param inUse for each index of documents, the index that contains its boilerplate; {@code null} if none is in use
     * @param loaded boilerplate by its index and family; without indices that are hidden from the user
     */
    LoadedBoilerplate(Map<String, String> inUse, Map<String, Map<String, SiteBoilerplate>> loaded) {
        inUse.forEach((index, boilerplate) -> {
            if (boilerplate != null && loaded.containsKey(boilerplate)) {
                families.put(index, loaded.get(boilerplate));
            }
        });
    }

    /** Returns the boilerplate of a concrete index and a site; {@code null} if any is unknown. O(lines) for a section, or O(1). */
    public SiteBoilerplate of(String index, String site) {
        Map<String, SiteBoilerplate> known = families.get(index);
        return known == null ? null : BoilerplateFamilies.boilerplate(site, known::get);
    }

    /**
     * Returns the boilerplate of a document of several indices, as a run with stored boilerplate: that of each of its families is that of
     * the first index with any.
     *
     * @param indices concrete indices
     * @param site site of the document; {@code null} if unknown
     * @return {@code null} if the boilerplate is unknown
     */
    public SiteBoilerplate ofFirst(List<String> indices, String site) {
        return BoilerplateFamilies.boilerplate(
                site,
                family -> indices.stream()
                        .map(families::get)
                        .filter(Objects::nonNull)
                        .map(known -> known.get(family))
                        .filter(Objects::nonNull)
                        .findFirst()
                        .orElse(null));
    }

    /** All boilerplate of an index of boilerplate with a UUID, in bytes of memory. */
    record LoadedIndex(String index, String uuid, Map<String, SiteBoilerplate> families, long bytes) {}

    /** Loads all families of an index of boilerplate with several requests: only the data for masking, without the texts of lines. */
    static final class BoilerplateLoad {

        private static final int PAGE_SIZE = 200;

        /** Bytes of an entry in the map of families. */
        private static final long ENTRY_BYTES = 64;

        private final Client client;
        private final ClusterService cluster;
        private final ThreadPool threads;
        private final String index;
        private final LongConsumer memory;
        private final Map<String, SiteBoilerplate> families = new HashMap<>();
        private String uuid;
        private long bytes;

        /** @param memory reserves bytes; throws if there is not enough memory */
        BoilerplateLoad(Client client, ClusterService cluster, ThreadPool threads, String index, LongConsumer memory) {
            this.client = client;
            this.cluster = cluster;
            this.threads = threads;
            this.index = index;
            this.memory = memory;
        }

        /** @param listener receives the boilerplate of the index, and the bytes that were reserved for it */
        void run(ActionListener<LoadedIndex> listener) {
            IndexMetadata metadata = Project.of(cluster.state()).index(index);
            uuid = metadata == null ? null : metadata.getIndexUUID();
            Batches.forEachPage(
                    (source, l) -> client.search(families(source, index), l),
                    () -> new SearchSourceBuilder()
                            .sort(StoredBoilerplate.SITE, SortOrder.ASC)
                            .fetchSource(null, StoredBoilerplate.LINES + "." + StoredBoilerplate.TEXT)
                            .size(PAGE_SIZE),
                    (hits, l) -> {
                        // copied, because a stopping node drops tasks, which then could not release the buffers of the
                        // network
                        List<BytesReference> sources = Arrays.stream(hits)
                                .<BytesReference>map(
                                        hit -> new BytesArray(hit.getSourceRef().toBytesRef(), true))
                                .toList();
                        threads.executor(NddThreadPools.READ).execute(ActionRunnable.run(l, () -> add(sources)));
                    },
                    listener.map(done -> new LoadedIndex(index, uuid, Map.copyOf(families), bytes)));
        }

        /** Returns the bytes that are reserved, also if the load fails. */
        long bytes() {
            return bytes;
        }

        /**
         * Returns a search for all families. It excludes families whose fields the user may not see, because such a family would mask no
         * text.
         */
        static SearchRequest families(SearchSourceBuilder source, String... indices) {
            return CompleteSearch.of(source.query(QueryBuilders.existsQuery(StoredBoilerplate.VERSION)), indices)
                    .indicesOptions(IndicesOptions.strictExpandOpenAndForbidClosed());
        }

        private void add(List<BytesReference> sources) {
            for (BytesReference source : sources) {
                SiteBoilerplate family = StoredBoilerplate.fromSource(
                                XContentHelper.convertToMap(source, false, XContentType.JSON)
                                        .v2())
                        .boilerplate()
                        .hashesOnly();
                long more = ENTRY_BYTES + family.ramBytes();
                memory.accept(more);
                bytes += more;
                families.put(family.site(), family);
            }
        }
    }
}
