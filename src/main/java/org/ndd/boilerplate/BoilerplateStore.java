package org.ndd.boilerplate;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Base64;
import java.util.Collection;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.ElasticsearchStatusException;
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
import org.elasticsearch.ingest.IngestService;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;
import org.ndd.bulk.Batches;

/**
 * Reads and writes boilerplate with the texts of lines, with the rights of the given client. Each learning process writes to a separate
 * index ({@link BoilerplateIndex}).
 */
public record BoilerplateStore(Client client) {

    /** Maximum number of sites whose boilerplate is written with one request. */
    private static final int WRITE_BATCH_SIZE = 50;

    /** Reads boilerplate from an index or alias, of some tens of sites at most, with one request. The listener gets it by site. */
    public void get(String index, Collection<String> sites, ActionListener<Map<String, StoredBoilerplate>> listener) {
        if (sites.isEmpty()) {
            listener.onResponse(Map.of());
            return;
        }
        MultiGetRequest request = new MultiGetRequest();
        sites.forEach(site -> request.add(index, id(site)));
        client.multiGet(request, listener.map(response -> {
            Map<String, StoredBoilerplate> found = new TreeMap<>();
            Iterator<String> requested = sites.iterator();
            for (MultiGetItemResponse item : response) {
                String site = requested.next();
                if (item.isFailed()) {
                    throw item.getFailure().getFailure();
                }
                if (item.getResponse().isExists() && item.getResponse().isSourceEmpty() == false) {
                    found.put(
                            site,
                            StoredBoilerplate.fromSource(item.getResponse().getSourceAsMap()));
                }
            }
            return found;
        }));
    }

    /** Writes boilerplate into an existing index, and overwrites that of the same sites. */
    public void save(String index, Collection<StoredBoilerplate> boilerplate, ActionListener<Void> listener) {
        Batches.forEach(boilerplate, WRITE_BATCH_SIZE, 1, (batch, l) -> write(index, batch, l), listener);
    }

    private void write(String index, List<StoredBoilerplate> batch, ActionListener<Void> listener) {
        BulkRequest bulk = new BulkRequest();
        for (StoredBoilerplate boilerplate : batch) {
            bulk.add(new IndexRequest(index)
                    .id(id(boilerplate.boilerplate().site()))
                    .setPipeline(IngestService.NOOP_PIPELINE_NAME)
                    .setFinalPipeline(IngestService.NOOP_PIPELINE_NAME)
                    .source(source(boilerplate)));
        }
        client.bulk(bulk, listener.map(response -> {
            if (response.hasFailures()) {
                throw failure(response);
            }
            return null;
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

    /** Deletes the boilerplate of a site from an index or alias of boilerplate. The listener receives whether it existed. */
    void delete(String index, String site, ActionListener<Boolean> listener) {
        // the number of families shows other nodes that a family is missing
        client.delete(
                new DeleteRequest(index, id(site)).setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE),
                listener.map(response -> response.getResult() == DocWriteResponse.Result.DELETED));
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
        return utf8.length <= IndexRequest.MAX_DOCUMENT_ID_LENGTH_IN_BYTES
                ? site
                : "#"
                        + Base64.getUrlEncoder()
                                .withoutPadding()
                                .encodeToString(MessageDigests.sha256().digest(utf8));
    }
}
