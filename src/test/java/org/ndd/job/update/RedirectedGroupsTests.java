package org.ndd.job.update;

import static org.ndd.Soon.assertSoon;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.LongConsumer;
import java.util.stream.Collectors;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskCancelHelper;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.tasks.TaskId;
import org.ndd.Found;
import org.ndd.bulk.BulkWriter;
import org.ndd.bulk.Throttle;
import org.ndd.config.NodeServices;
import org.ndd.groups.DuplicateList.DuplicateListWriter;
import org.ndd.groups.GroupDocument;
import org.ndd.partition.PartitionReport;
import org.ndd.partition.plan.PartitionRequest;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.redirect.RunRedirects;
import org.ndd.redirect.RunRedirects.RedirectedRun;
import org.ndd.redirect.SourceAndReference;

/** Redirecting documents are in the groups of their targets, after a run and after incremental updates. */
public class RedirectedGroupsTests extends RedirectedGroupsTestCase {

    public void testRandomUpdatesEqualRun() throws IOException {
        if (randomBoolean()) {
            options += ", \"markets\": {\"de\": {\"canonical\": [\"_url_length\"]}}";
        }
        create(between(1, 3));
        if (randomBoolean()) {
            options = "\"redirect_field\": \"moved_to\"";
        }
        for (int i = 0; i < 25; i++) {
            anyPage("page" + i);
        }
        begin();
        int next = 25;
        for (int step = 0; step < (TEST_NIGHTLY ? 6 : 3); step++) {
            for (int i = between(1, 8); i > 0; i--) {
                String known = RandomPicks.randomFrom(random(), List.copyOf(there));
                switch (between(0, 4)) {
                    case 0 -> anyPage("page" + next++);
                    case 1 -> delete(known);
                    default -> anyPage(known);
                }
            }
            update();
            assertEqualsNewRun();
        }
    }

    /** Puts a text, or a redirect with or without text, to an id or a URL; two documents share some of the URLs. */
    private void anyPage(String id) throws IOException {
        String url = url("page" + between(0, 35));
        String to = null;
        if (randomBoolean()) {
            String other = "page" + between(0, 35);
            to = switch (between(0, 5)) {
                case 0 -> MISSING_TARGET;
                case 1 -> id;
                case 2, 3 -> other;
                default -> url(other);
            };
        }
        put(id, url, to, to != null && randomBoolean() ? null : anyText());
    }

    public void testRedirectsFollowTarget() throws IOException {
        options += ", \"markets\": {\"de\": {\"canonical\": [\"_url_length\"]}}";
        create(2);
        page("a1", text(stories.get(0)));
        page("a2", text(stories.get(0)));
        page("b1", text(stories.get(1)));
        page("b2", text(stories.get(1)));
        page("mover", text(stories.get(0)));
        redirect("hop", url("mover"));
        redirect("far", "hop");
        begin();
        assertEquals(Set.of(Set.of("a1", "a2", "mover", "hop", "far"), Set.of("b1", "b2")), groups());
        assertEquals(Map.of("hop", "mover", "far", "mover"), targets(documents(run)));
        page("mover", text(stories.get(1)));
        update();
        assertEquals(Set.of(Set.of("a1", "a2"), Set.of("b1", "b2", "mover", "hop", "far")), groups());
        page("mover", text(stories.get(2)));
        update();
        assertEquals(Set.of(Set.of("a1", "a2"), Set.of("b1", "b2"), Set.of("mover", "hop", "far")), groups());
        assertTrue(documents(run).get("mover").isCanonical());
        assertEquals(Set.of("hop", "far"), lines("far", "hop"));
        delete("mover");
        update();
        assertEquals(Set.of(Set.of("a1", "a2"), Set.of("b1", "b2")), groups());
        page("other", text(stories.get(1)));
        redirect("hop", "other");
        update();
        assertEquals(Set.of(Set.of("a1", "a2"), Set.of("b1", "b2", "other", "hop", "far")), groups());
        assertEqualsNewRun();
    }

    private Set<String> lines(String... pages) {
        var search = client().prepareSearch(DEST + ChangeList.SUFFIX)
                .setQuery(QueryBuilders.boolQuery()
                        .filter(QueryBuilders.termsQuery("doc.id", pages))
                        .filter(QueryBuilders.termQuery("checkpoint", checkpoint))
                        .filter(QueryBuilders.existsQuery("before.group"))
                        .filter(QueryBuilders.existsQuery("after.group")))
                .setSize(100);
        return Found.sources(search).stream()
                .map(line -> (String) ((Map<?, ?>) line.get("doc")).get("id"))
                .collect(Collectors.toSet());
    }

    public void testRedirectIsNotGroupedByText() throws IOException {
        create(1);
        page("a1", text(stories.get(0)));
        page("a2", text(stories.get(0)));
        put("gone", url("gone"), MISSING_TARGET, text(stories.get(0)));
        PartitionReport report = partition(withRedirects(""));
        run = report.id();
        changed.clear();
        assertEquals(Set.of(Set.of("a1", "a2")), groups());
        assertEquals(2, report.counts().get(Count.DOCUMENTS));
        assertEquals(0, report.counts().get(Count.REDIRECTS_ATTACHED));
        assertEquals(1, report.counts().get(Count.REDIRECTS_ALONE));
        page("gone", text(stories.get(0)));
        update();
        assertEquals(Set.of(Set.of("a1", "a2", "gone")), groups());
        put("gone", url("gone"), url("b"), text(stories.get(0)));
        page("b", text(stories.get(1)));
        update();
        assertEquals(Set.of(Set.of("a1", "a2"), Set.of("b", "gone")), groups());
        assertEqualsNewRun();
    }

