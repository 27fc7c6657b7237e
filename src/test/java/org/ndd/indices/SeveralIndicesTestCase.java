package org.ndd.indices;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

import java.io.IOException;
import java.net.URLEncoder;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.http.client.config.RequestConfig;
import org.elasticsearch.client.Request;
import org.elasticsearch.client.RequestOptions;
import org.elasticsearch.client.Response;
import org.elasticsearch.client.ResponseException;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.network.NetworkModule;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.index.mapper.MockFieldFilterPlugin;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESIntegTestCase;
import org.elasticsearch.transport.netty4.Netty4Plugin;
import org.elasticsearch.xcontent.XContentType;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.junit.Before;
import org.ndd.StateInMemoryPlugin;
import org.ndd.it.TextResponse;
import org.ndd.plugin.NddPlugin;

/**
 * Two indices of several shards under one name, used over HTTP. Some ids occur in both indices with different documents: "storm" is longer
 * in the second index, "summit" equal in both, "raw" unprocessed in both. Some ids contain slashes.
 */
@ESIntegTestCase.ClusterScope(numDataNodes = 2, numClientNodes = 0, supportsDedicatedMasters = false)
public abstract class SeveralIndicesTestCase extends ESIntegTestCase {

    static final String STORM = "The harbour of the town was closed on Monday because of the storm. "
            + "Fishermen tied up their boats with double ropes. The ferry stayed in the port until the evening.";
    static final String SUMMIT = "Climbers have found a new route to the summit from the north. "
            + "They spent three nights in a tent below the ridge. The weather was fine all the time.";
    static final String FOG = "Fog has closed the airport of the capital for the second day in a row. "
            + "Some thousand travellers spent the night on benches, and the trains were full.";
    static final String ONLY = "The prices of bread and butter have risen again in all shops of the town. "
            + "The bakers blame the mills, and the mills blame the rain in spring.";

    static final String FOG_ID = "news/2025/fog";
    static final String SECOND_FOG_ID = "wire/2025/fog?edition=2&page=a b";

    /** Documents of a site with a menu, half of them in each index. */
    static final int MENU_PAGES = 12;

    static final String MENU_SITE = "menu.example";

    /** Sufficient on a loaded machine. */
    private static final int TIMEOUT_MILLIS = 180_000;

    private static final String MENU = "Home and news and weather and sports of the region.\n\n"
            + "Read our newsletter with the stories of the week.\n\n"
            + "Terms of use, contact, imprint and the people behind this site.\n\n";

    /** Processed documents in both indices. */
    static final int PAGES = 7 + MENU_PAGES;

    /** The name of both indices together. */
    abstract String source();

    /** The name of the first index. */
    abstract String first();

    /** The name of the second index. */
    abstract String second();

    /** Puts both indices under one name, after their documents were indexed. */
    abstract void name() throws Exception;

    static String dest() {
        return "groups";
    }

