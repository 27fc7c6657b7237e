package org.ndd.template;

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
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceAlreadyExistsException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.DocWriteResponse;
import org.elasticsearch.action.admin.indices.create.CreateIndexRequest;
import org.elasticsearch.action.bulk.BulkItemResponse;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.get.MultiGetItemResponse;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.ActiveShardCount;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.hash.MessageDigests;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;
import org.ndd.core.template.SiteTemplate;

/**
 * Keeps the templates of an index in an index of its own, {@code <index>-ndd-templates}, one document a site. An index
 * without it has no templates, which is no error.
 *
 * <p>Every call works with the rights of the client that is given. {@link #load} asks for the versions first, always,
 * and takes only what has these versions from the node's cache: so a template that was learned again is used from the
 * next load on, on every node, and nobody sees a template that they may not read.
 */
public final class TemplateStore {

    /** In {@code _meta} of the mapping: the index whose templates they are. */
    private static final String OF = "templates_of";

    private static final String SUFFIX = "-ndd-templates";

    /** Templates fetched with one request: they may have hundreds of lines each. */
    private static final int FETCH = 50;

    /** Templates written with one request. */
    private static final int WRITE = 50;

    /** The longest id that Elasticsearch takes, in bytes. */
    private static final int LONGEST_ID = 512;

    private final Client client;
    private final TemplateCache cache;

    /**
     * @param client works with the rights of the thread's user
     * @param cache the node's
     */
    public TemplateStore(Client client, TemplateCache cache) {
        this.client = client;
        this.cache = cache;
    }

    /** A store that works through another client, such as one that sets a parent task; with the same cache. */
    public TemplateStore with(Client other) {
        return new TemplateStore(other, cache);
    }

    /**
     * The index that holds the templates of an index.
     *
     * @param index a concrete index
     */
    public static String indexName(String index) {
        return index + SUFFIX;
    }

    /** Whether an index is one of templates; {@code null} is none. */
    public static boolean isOne(IndexMetadata index) {
        return index != null
                && index.mapping() != null
                && index.mapping().sourceAsMap().get("_meta") instanceof Map<?, ?> meta
                && meta.containsKey(OF);
    }

    /**
     * The templates of some sites.
     *
     * @param index a concrete index
     * @param sites any number; null is ignored
     * @param listener gets the templates that are known, by site
     */
    public void load(String index, Collection<String> sites, ActionListener<Map<String, SiteTemplate>> listener) {
        Collection<String> wanted =
                new TreeSet<>(sites.stream().filter(site -> site != null).toList());
        Map<String, SiteTemplate> found = new TreeMap<>();
        if (wanted.isEmpty()) {
            listener.onResponse(found);
            return;
        }
        FetchSourceContext versions = FetchSourceContext.of(true, new String[] {StoredTemplate.VERSION}, null);
        fetch(index, wanted, versions, listener.delegateFailureAndWrap((l, documents) -> {
            List<String> missing = new ArrayList<>();
            documents.forEach((site, document) -> {
                String version = (String) document.getSourceAsMap().get(StoredTemplate.VERSION);
                SiteTemplate template = version == null ? null : cache.get(index, site, version);
                if (template == null) {
                    missing.add(site);
                } else {
                    found.put(site, template);
                }
            });
            loadDocuments(index, missing, 0, found, l);
        }));
    }

    private void loadDocuments(
            String index,
            List<String> sites,
            int from,
            Map<String, SiteTemplate> found,
            ActionListener<Map<String, SiteTemplate>> listener) {
        if (from >= sites.size()) {
            listener.onResponse(found);
            return;
        }
        int to = Math.min(sites.size(), from + FETCH);
        fetch(
                index,
                sites.subList(from, to),
                FetchSourceContext.FETCH_SOURCE,
                listener.delegateFailureAndWrap((l, documents) -> {
                    documents.forEach((site, document) -> {
                        SiteTemplate template = StoredTemplate.fromSource(document.getSourceAsMap())
                                .template();
                        cache.put(index, template);
                        found.put(site, template);
                    });
                    loadDocuments(index, sites, to, found, l);
                }));
    }

    /**
     * A template as it is stored, past the cache.
     *
     * @param listener gets null where none is known
     */
    public void get(String index, String site, ActionListener<StoredTemplate> listener) {
        fetch(index, List.of(site), FetchSourceContext.FETCH_SOURCE, listener.delegateFailureAndWrap((l, documents) -> {
            GetResponse document = documents.get(site);
            l.onResponse(document == null ? null : StoredTemplate.fromSource(document.getSourceAsMap()));
        }));
    }

    /**
     * Writes templates over those of the same sites; makes the index of templates where it is missing.
     *
     * @param index a concrete index
     */
    public void save(String index, Collection<StoredTemplate> templates, ActionListener<Void> listener) {
        if (templates.isEmpty()) {
            listener.onResponse(null);
            return;
        }
        createIndex(index, listener.delegateFailureAndWrap((l, ignored) -> write(index, templates.iterator(), l)));
    }

