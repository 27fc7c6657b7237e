package org.ndd.boilerplate;

import java.util.HashMap;
import java.util.Map;
import java.util.function.LongConsumer;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRunnable;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.sort.SortOrder;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.compat.Project;
import org.ndd.config.NddThreadPools;
import org.ndd.core.boilerplate.SiteBoilerplate;

/** Loads all families of an index of boilerplate, page by page: only what masking needs, without the texts of lines. */
final class BoilerplateLoad {

    /** Families per request while boilerplate is loaded. */
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

    /** @param memory reserves bytes; fails if there is no memory */
    BoilerplateLoad(Client client, ClusterService cluster, ThreadPool threads, String index, LongConsumer memory) {
        this.client = client;
        this.cluster = cluster;
        this.threads = threads;
        this.index = index;
        this.memory = memory;
    }

    /** @param listener gets this, when it is complete */
    void run(ActionListener<BoilerplateLoad> listener) {
        next(null, listener);
    }

    String index() {
        return index;
    }

    /** The index that was read. */
    String uuid() {
        return uuid;
    }

    /** The families that are loaded, by site. */
    Map<String, SiteBoilerplate> families() {
        return families;
    }

    /** Reserved bytes. */
    long bytes() {
        return bytes;
    }

    /** All families. Not of a user who may not see their fields: of such a family, nothing would be masked. */
    static SearchRequest families(SearchSourceBuilder source, String... indices) {
        return new SearchRequest(indices)
                .indicesOptions(IndicesOptions.strictExpandOpenAndForbidClosed())
                .allowPartialSearchResults(false)
                .source(source.query(QueryBuilders.existsQuery(StoredBoilerplate.VERSION)));
    }

    /** @param after the last family of the previous request; null for the first request */
    private void next(Object[] after, ActionListener<BoilerplateLoad> listener) {
        IndexMetadata metadata = Project.of(cluster.state()).index(index);
        if (metadata != null && uuid == null) {
            uuid = metadata.getIndexUUID();
        }
        SearchSourceBuilder source = new SearchSourceBuilder()
                .size(PAGE_SIZE)
                .trackTotalHits(false)
                .sort(StoredBoilerplate.SITE, SortOrder.ASC)
                .fetchSource(null, StoredBoilerplate.LINES + "." + StoredBoilerplate.TEXT);
        if (after != null) {
            source.searchAfter(after);
        }
        client.search(families(source, index), listener.delegateFailureAndWrap((l, response) -> {
            response.mustIncRef();
            threads.executor(NddThreadPools.READ)
                    .execute(ActionRunnable.wrapReleasing(l, response::decRef, m -> add(response, m)));
        }));
    }

    private void add(SearchResponse response, ActionListener<BoilerplateLoad> listener) {
        SearchHit[] hits = response.getHits().getHits();
        for (SearchHit hit : hits) {
            SiteBoilerplate family = StoredBoilerplate.fromSource(hit.getSourceAsMap())
                    .boilerplate()
                    .hashesOnly();
            long more = ENTRY_BYTES + family.ramBytes();
            memory.accept(more);
            bytes += more;
            families.put(family.site(), family);
        }
        if (hits.length < PAGE_SIZE) {
            listener.onResponse(this);
        } else {
            next(hits[PAGE_SIZE - 1].getSortValues(), listener);
        }
    }
}