    @Override
    protected boolean addMockHttpTransport() {
        return false;
    }

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NddPlugin.class, Netty4Plugin.class, StateInMemoryPlugin.class);
    }

    /** Excludes the plugin that filters fields, which would count as field-level security. */
    @Override
    protected Collection<Class<? extends Plugin>> getMockPlugins() {
        Collection<Class<? extends Plugin>> plugins = new ArrayList<>(super.getMockPlugins());
        plugins.remove(MockFieldFilterPlugin.class);
        return plugins;
    }

    @Override
    protected Settings nodeSettings(int nodeOrdinal, Settings otherSettings) {
        return Settings.builder()
                .put(super.nodeSettings(nodeOrdinal, otherSettings))
                .put(NetworkModule.HTTP_TYPE_KEY, Netty4Plugin.NETTY_HTTP_TRANSPORT_NAME)
                .build();
    }

    @Before
    public void makeIndices() throws Exception {
        ask("PUT", "/_ingest/pipeline/pages", """
                {"processors": [{"near_dup": {"field": "body", "url_field": "url"}}]}""").ok();
        create(first(), "\"ndd\": {\"type\": \"near_dup\"}");
        create(second(), "\"ndd\": {\"type\": \"near_dup\"}");
        StringBuilder bulk = new StringBuilder();
        add(bulk, first(), "storm", 1, STORM);
        add(bulk, second(), "storm", 9, STORM + " Nobody was hurt.");
        add(bulk, first(), "summit", 9, SUMMIT);
        add(bulk, second(), "summit", 1, SUMMIT);
        add(bulk, first(), FOG_ID, 5, FOG);
        add(bulk, second(), SECOND_FOG_ID, 4, FOG);
        add(bulk, second(), "only", 1, ONLY);
        for (int i = 0; i < MENU_PAGES; i++) {
            add(bulk, i % 2 == 0 ? first() : second(), "menu" + i, 1, MENU + words());
        }
        TextResponse indexed = ask("POST", "/_bulk?refresh", bulk.toString()).ok();
        assertEquals(indexed.text(), false, indexed.get("errors"));
        bulk.setLength(0);
        add(bulk, first(), "raw", 1, ONLY);
        add(bulk, second(), "raw", 1, ONLY);
        indexed = ask("POST", "/_bulk?refresh&pipeline=_none", bulk.toString()).ok();
        assertEquals(indexed.text(), false, indexed.get("errors"));
        name();
    }

    void create(String index, String properties) {
        assertAcked(prepareCreate(index)
                .setSettings(indexSettings(between(2, 3), 0)
                        .put("index.hidden", index.startsWith("."))
                        .put("index.default_pipeline", properties.isEmpty() ? "_none" : "pages"))
                .setMapping("{\"properties\": {" + properties + "}}"));
    }

    private static String words() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            text.append(randomAlphaOfLength(7).toLowerCase(Locale.ROOT)).append(i % 10 == 9 ? ". " : " ");
        }
        return text.toString();
    }

    static void add(StringBuilder bulk, String index, String id, int views, String body) throws IOException {
        String site = id.startsWith("menu") ? MENU_SITE : "news.example";
        bulk.append(json(Map.of("index", Map.of("_index", index, "_id", id))))
                .append('\n')
                .append(json(Map.of("url", "https://" + site + "/" + index + "/1", "views", views, "body", body)))
                .append('\n');
    }

    static String json(Map<String, ?> map) throws IOException {
        return Strings.toString(JsonXContent.contentBuilder().map(map));
    }

    static String encoded(String parameter) {
        return URLEncoder.encode(parameter, StandardCharsets.UTF_8);
    }

    TextResponse ask(String method, String endpoint, String body) throws IOException {
        Request request = new Request(method, endpoint);
        request.setOptions(RequestOptions.DEFAULT.toBuilder()
                .setRequestConfig(
                        RequestConfig.custom().setSocketTimeout(TIMEOUT_MILLIS).build()));
        if (body != null) {
            request.setJsonEntity(body);
        }
        Response response;
        try {
            response = getRestClient().performRequest(request);
        } catch (ResponseException e) {
            response = e.getResponse();
        }
        return TextResponse.of(response);
    }

    /** Searches for up to 100 hits. */
    TextResponse search(String index, String body) throws IOException {
        return ask("POST", "/" + index + "/_search?size=100", body);
    }

    /** Partitions the documents with all common options. */
    TextResponse partition() throws IOException {
        return ask(
                        "POST",
                        "/" + source() + "/_ndd/partition?wait_for_completion=true&verbose=true",
                        "{\"dest\": {\"index\": \"" + dest() + "\"}, \"canonical\": [\"views\"]}")
                .ok();
    }

    TreeSet<String> pages(String... pages) {
        TreeSet<String> named = new TreeSet<>();
        for (String page : pages) {
            named.add(page.replaceFirst("^1 ", first() + " ").replaceFirst("^2 ", second() + " "));
        }
        return named;
    }

    /** Replaces {@code '1 storm'} by the reference to document "storm" of the first index, in a body. */
    String named(String body) {
        return body.replaceAll("'1 (\\w+)'", "{\"_index\": \"" + first() + "\", \"_id\": \"$1\"}")
                .replaceAll("'2 (\\w+)'", "{\"_index\": \"" + second() + "\", \"_id\": \"$1\"}")
                .replace('\'', '"');
    }

    /** The current source of a document. */
    Map<String, Object> source(String index, String id) {
        Map<String, Object> source = client().prepareGet(index, id).get().getSourceAsMap();
        return source == null ? null : new TreeMap<>(source);
    }

    /** The fields of the processor and the marks of a document. */
    @SuppressWarnings("unchecked")
    Map<String, Object> ndd(String index, String id) {
        return (Map<String, Object>) source(index, id).get("ndd");
    }

    static Map<String, Object> map(String json) {
        return XContentHelper.convertToMap(XContentType.JSON.xContent(), json, true);
    }
}