    public void testFirstDocumentWithUrlIsTarget() throws IOException {
        create(3);
        put("b", url("same"), null, text(stories.get(0)));
        put("c", url("same"), null, text(stories.get(1)));
        redirect("from", url("same"));
        begin();
        assertEquals(Set.of(Set.of("b", "from")), groups());
        put("a", url("same"), null, text(stories.get(2)));
        update();
        assertEquals(Set.of(Set.of("a", "from")), groups());
        delete("a");
        delete("b");
        update();
        assertEquals(Set.of(Set.of("c", "from")), groups());
        assertEqualsNewRun();
    }

    /** Simulates a run whose coordinating node was lost while it attached redirects. */
    public void testRunAttachesRedirectsAgain() throws Exception {
        create(2);
        page("a1", text(stories.get(0)));
        page("a2", text(stories.get(0)));
        page("b", text(stories.get(1)));
        redirect("moves", "a1");
        redirect("goes", "b");
        redirect("stays", url("b"));
        begin();
        assertEquals(Set.of(Set.of("a1", "a2", "moves"), Set.of("b", "goes", "stays")), groups());
        redirect("moves", "b");
        delete("goes");
        indicesAdmin().prepareRefresh(INDEX).get();
        attach();
        assertInvariants(run);
        assertEquals(Set.of(Set.of("a1", "a2"), Set.of("b", "moves", "stays")), groups());
        Map<String, GroupDocument> before = documents(run);
        attach();
        assertInvariants(run);
        assertEquals(before, documents(run));
    }

    private void attach() throws Exception {
        CancellableTask task = new CancellableTask(1, "test", "test", "", TaskId.EMPTY_TASK_ID, Map.of());
        attach(task, pages -> assertEquals(2, pages)).actionGet();
        assertEquals("lists of the first attempt are deleted", Set.of(), listed(run, "duplicates-"));
        writeLists(task);
    }

    /** @param onExpected called before the first redirects are attached */
    private PlainActionFuture<Void> attach(CancellableTask task, LongConsumer onExpected) throws IOException {
        PartitionRequest request = request(withRedirects(""));
        PlainActionFuture<Void> done = new PlainActionFuture<>();
        NodeServices services = internalCluster().getInstance(NodeServices.class);
        new RunRedirects(
                        services,
                        task,
                        new SourceAndReference(
                                request,
                                request.query(),
                                request.options().grouping().redirects(),
                                Set.of(),
                                null),
                        new RedirectedRun(run, false, List.of()),
                        new Throttle(System::nanoTime, Double.POSITIVE_INFINITY, 1),
                        new RunRedirects.Progress() {
                            @Override
                            public void expect(long pages) {
                                onExpected.accept(pages);
                            }

                            @Override
                            public void done(long pages, long attached, long alone) {
                                assertEquals(2, attached);
                                assertEquals(0, alone);
                            }
                        },
                        new BulkWriter(services.clientOf(task), services.cluster(), task))
                .run(done);
        return done;
    }

    public void testCancelledRunClosesPointInTime() throws Exception {
        create(2);
        page("a1", text(stories.get(0)));
        redirect("moves", "a1");
        begin();
        CancellableTask task = new CancellableTask(1, "test", "test", "", TaskId.EMPTY_TASK_ID, Map.of());
        PlainActionFuture<Void> done = attach(task, pages -> TaskCancelHelper.cancel(task, "test"));
        expectThrows(TaskCancelledException.class, done::actionGet);
        assertSoon(() -> assertEquals(
                0,
                indicesAdmin().prepareStats(INDEX).get().getTotal().getSearch().getOpenContexts()));
    }

    private void writeLists(CancellableTask task) {
        NodeServices services = internalCluster().getInstance(NodeServices.class);
        ParentTaskAssigningClient client = new ParentTaskAssigningClient(
                services.client(), services.cluster().localNode(), task);
        PlainActionFuture<Void> done = new PlainActionFuture<>();
        new DuplicateListWriter(
                        client,
                        services.breaker(),
                        new BulkWriter(client, services.cluster(), task),
                        run,
                        task::ensureNotCancelled)
                .write(resolveIndex(INDEX).getUUID(), List.of(), done);
        done.actionGet();
    }

    public void testRedirectLoopIsGroup() throws IOException {
        create(2);
        redirect("one", "two");
        redirect("two", "three");
        redirect("three", "one");
        redirect("into", "three");
        begin();
        assertEquals(Set.of(Set.of("one", "two", "three", "into")), groups());
        assertTrue(documents(run).get("one").isCanonical());
        page("two", text(stories.get(0)));
        update();
        assertEquals(Set.of(Set.of("one", "two", "three", "into")), groups());
        assertTrue(documents(run).get("two").isCanonical());
        delete("two");
        update();
        assertEquals(Set.of(), groups());
        assertEqualsNewRun();
    }
}
