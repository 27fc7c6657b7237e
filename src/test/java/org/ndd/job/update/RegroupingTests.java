package org.ndd.job.update;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.xcontent.XContentFactory.jsonBuilder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.FilterClient;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.indices.breaker.CircuitBreakerService;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelHelper;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.Soon;
import org.ndd.compat.Calls;
import org.ndd.config.DocumentName;
import org.ndd.config.LimitedServices;
import org.ndd.config.NodeServices;
import org.ndd.decisions.DecisionsAction;
import org.ndd.decisions.DecisionsRequest;
import org.ndd.decisions.KnownDecisions;
import org.ndd.groups.GroupDocument;
import org.ndd.job.update.GroupUpdate.TooLargeToRegroupException;
import org.ndd.pair.BoilerplateLookup;
import org.ndd.partition.TestCorpus;
import org.ndd.partition.plan.PartitionRequest;

/** Documents that are grouped in memory have the same group documents as in a run over them, in all fields. */
public class RegroupingTests extends GroupUpdateTestCase {

    private static final String ALIAS = "all-pages";
    private static final Regrouping.Limits WHOLE = new Regrouping.Limits(Long.MAX_VALUE, Long.MAX_VALUE);

    private final Set<DocumentName> names = new TreeSet<>();
    private final List<String> menus = new ArrayList<>();

    @Override
    String source() {
        return ALIAS;
    }

    private void create(int indices) throws IOException {
        for (int i = 0; i < indices; i++) {
            assertAcked(prepareCreate(INDEX + i)
                    .setSettings(indexSettings(between(1, 3), 0))
                    .setMapping("ndd", "type=near_dup", "lang", "type=keyword", "popularity", "type=integer"));
            assertAcked(indicesAdmin()
                    .aliases(Calls.aliases()
                            .addAliasAction(AliasActions.add().index(INDEX + i).alias(ALIAS))));
        }
        for (int i = 0; i < 3; i++) {
            menus.add(String.join("\n\n", sentence(), sentence(), sentence()));
        }
        for (int i = 0; i < 40; i++) {
            stories.add(story());
        }
        int id = 0;
        for (List<String> story : stories) {
            for (int copies = randomFrom(1, 1, 1, 2, 3, 5); copies > 0; copies--) {
                put(INDEX + between(0, indices - 1), "page" + id++, text(story));
            }
        }
        // the same ids in all indices, equal texts, parts of others, and texts without fingerprints or words
        for (int i = 0; i < indices; i++) {
            put(INDEX + i, "everywhere", String.join("\n\n", stories.get(0)));
            put(INDEX + i, "short", "Not found");
            put(INDEX + i, "empty", "");
            put(INDEX + i, "part" + i, String.join("\n\n", stories.get(i).subList(0, 6)));
        }
        indicesAdmin().prepareRefresh(ALIAS).get();
    }

    private String text(List<String> story) {
        return switch (between(0, 5)) {
            case 0 -> String.join("\n\n", story);
            case 1 -> String.join("\n\n", story.subList(0, 8));
            case 2 -> String.join("\n\n", story) + "\n\n" + String.join("\n\n", story());
            default -> version(story);
        };
    }

    private void put(String index, String id, String text) throws IOException {
        int site = between(0, menus.size());
        String url = site == menus.size() ? null : "https://www.site" + site + ".example/" + id;
        String whole = url == null ? text : menus.get(site) + "\n\n" + text;
        Map<String, Object> ndd = TestCorpus.fields(id, url, whole);
        ndd.put("url", url);
        Map<String, Object> source = new HashMap<>(Map.of("ndd", ndd));
        if (randomBoolean()) {
            source.put("lang", randomFrom("de", "en", "fr"));
        }
        if (randomBoolean()) {
            source.put("popularity", between(0, 3));
        }
        client().index(new IndexRequest(index)
                        .id(id)
                        .routing(randomBoolean() ? "some" + id : null)
                        .source(source))
                .actionGet();
        names.add(new DocumentName(index, id));
    }

    @Override
    PartitionRequest request(String options) {
        return super.request("{\"dest\": {\"index\": \"" + DEST + "\"}" + options + "}");
    }

