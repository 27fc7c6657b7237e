package org.ndd.boilerplate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.UnaryOperator;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.get.MultiGetItemResponse;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.hash.MessageDigests;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;
import org.ndd.config.CacheStats;
import org.ndd.core.boilerplate.SiteBoilerplate;

/**
 * Reads and writes boilerplate. Searches of an index read the boilerplate behind its alias ({@link BoilerplateIndex}); a missing alias is
 * not an error. Each learning process writes to a separate index.
 *
 * <p>All methods use the rights of the given client. {@link #load} always requests the versions first, and uses only boilerplate of these
 * versions from the node's cache. So newly learned boilerplate is used from the next load on, on every node, and users receive only
 * boilerplate that they may read.
 */
public final class BoilerplateStore {

    /** Maximum number of sites whose boilerplate is fetched with one request; each may have hundreds of lines. */
    public static final int FETCH_BATCH_SIZE = 50;

    /** Maximum number of sites whose boilerplate is written with one request. */
    private static final int WRITE_BATCH_SIZE = 50;

    /** Maximum length of an id in Elasticsearch, in bytes. */
    private static final int MAX_ID_BYTES = 512;

    private final Client client;
    private final BoilerplateCache cache;
    private final UnaryOperator<String> aliases;

    /**
     * @param client client with the rights of the thread's user
     * @param cache cache of the node
     * @param aliases returns the alias of the boilerplate of a concrete index, {@link BoilerplateIndex#alias}; {@code null} if it does not
     *     exist, so that no request is sent
     */
    public BoilerplateStore(Client client, BoilerplateCache cache, UnaryOperator<String> aliases) {
        this.client = client;
        this.cache = cache;
        this.aliases = aliases;
    }

    /** Returns a store with another client, such as one that sets a parent task, and the same cache. */
    public BoilerplateStore withClient(Client other) {
        return new BoilerplateStore(other, cache, aliases);
    }

    /** Returns statistics of the node's cache. */
    public CacheStats cacheStats() {
        return cache.stats();
    }

    /**
     * Loads the boilerplate of sites.
     *
     * @param index concrete index
     * @param sites any number of sites; null is ignored
     * @param listener receives the known boilerplate, by site
     */
    public void load(String index, Collection<String> sites, ActionListener<Map<String, SiteBoilerplate>> listener) {
        Collection<String> requested =
                new TreeSet<>(sites.stream().filter(site -> site != null).toList());
        Map<String, SiteBoilerplate> found = new TreeMap<>();
        if (requested.isEmpty()) {
            listener.onResponse(found);
            return;
        }
        FetchSourceContext versions = FetchSourceContext.of(true, new String[] {StoredBoilerplate.VERSION}, null);
        fetch(index, requested, versions, listener.delegateFailureAndWrap((l, stored) -> {
            List<String> missing = new ArrayList<>();
            stored.forEach((site, document) -> {
                String version = (String) document.get(StoredBoilerplate.VERSION);
                SiteBoilerplate boilerplate = version == null ? null : cache.get(index, site, version);
                if (boilerplate == null) {
                    missing.add(site);
                } else {
                    found.put(site, boilerplate);
                }
            });
            loadDocuments(index, missing, 0, found, l);
        }));
    }

    private void loadDocuments(
            String index,
            List<String> sites,
            int from,
            Map<String, SiteBoilerplate> found,
            ActionListener<Map<String, SiteBoilerplate>> listener) {
        if (from >= sites.size()) {
            listener.onResponse(found);
            return;
        }
        int to = Math.min(sites.size(), from + FETCH_BATCH_SIZE);
        fetch(
                index,
                sites.subList(from, to),
                FetchSourceContext.FETCH_SOURCE,
                listener.delegateFailureAndWrap((l, stored) -> {
                    stored.forEach((site, document) -> {
                        SiteBoilerplate boilerplate =
                                StoredBoilerplate.fromSource(document).boilerplate();
                        cache.put(index, boilerplate);
                        found.put(site, boilerplate);
                    });
                    loadDocuments(index, sites, to, found, l);
                }));
    }

    /**
     * Reads the stored boilerplate of a site, bypassing the cache.
     *
     * @param listener receives null if the boilerplate is unknown
     */
    public void get(String index, String site, ActionListener<StoredBoilerplate> listener) {
        get(index, List.of(site), listener.map(boilerplate -> boilerplate.get(site)));
    }

    /**
     * Reads the stored boilerplate of sites, bypassing the cache, with one request.
     *
     * @param index concrete index
     * @param sites sites, some tens at most
     * @param listener receives the known boilerplate, by site
     */
    public void get(String index, Collection<String> sites, ActionListener<Map<String, StoredBoilerplate>> listener) {
        if (sites.isEmpty()) {
            listener.onResponse(Map.of());
            return;
        }
        fetch(index, sites, FetchSourceContext.FETCH_SOURCE, listener.map(BoilerplateStore::boilerplate));
    }

    /**
     * Reads boilerplate that {@link #save} wrote, with one request.
     *
     * @param index index of boilerplate; may be missing
     * @param sites sites, some tens at most
     * @param listener receives the existing boilerplate, by site
     */
    public void getSaved(
            String index, Collection<String> sites, ActionListener<Map<String, StoredBoilerplate>> listener) {
        read(index, sites, FetchSourceContext.FETCH_SOURCE, listener.map(BoilerplateStore::boilerplate));
    }

