import co.elastic.clients.elasticsearch.ElasticsearchClient;
import co.elastic.clients.elasticsearch._types.Refresh;
import co.elastic.clients.elasticsearch.core.BulkRequest;
import co.elastic.clients.json.JsonpDeserializer;
import co.elastic.clients.json.jackson.JacksonJsonpMapper;
import co.elastic.clients.transport.endpoints.SimpleEndpoint;
import co.elastic.clients.transport.rest_client.RestClientTransport;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.apache.http.HttpHost;
import org.elasticsearch.client.RestClient;

/**
 * Near-duplicates with Elasticsearch's Java client: indexes three pages, groups them, searches without duplicates, and shows the groups. The
 * one argument is the URL of a node with ndd, {@code http://localhost:9200} where it is left out.
 */
public final class NearDuplicates {

    private static final String INDEX = "ndd-example";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** A page, as it is indexed. */
    public record Page(String url, String html) {}

    /** A report about a storm, the same on another site with other words here and there, and another report. */
    private static final Map<String, Page> PAGES = Map.of(
            "storm",
            new Page("https://times.example.org/storm", """
                    <h1>Storm closes the harbour</h1><p>The harbour of Norrvik was closed on Tuesday because of the storm.</p>
                    <p>Forty ships wait in the bay until the wind goes down, the harbour master says.</p>
                    <p>Nobody was hurt, but two piers and a crane were damaged by the waves.</p>"""),
            "storm-wire",
            new Page("https://coast.example.com/news/storm", """
                    <h1>Harbour closed by storm</h1><p>By our correspondent.</p>
                    <p>The harbour of Norrvik was closed on Tuesday because of the storm.</p>
                    <p>Forty ships wait in the bay until the wind goes down, the harbour master says.</p>
                    <p>Nobody was hurt, but two piers and one crane were damaged by the waves.</p>"""),
            "snow",
            new Page("https://times.example.org/snow", """
                    <h1>First snow in the mountains</h1><p>Snow fell in the mountains for the first time in this year.</p>
                    <p>Three passes are closed, and the railway sends its trains over the southern line.</p>
                    <p>The weather service expects more snow before the weekend.</p>"""));

    private final ElasticsearchClient client;

    private NearDuplicates(ElasticsearchClient client) {
        this.client = client;
    }

    public static void main(String[] arguments) throws IOException, InterruptedException {
        String url = arguments.length > 0 ? arguments[0] : "http://localhost:9200";
        RestClient connections = RestClient.builder(HttpHost.create(url)).build();
        try (ElasticsearchClient client =
                new ElasticsearchClient(new RestClientTransport(connections, new JacksonJsonpMapper(JSON)))) {
            NearDuplicates example = new NearDuplicates(client);
            example.indexPages();
            example.partition();
            example.search("storm or snow");
            example.showGroups();
        }
    }

    /** Sends a request for which the client has no method of its own; an error that the node answers with is an exception. */
    private JsonNode send(String method, String path, String body) throws IOException {
        SimpleEndpoint<JsonNode, JsonNode> endpoint = new SimpleEndpoint<>(
                "ndd",
                request -> method,
                request -> path,
                request -> Map.of(),
                request -> Map.of(),
                request -> Map.of(),
                body.isEmpty() == false,
                JsonpDeserializer.of(JsonNode.class));
        return client._transport().performRequest(JSON.readTree(body), endpoint, null);
    }

    /** A pipeline that fingerprints each page, an index that uses it and maps what comes of it, and pages. */
    private void indexPages() throws IOException {
        send("PUT", "/_ingest/pipeline/" + INDEX, """
                { "processors": [ { "near_dup": { "field": "html", "url_field": "url" } } ] }""");
        send("PUT", "/" + INDEX, """
                {
                  "settings": { "default_pipeline": "ndd-example", "number_of_replicas": 0 },
                  "mappings": {
                    "properties": {
                      "url": { "type": "keyword" },
                      "html": { "type": "text" },
                      "ndd": { "type": "near_dup" }
                    }
                  }
                }""");
        BulkRequest.Builder bulk = new BulkRequest.Builder().index(INDEX).refresh(Refresh.True);
        PAGES.forEach(
                (id, page) -> bulk.operations(one -> one.index(it -> it.id(id).document(page))));
        if (client.bulk(bulk.build()).errors()) {
            throw new IOException("a page was refused");
        }
    }

    /** Puts each page into one group. A run goes on by itself, and is asked how far it is. */
    private void partition() throws IOException, InterruptedException {
        String run =
                send("POST", "/" + INDEX + "/_ndd/partition", "").path("id").asText();
        JsonNode report = send("GET", "/_ndd/partition/" + run, "");
        while (report.path("state").asText().equals("running")) {
            Thread.sleep(500);
            report = send("GET", "/_ndd/partition/" + run, "");
        }
        System.out.printf(
                "Partition %s: %s pages, %s group, %s duplicate%n",
                report.path("state").asText(),
                report.path("documents"),
                report.path("groups"),
                report.path("duplicates"));
    }

    /** Shows the best page of each group, and which pages it stands for. */
    private void search(String words) throws IOException {
        JsonNode answer = send("POST", "/" + INDEX + "/_search", """
                {
                  "_source": false,
                  "retriever": {
                    "near_dup": {
                      "retriever": { "standard": { "query": { "match": { "html": WORDS } } } },
                      "dest": { "index": "ndd-example-ndd" }
                    }
                  }
                }""".replace("WORDS", JSON.writeValueAsString(words)));
        System.out.println("Search for [" + words + "]");
        for (JsonNode hit : answer.at("/hits/hits")) {
            List<String> others = new ArrayList<>();
            for (JsonNode other : hit.at("/fields/near_dup/0/similar")) {
                others.add(other.path("_id").asText());
            }
            System.out.println(
                    "  " + hit.path("_id").asText() + (others.isEmpty() ? "" : ", also " + String.join(", ", others)));
        }
    }

    /** The groups, with what each page is to the one to keep. */
    private void showGroups() throws IOException {
        for (JsonNode group : send("GET", "/" + INDEX + "/_ndd/groups", "").path("groups")) {
            System.out.println("Group of " + group.path("size") + " documents");
            String path = "/" + INDEX + "/_ndd/groups/" + group.path("group").asText();
            for (JsonNode page : send("GET", path, "").path("documents")) {
                boolean canonical = page.path("canonical").asBoolean();
                System.out.println("  " + page.path("_id").asText() + ": "
                        + (canonical ? "to keep" : page.path("relation").asText()));
            }
        }
    }
}
