package org.ndd.partition;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.containsString;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.List;
import java.util.concurrent.atomic.AtomicBoolean;
import java.util.stream.IntStream;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.bulk.BulkResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.common.util.CollectionUtils;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.index.shard.ShardNotFoundException;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.transport.MockTransportService;
import org.ndd.boilerplate.BoilerplateAction;
import org.ndd.boilerplate.BoilerplateIndex;
import org.ndd.compat.Project;
import org.ndd.core.boilerplate.SiteBoilerplate.BoilerplateLine;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.partition.plan.PartitionRequest;

/** Searches use the boilerplate of the published run, not that of other runs. */
public class BoilerplateInUseTests extends PartitionTestCase {

    private static final String SITE = "site.example";
    private static final int PAGES = 12;
    private static final String ENGLISH = "home and news and contact and imprint of the whole site";
    private static final String GERMAN = "start und aktuelles und kontakt und impressum der seite";
    private static final List<String> BOTH = List.of(ENGLISH, GERMAN);

    /** A query for the German half of the source. */
    private static final String PART = "{\"query\": {\"ids\": {\"values\": "
            + IntStream.range(0, PAGES).mapToObj(i -> "\"de" + i + "\"").toList() + "}}, ";

    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return CollectionUtils.appendToCopy(super.nodePlugins(), MockTransportService.TestPlugin.class);
    }

    private void create(String index) throws IOException {
        assertAcked(prepareCreate(index)
                .setSettings(indexSettings(between(1, 2), 0))
                .setMapping("ndd", "type=near_dup"));
        fill(index);
    }

    private void fill(String index) throws IOException {
        BulkRequest bulk = new BulkRequest().setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        for (int i = 0; i < PAGES; i++) {
            bulk.add(page(index, "en" + i, ENGLISH, i));
            bulk.add(page(index, "de" + i, GERMAN, i + PAGES));
        }
        BulkResponse response = client().bulk(bulk).actionGet();
        assertFalse(response.buildFailureMessage(), response.hasFailures());
        ensureGreen(index);
    }

    private static IndexRequest page(String index, String id, String menu, int number) throws IOException {
        StringBuilder story = new StringBuilder(menu).append('\n');
        for (int i = 0; i < 40; i++) {
            story.append("word").append(number * 1000 + i).append(i % 10 == 9 ? ". " : " ");
        }
        TestCorpus.Page page = new TestCorpus.Page(id, "https://www." + SITE + "/" + id, story.toString());
        return new IndexRequest(index)
                .id(id)
                .source(source(page, FingerprintParameters.BALANCED))
                .create(true);
    }

    /** The boilerplate lines that searches use. */
    private static List<String> seen(String index) {
        try {
            return client()
                    .execute(BoilerplateAction.Get.TYPE, new BoilerplateAction.Request(index, SITE))
                    .actionGet()
                    .body()
                    .boilerplate()
                    .lines()
                    .stream()
                    .map(BoilerplateLine::text)
                    .sorted()
                    .toList();
        } catch (ResourceNotFoundException e) {
            return List.of();
        }
    }

    private static void publish(String run) {
        client().execute(RunActions.Publish.TYPE, new RunActions.RunIdRequest(run))
                .actionGet();
    }

    private static void delete(String run) {
        assertAcked(client().execute(RunActions.Delete.TYPE, new RunActions.Delete.Request(run, true))
                .actionGet());
    }

    private static void learn(String... indices) {
        client().execute(PartitionAction.TYPE, PartitionRequest.boilerplate(indices, "ndd"))
                .actionGet();
    }

    private static ClusterState state() {
        return internalCluster().clusterService().state();
    }

    /** Names of all boilerplate indices. */
    private static List<String> kept() {
        List<String> kept = new ArrayList<>();
        Project.of(state()).indices().forEach((name, index) -> {
            if (BoilerplateIndex.of(index) != null) {
                kept.add(name);
            }
        });
        return kept;
    }

    public void testUsesBoilerplateOfPublishedRun() throws Exception {
        create("pages");
        String first = partition("pages", "{\"publish\": false}").id();
        assertEquals("no run is published", List.of(), seen("pages"));
        publish(first);
        assertEquals(BOTH, seen("pages"));

        partition("pages", PART + "\"publish\": false}");
        partition("pages", PART + "\"dest\": {\"index\": \"german\"}}");
        partition("pages", PART + "\"dry_run\": true}");
        partition("pages", "{\"dest\": {\"index\": \"trial\"}, \"boilerplate\": \"none\"}");
        assertEquals("runs of a part and dry runs do not change it", BOTH, seen("pages"));

        String german = partition("pages", PART + "\"dest\": {\"index\": \"pages-ndd\"}, \"publish\": false}")
                .id();
        publish(german);
        assertEquals("boilerplate of a part is not used", List.of(), seen("pages"));
        String none = partition("pages", "{\"boilerplate\": \"none\"}").id();
        assertEquals("neither the run nor searches mask boilerplate", List.of(), seen("pages"));
        publish(first);
        assertEquals("undo", BOTH, seen("pages"));
        publish(none);
        assertEquals(List.of(), seen("pages"));
        publish(first);

        String stored = partition("pages", "{\"boilerplate\": \"stored\", \"max_retained_runs\": 10}")
                .id();
        assertEquals(BOTH, seen("pages"));
        delete(first);
        assertFalse(kept().contains(BoilerplateIndex.name(first)));
        assertEquals("the run has the boilerplate it used", BOTH, seen("pages"));
        delete(stored);
        assertEquals(List.of(), seen("pages"));
    }

    public void testLearnWithoutRun() throws Exception {
        create("pages");
        learn("pages");
        assertEquals(BOTH, seen("pages"));
        List<String> learned = kept();
        assertEquals(1, learned.size());
        assertAcked(client().execute(BoilerplateAction.Delete.TYPE, new BoilerplateAction.Request("pages", SITE))
                .actionGet());
        assertEquals(List.of(), seen("pages"));
        learn("pages");
        assertEquals(BOTH, seen("pages"));
        assertEquals("replaces the earlier boilerplate", 1, kept().size());
        assertNotEquals(learned, kept());

        String run = partition("pages", "{\"boilerplate\": \"none\"}").id();
        assertEquals(List.of(), seen("pages"));
        assertEquals("replaces the earlier boilerplate", List.of(BoilerplateIndex.name(run)), kept());
        learn("pages");
        assertEquals(BOTH, seen("pages"));
        partition("pages", "{\"dest\": {\"index\": \"trial\"}, \"boilerplate\": \"none\"}");
        assertEquals(BOTH, seen("pages"));
        publish(run);
        assertEquals(List.of(), seen("pages"));
        assertEquals("the learned boilerplate is removed", 2, kept().size());
    }

    /** Shards may move between the request for their location and the requests to their nodes. */
    public void testLearnRetriesAfterShardMoved() throws Exception {
        create("pages");
        Index index = resolveIndex("pages");
        List<Exception> moved =
                List.of(new IndexNotFoundException(index), new ShardNotFoundException(new ShardId(index, 0)));
        for (String question : List.of("[check]", "[open]")) {
            AtomicBoolean first = new AtomicBoolean(true);
            transports()
                    .forEach(transport -> transport.addRequestHandlingBehavior(
                            PartitionAction.TYPE.name() + question, (handler, request, channel, task) -> {
                                if (first.compareAndSet(true, false)) {
                                    channel.sendResponse(moved.get(question.equals("[open]") ? 0 : 1));
                                } else {
                                    handler.messageReceived(request, channel, task);
                                }
                            }));
            try {
                learn("pages");
            } finally {
                transports().forEach(MockTransportService::clearAllRules);
            }
            assertFalse("one request must have failed", first.get());
            assertEquals(BOTH, seen("pages"));
            assertEquals("the first attempt leaves no boilerplate", 1, kept().size());
        }
        expectThrows(IndexNotFoundException.class, () -> learn("nowhere"));
    }

    public void testFallsBackToFirstDestination() throws Exception {
        create("one");
        create("two");
        String all = partition("one,two", "{\"dest\": {\"index\": \"all\"}}").id();
        assertEquals(BOTH, seen("one"));
        assertEquals(BOTH, seen("two"));
        partition("one,two", "{\"dest\": {\"index\": \"other\"}, \"boilerplate\": \"none\"}");
        assertEquals("another destination provides it", BOTH, seen("one"));
        String own = partition("one", "{\"boilerplate\": \"none\"}").id();
        assertEquals("the index's own destination takes precedence", List.of(), seen("one"));
        assertEquals(BOTH, seen("two"));
        partition("one,two", "{\"dest\": {\"index\": \"all\"}}");
        assertEquals(List.of(), seen("one"));
        assertEquals(BOTH, seen("two"));
        delete(own);
        publish(all);
        assertEquals("the own destination publishes no run anymore", BOTH, seen("one"));

        assertAcked(client().admin().indices().prepareDelete("one"));
        assertSoon(() -> assertNull(BoilerplateIndex.inUse(state(), "one")));
        assertAcked(prepareCreate("one").setMapping("ndd", "type=near_dup"));
        assertEquals("another index with the same name", List.of(), seen("one"));
        assertEquals(BOTH, seen("two"));
        assertAcked(client().admin().indices().prepareDelete("one", "two"));
        assertSoon(() -> assertEquals(List.of(), kept()));
    }

    public void testConcurrentPublishProvidesOneBoilerplate() throws Exception {
        create("pages");
        List<Thread> clients = new ArrayList<>();
        List<Throwable> failures = Collections.synchronizedList(new ArrayList<>());
        for (int i = 0; i < 6; i++) {
            String dest = i == 5 && randomBoolean() ? "pages-ndd" : "dest-" + i;
            Thread client = new Thread(() -> {
                try {
                    partition("pages", "{\"dest\": {\"index\": \"" + dest + "\"}}");
                } catch (Exception | AssertionError e) {
                    failures.add(e);
                }
            });
            client.start();
            clients.add(client);
        }
        for (Thread client : clients) {
            client.join();
        }
        assertEquals(List.of(), failures);
        assertEquals(1, users("pages"));
        assertEquals(BOTH, seen("pages"));
    }

    public void testRejectsSecondBoilerplate() throws Exception {
        create("pages");
        String second = partition("pages", "{\"dest\": {\"index\": \"second\"}, \"publish\": false}")
                .id();
        // a node that has not received the publication of another run yet
        ClusterState before = state();
        partition("pages", "{\"dest\": {\"index\": \"first\"}}");
        List<AliasActions> actions =
                BoilerplateInUse.toRun(before, second, "second").actions();
        PlainActionFuture<Void> published = new PlainActionFuture<>();
        new RunIndex(client(), second).publish("second", before, actions, published);
        Exception e = expectThrows(ElasticsearchStatusException.class, () -> published.actionGet());
        assertEquals(RestStatus.SERVICE_UNAVAILABLE, ExceptionsHelper.status(e));
        assertThat(e.getMessage(), containsString("another run was published at the same time, repeat the request"));
        assertFalse("in one step", Project.of(state()).hasIndexAbstraction("second"));
        publish(second);
        assertEquals("another destination provides it", 1, users("pages"));
        assertTrue(Project.of(state()).hasIndexAbstraction("second"));
    }

    /** The number of boilerplate indices in use. */
    private static int users(String index) {
        return Project.of(state())
                .getIndicesLookup()
                .get(BoilerplateIndex.alias(index))
                .getIndices()
                .size();
    }

    public void testRejectsNameOfExistingIndex() throws Exception {
        create("pages");
        assertAcked(prepareCreate("pages-ndd-boilerplate"));
        Exception e = expectThrows(IllegalArgumentException.class, () -> partition("pages", "{}"));
        assertThat(
                e.getMessage(),
                containsString("[pages-ndd-boilerplate] must be a new name or an alias of boilerplate"));
        expectThrows(IllegalArgumentException.class, () -> learn("pages"));
        assertEquals("nothing was created", List.of(), kept());
        partition("pages", "{\"publish\": false}");
        assertAcked(client().admin().indices().prepareDelete("pages-ndd-boilerplate"));
        partition("pages", "{}");
        assertEquals(BOTH, seen("pages"));
    }
}