    /** Additional options of a request. */
    private static String options() {
        List<String> options = new ArrayList<>();
        if (randomBoolean()) {
            options.add("\"must_agree\": [\"lang\"]");
        }
        if (randomBoolean()) {
            options.add("\"canonical\": [{\"popularity\": \"desc\"}, {\"lang\": [\"fr\", \"de\"]}, \"_url_length\"]");
        }
        if (randomBoolean()) {
            options.add("\"markets\": {\"de\": {\"canonical\": [{\"lang\": [\"de\"]}]},"
                    + " \"short\": {\"canonical\": [{\"_length\": \"asc\"}, {\"popularity\": \"asc\"}]}}");
        }
        if (randomBoolean()) {
            options.add("\"singletons\": true");
        }
        switch (between(0, 3)) {
            case 0 -> options.add("\"preset\": \"pku2007\"");
            case 1 -> options.add("\"preset\": \"strict\"");
            case 2 -> options.add("\"candidates\": {\"max_df\": 3, \"max_leaders\": 2}");
            default -> {
                // the default
            }
        }
        if (randomInt(3) == 0) {
            options.add("\"boilerplate\": \"none\"");
        }
        return options.stream().map(option -> ", " + option).collect(Collectors.joining());
    }

    private PlainActionFuture<List<GroupDocument>> regrouped(
            Collection<DocumentName> some, PartitionRequest request, Regrouping.Limits limits) {
        return regrouped(internalCluster().getInstance(NodeServices.class), task(), some, request, limits);
    }

    private static CancellableTask task() {
        return new CancellableTask(1, "test", "test", "", TaskId.EMPTY_TASK_ID, Map.of());
    }

    private PlainActionFuture<List<GroupDocument>> regrouped(
            NodeServices services,
            CancellableTask task,
            Collection<DocumentName> some,
            PartitionRequest request,
            Regrouping.Limits limits) {
        BoilerplateLookup boilerplate = GroupUpdateTestCase.boilerplate(services);
        UpdateContext context = new UpdateContext(services, boilerplate, task, request, DEST, run);
        Regrouping regrouping = new Regrouping(context, new ChangedPages(context), limits);
        PlainActionFuture<KnownDecisions> decisions = new PlainActionFuture<>();
        Set<String> indices = some.stream().map(DocumentName::index).collect(Collectors.toSet());
        KnownDecisions.load(services.client(), request.options().decisionsIndex(), indices, decisions);
        regrouping.decided(new CheckpointDecisions(decisions.actionGet(), Set.of()));
        PlainActionFuture<List<GroupDocument>> done = new PlainActionFuture<>();
        regrouping.group(some, ActionListener.runBefore(done, regrouping::close));
        return done;
    }

    /** Decisions about documents of one group, and of several groups. */
    private String decide(Collection<GroupDocument> documents) throws IOException {
        List<GroupDocument> grouped = List.copyOf(documents);
        List<DocumentName> all = List.copyOf(names);
        XContentBuilder body = jsonBuilder().startObject().startArray("decisions");
        for (int i = between(5, 40); i > 0; i--) {
            GroupDocument one = randomFrom(grouped);
            List<DocumentName> group = grouped.stream()
                    .filter(other -> other.group().equals(one.group()))
                    .map(GroupDocument::page)
                    .toList();
            DocumentName other = randomFrom(randomBoolean() ? group : all);
            if (other.equals(one.page()) == false) {
                body.startObject();
                body.field("a", one.page()).field("b", other);
                body.field("decision", randomFrom("duplicates", "not_duplicates"))
                        .field("user", "kim");
                body.endObject();
            }
        }
        // at least one
        body.startObject();
        body.field("a", all.get(0))
                .field("b", all.get(1))
                .field("decision", "duplicates")
                .field("user", "kim");
        body.endObject();
        try (XContentParser parser = createParser(
                JsonXContent.jsonXContent, BytesReference.bytes(body.endArray().endObject()))) {
            DecisionsRequest request = new DecisionsRequest(
                    DecisionsRequest.Operation.PUT, ALIAS, "decided", "ndd", DecisionsRequest.Body.parse(parser), null);
            client().execute(DecisionsAction.TYPE, request).actionGet();
        }
        return ", \"decisions_index\": \"decided\"";
    }

    private static Map<String, Map<String, Object>> byKey(Collection<GroupDocument> documents) {
        Map<String, Map<String, Object>> byKey = new TreeMap<>();
        documents.forEach(document -> assertNull(byKey.put(document.key(), new TreeMap<>(document.source()))));
        return byKey;
    }