    private static Map<String, StoredBoilerplate> boilerplate(Map<String, Map<String, Object>> stored) {
        Map<String, StoredBoilerplate> found = new TreeMap<>();
        stored.forEach((site, document) -> found.put(site, StoredBoilerplate.fromSource(document)));
        return found;
    }

    /**
     * Writes boilerplate, and overwrites that of the same sites.
     *
     * @param index existing index of boilerplate
     */
    public void save(String index, Collection<StoredBoilerplate> boilerplate, ActionListener<Void> listener) {
        write(index, boilerplate.iterator(), listener);
    }

    private void write(String index, Iterator<StoredBoilerplate> remaining, ActionListener<Void> listener) {
        if (remaining.hasNext() == false) {
            listener.onResponse(null);
            return;
        }
        BulkRequest bulk = new BulkRequest();
        while (remaining.hasNext() && bulk.numberOfActions() < WRITE_BATCH_SIZE) {
            StoredBoilerplate boilerplate = remaining.next();
            bulk.add(new IndexRequest(index)
                    .id(id(boilerplate.boilerplate().site()))
                    .setPipeline(IngestService.NOOP_PIPELINE_NAME)
                    .setFinalPipeline(IngestService.NOOP_PIPELINE_NAME)
                    .source(source(boilerplate)));
        }
        client.bulk(bulk, listener.delegateFailureAndWrap((l, response) -> {
            if (response.hasFailures()) {
                throw failure(response);
            }
            write(index, remaining, l);
        }));
    }

    /** Returns an exception with the status of the first failure, so that callers can determine whether a retry may help. */
    private static ElasticsearchStatusException failure(BulkResponse response) {
        BulkItemResponse first = Arrays.stream(response.getItems())
                .filter(BulkItemResponse::isFailed)
                .findFirst()
                .orElseThrow();
        return new ElasticsearchStatusException(
                "boilerplate could not be written: " + response.buildFailureMessage(), first.status());
    }

    /**
     * Deletes boilerplate in use.
     *
     * @param index concrete index
     * @param listener receives whether it existed
     */
    public void delete(String index, String site, ActionListener<Boolean> listener) {
        String alias = aliases.apply(index);
        if (alias == null) {
            listener.onResponse(false);
            return;
        }
        // the number of families shows other nodes that a family is missing
        DeleteRequest request =
                new DeleteRequest(alias, id(site)).setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        client.delete(
                request,
                ActionListener.wrap(
                        response -> listener.onResponse(response.getResult() == DocWriteResponse.Result.DELETED), e -> {
                            if (ExceptionsHelper.unwrapCause(e) instanceof IndexNotFoundException) {
                                listener.onResponse(false);
                            } else {
                                listener.onFailure(e);
                            }
                        }));
    }

    /**
     * Fetches documents.
     *
     * @param listener receives the existing documents, by site
     */
    private void fetch(
            String index,
            Collection<String> sites,
            FetchSourceContext source,
            ActionListener<Map<String, Map<String, Object>>> listener) {
        String alias = aliases.apply(index);
        if (alias == null) {
            listener.onResponse(Map.of());
        } else {
            read(alias, sites, source, listener);
        }
    }

    /**
     * Reads documents.
     *
     * @param name name of an index of boilerplate, or of its alias
     */
    private void read(
            String name,
            Collection<String> sites,
            FetchSourceContext source,
            ActionListener<Map<String, Map<String, Object>>> listener) {
        MultiGetRequest request = new MultiGetRequest();
        for (String site : sites) {
            request.add(new MultiGetRequest.Item(name, id(site)).fetchSourceContext(source));
        }
        client.multiGet(request, listener.map(response -> {
            Map<String, Map<String, Object>> found = new TreeMap<>();
            Iterator<String> requested = sites.iterator();
            for (MultiGetItemResponse item : response) {
                String site = requested.next();
                if (item.isFailed() == false) {
                    if (item.getResponse().isExists() && item.getResponse().isSourceEmpty() == false) {
                        found.put(site, item.getResponse().getSourceAsMap());
                    }
                } else if (ExceptionsHelper.unwrapCause(item.getFailure().getFailure())
                                instanceof IndexNotFoundException
                        == false) {
                    throw item.getFailure().getFailure();
                }
            }
            return found;
        }));
    }

    private static XContentBuilder source(StoredBoilerplate boilerplate) {
        try {
            return boilerplate.toXContent(XContentFactory.jsonBuilder(), StoredBoilerplate.EMPTY_PARAMS);
        } catch (IOException e) {
            throw new AssertionError("an object in memory does not fail to be written", e);
        }
    }

    /**
     * Returns the id of the document of a site. It is the site itself, so that people find it, or a digest of a site that is too long for
     * an id.
     */
    static String id(String site) {
        byte[] utf8 = site.getBytes(StandardCharsets.UTF_8);
        return utf8.length <= MAX_ID_BYTES
                ? site
                : "#"
                        + Base64.getUrlEncoder()
                                .withoutPadding()
                                .encodeToString(MessageDigests.sha256().digest(utf8));
    }
}