    private void write(String index, Iterator<StoredTemplate> templates, ActionListener<Void> listener) {
        if (templates.hasNext() == false) {
            listener.onResponse(null);
            return;
        }
        BulkRequest bulk = new BulkRequest();
        while (templates.hasNext() && bulk.numberOfActions() < WRITE) {
            StoredTemplate template = templates.next();
            bulk.add(new IndexRequest(indexName(index))
                    .id(id(template.template().site()))
                    .setPipeline(IngestService.NOOP_PIPELINE_NAME)
                    .setFinalPipeline(IngestService.NOOP_PIPELINE_NAME)
                    .source(source(template)));
        }
        client.bulk(bulk, listener.delegateFailureAndWrap((l, response) -> {
            if (response.hasFailures()) {
                throw failure(response);
            }
            write(index, templates, l);
        }));
    }

    /** With the status of the first failure, so that who tries again later knows whether that may help. */
    private static ElasticsearchStatusException failure(BulkResponse response) {
        BulkItemResponse first = Arrays.stream(response.getItems())
                .filter(BulkItemResponse::isFailed)
                .findFirst()
                .orElseThrow();
        return new ElasticsearchStatusException(
                "site templates could not be written: " + response.buildFailureMessage(), first.status());
    }

    /**
     * Forgets a template.
     *
     * @param listener gets whether there was one
     */
    public void delete(String index, String site, ActionListener<Boolean> listener) {
        DeleteRequest request = new DeleteRequest(indexName(index), id(site));
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

    private void fetch(
            String index,
            Collection<String> sites,
            FetchSourceContext source,
            ActionListener<Map<String, GetResponse>> listener) {
        MultiGetRequest request = new MultiGetRequest();
        for (String site : sites) {
            request.add(new MultiGetRequest.Item(indexName(index), id(site)).fetchSourceContext(source));
        }
        client.multiGet(request, listener.delegateFailureAndWrap((l, response) -> {
            Map<String, GetResponse> found = new TreeMap<>();
            Iterator<String> site = sites.iterator();
            for (MultiGetItemResponse item : response) {
                String of = site.next();
                if (item.isFailed() == false) {
                    if (item.getResponse().isExists() && item.getResponse().isSourceEmpty() == false) {
                        found.put(of, item.getResponse());
                    }
                } else if (ExceptionsHelper.unwrapCause(item.getFailure().getFailure())
                                instanceof IndexNotFoundException
                        == false) {
                    throw item.getFailure().getFailure();
                }
            }
            l.onResponse(found);
        }));
    }

    /**
     * Hidden, so that a wildcard over the pages does not find it; and without the pipelines and replicas that a
     * template for the pages may give to every name that starts like theirs. Waits for the replica: what has one copy is
     * lost with its node.
     */
    private void createIndex(String index, ActionListener<Void> listener) {
        CreateIndexRequest request = new CreateIndexRequest(indexName(index))
                .waitForActiveShards(ActiveShardCount.ALL)
                .settings(Map.of(
                        "index.hidden",
                        true,
                        "index.number_of_shards",
                        1,
                        "index.auto_expand_replicas",
                        "0-1",
                        "index.default_pipeline",
                        IngestService.NOOP_PIPELINE_NAME,
                        "index.final_pipeline",
                        IngestService.NOOP_PIPELINE_NAME))
                .mapping(Map.of(
                        "_doc",
                        Map.of(
                                "_meta",
                                Map.of(OF, index),
                                "dynamic",
                                "strict",
                                "properties",
                                Map.of(
                                        StoredTemplate.SITE, Map.of("type", "keyword", "ignore_above", 8191),
                                        StoredTemplate.FORMAT_FIELD, Map.of("type", "integer"),
                                        StoredTemplate.VERSION, Map.of("type", "keyword"),
                                        StoredTemplate.LEARNED_AT, Map.of("type", "date", "format", "epoch_millis"),
                                        StoredTemplate.PAGES, Map.of("type", "integer"),
                                        StoredTemplate.LINES, Map.of("type", "object", "enabled", false),
                                        StoredTemplate.FINGERPRINTS, Map.of("type", "object", "enabled", false)))));
        client.admin().indices().create(request, ActionListener.wrap(response -> listener.onResponse(null), e -> {
            if (ExceptionsHelper.unwrapCause(e) instanceof ResourceAlreadyExistsException) {
                listener.onResponse(null);
            } else {
                listener.onFailure(e);
            }
        }));
    }

    private static XContentBuilder source(StoredTemplate template) {
        try {
            return template.toXContent(XContentFactory.jsonBuilder(), StoredTemplate.EMPTY_PARAMS);
        } catch (IOException e) {
            throw new AssertionError("an object in memory does not fail to be written", e);
        }
    }

    /** The site itself, so that people find it; a digest where that would be too long for an id. */
    static String id(String site) {
        byte[] utf8 = site.getBytes(StandardCharsets.UTF_8);
        return utf8.length <= LONGEST_ID
                ? site
                : "#"
                        + Base64.getUrlEncoder()
                                .withoutPadding()
                                .encodeToString(MessageDigests.sha256().digest(utf8));
    }
}