    public void testRegroupingEqualsRun() throws Exception {
        create(between(1, 3));
        String options = options();
        run = partition(options).id();
        if (randomBoolean()) {
            options += decide(groupDocuments(run));
            run = partition(options).id();
        }
        Map<String, Map<String, Object>> expected = byKey(groupDocuments(run));
        assertFalse(expected.isEmpty());
        List<DocumentName> shuffled = new ArrayList<>(names);
        Collections.shuffle(shuffled, random());
        for (Regrouping.Limits limits : List.of(
                Regrouping.Limits.DEFAULT,
                new Regrouping.Limits(1, Long.MAX_VALUE),
                new Regrouping.Limits(between(10_000, 500_000), Long.MAX_VALUE))) {
            Map<String, Map<String, Object>> found =
                    byKey(regrouped(shuffled, request(options), limits).actionGet());
            String reason = options + " with " + limits;
            expected.forEach((key, document) -> assertEquals(reason, document, found.get(key)));
            assertEquals(reason, expected, found);
        }
        assertMemoryIsReleased();
    }

    public void testRegroupsSubsetWithAllBoilerplate() throws IOException {
        create(2);
        run = partition("").id();
        // two documents of a site are too few to learn boilerplate: their menus would make them near-duplicates
        String menu = menus.get(0);
        for (int i = 0; i < 2; i++) {
            String url = "https://www.site0.example/new" + i;
            Map<String, Object> ndd = TestCorpus.fields("new" + i, url, menu + "\n\n" + sentence());
            client().index(new IndexRequest(INDEX + i).id("new" + i).source(Map.of("ndd", ndd)))
                    .actionGet();
        }
        indicesAdmin().prepareRefresh(ALIAS).get();
        List<DocumentName> two = List.of(new DocumentName(INDEX + 0, "new0"), new DocumentName(INDEX + 1, "new1"));
        assertEquals(List.of(), regrouped(two, request(""), WHOLE).actionGet());
        assertFalse(regrouped(two, request(", \"boilerplate\": \"none\""), WHOLE)
                .actionGet()
                .isEmpty());
    }

    public void testSkipsMissingDocuments() throws IOException {
        create(1);
        run = partition("").id();
        DocumentName gone = new DocumentName(INDEX + 0, "gone");
        assertEquals(List.of(), regrouped(List.of(gone), request(""), WHOLE).actionGet());
        assertEquals(List.of(), regrouped(List.of(), request(""), WHOLE).actionGet());
    }

    public void testTooManyCopiesRequireFullRun() throws Exception {
        create(1);
        run = partition("").id();
        TooLargeToRegroupException e = expectThrows(
                TooLargeToRegroupException.class,
                () -> regrouped(names, request(""), new Regrouping.Limits(1, 20_000))
                        .actionGet());
        assertTrue(e.getMessage(), e.getMessage().contains("documents that resemble each other are too many"));
        assertMemoryIsReleased();
    }

    public void testCancellation() throws Exception {
        create(1);
        run = partition("").id();
        CancellableTask task = task();
        int[] requests = {between(0, 1)};
        NodeServices services = internalCluster().getInstance(NodeServices.class);
        Client cancelling = new FilterClient(services.client()) {
            @Override
            protected <Q extends ActionRequest, A extends ActionResponse> void doExecute(
                    ActionType<A> action, Q request, ActionListener<A> listener) {
                if (requests[0]-- == 0) {
                    TaskCancelHelper.cancel(task, "test");
                }
                super.doExecute(action, request, listener);
            }
        };
        NodeServices cancelled = new NodeServices(
                cancelling,
                services.cluster(),
                services.threads(),
                services.resolver(),
                services.indices(),
                services.breaker());
        Regrouping.Limits limits = randomFrom(WHOLE, new Regrouping.Limits(1, Long.MAX_VALUE));
        expectThrows(
                TaskCancelledException.class,
                () -> regrouped(cancelled, task, names, request(""), limits).actionGet());
        assertMemoryIsReleased();
    }

    public void testCircuitBreaker() throws IOException {
        create(1);
        run = partition("").id();
        CircuitBreaker little = newLimitedBreaker(ByteSizeValue.ofKb(between(1, 60)));
        NodeServices services = LimitedServices.of(internalCluster().getInstance(NodeServices.class), little);
        expectThrows(
                CircuitBreakingException.class,
                () -> regrouped(services, task(), names, request(""), WHOLE).actionGet());
        assertEquals(0, little.getUsed());
    }

    private void assertMemoryIsReleased() throws Exception {
        for (String node : internalCluster().getNodeNames()) {
            CircuitBreaker breaker = internalCluster()
                    .getInstance(CircuitBreakerService.class, node)
                    .getBreaker(CircuitBreaker.REQUEST);
            Soon.assertSoon(() -> assertEquals(0, breaker.getUsed()));
        }
    }
}
