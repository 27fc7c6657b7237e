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
 * Near-duplicates with Elasticsearch's Java client: indexes three documents, groups them, searches without duplicates, and prints the
 * groups. The optional argument is the URL of a node with ndd, by default {@code http://localhost:9200}.
 */
public final class NearDuplicates {

    private static final String INDEX = "ndd-example";
    private static final ObjectMapper JSON = new ObjectMapper();

    /** The source of a document. */
    public record Document(String url, String html) {}

    /** A report about a storm, an edited copy of it on another site, and a different report. */
    private static final Map<String, Document> DOCUMENTS = Map.of(
            "storm",
            new Document("https://times.example.org/storm", """
                    <h1>Storm closes the harbour</h1><p>The harbour of Norrvik was closed on Tuesday because of the storm.</p>
                    <p>Forty ships wait in the bay until the wind goes down, the harbour master says.</p>
                    <p>Nobody was hurt, but two piers and a crane were damaged by the waves.</p>"""),
            "storm-wire",
            new Document("https://coast.example.com/news/storm", """
                    <h1>Harbour closed by storm</h1><p>By our correspondent.</p>
                    <p>The harbour of Norrvik was closed on Tuesday because of the storm.</p>
                    <p>Forty ships wait in the bay until the wind goes down, the harbour master says.</p>
                    <p>Nobody was hurt, but two piers and one crane were damaged by the waves.</p>"""),
            "snow",
            new Document("https://times.example.org/snow", """
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
            example.indexDocuments();
            example.runPartition();
            example.search("storm or snow");
            example.printGroups();
        }
    }

    /** Sends a request for which the client has no method. Error responses are thrown as exceptions. */
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

    /** Creates a pipeline with the processor near_dup, an index with this pipeline and the mapping type near_dup, and indexes documents. */
    private void indexDocuments() throws IOException {
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
        DOCUMENTS.forEach((id, document) -> bulk.operations(
                operation -> operation.index(index -> index.id(id).document(document))));
        if (client.bulk(bulk.build()).errors()) {
            throw new IOException("a document was rejected");
        }
    }

    /** Starts a run in the background, and polls its state. A run assigns each document to one group. */
    private void runPartition() throws IOException, InterruptedException {
        String run =
                send("POST", "/" + INDEX + "/_ndd/partition", "").path("id").asText();
        JsonNode report = send("GET", "/_ndd/partition/" + run, "");
        while (report.path("state").asText().equals("running")) {
            Thread.sleep(500);
            report = send("GET", "/_ndd/partition/" + run, "");
        }
        System.out.printf(
                "Run %s: %s documents, %s group, %s duplicate%n",
                report.path("state").asText(),
                report.path("documents"),
                report.path("groups"),
                report.path("duplicates"));
    }

    /** Prints the best document of each group, with the documents that it represents. */
    private void search(String words) throws IOException {
        JsonNode response =
                send("POST", "/" + INDEX + "/_search", """
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
        for (JsonNode hit : response.at("/hits/hits")) {
            List<String> others = new ArrayList<>();
            for (JsonNode other : hit.at("/fields/near_dup/0/similar")) {
                others.add(other.path("_id").asText());
            }
            System.out.println(
                    "  " + hit.path("_id").asText() + (others.isEmpty() ? "" : ", also " + String.join(", ", others)));
        }
    }

    /** Prints the groups. Each duplicate has its relation to the canonical document. */
    private void printGroups() throws IOException {
        for (JsonNode group : send("GET", "/" + INDEX + "/_ndd/groups", "").path("groups")) {
            System.out.println("Group of " + group.path("size") + " documents");
            String path = "/" + INDEX + "/_ndd/groups/" + group.path("group").asText();
            for (JsonNode document : send("GET", path, "").path("documents")) {
                boolean canonical = document.path("canonical").asBoolean();
                System.out.println("  " + document.path("_id").asText() + ": "
                        + (canonical ? "canonical" : document.path("relation").asText()));
            }
        }
    }
}
