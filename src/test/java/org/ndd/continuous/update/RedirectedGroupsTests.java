package org.ndd.continuous.update;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.TaskId;
import org.ndd.pace.Throttle;
import org.ndd.pair.DocumentName;
import org.ndd.pair.PairServices;
import org.ndd.partition.PartitionReport;
import org.ndd.partition.PartitionRequest;
import org.ndd.partition.shard.StepCounts.Count;
import org.ndd.redirect.RedirectSource;
import org.ndd.redirect.RedirectedRun;
import org.ndd.redirect.RunRedirects;

/** Pages that redirect are in the groups of the pages they lead to, in a run and step by step. */
public class RedirectedGroupsTests extends GroupUpdateTestCase {

    private static final String NOWHERE = "https://nowhere.example/";

    private String options = "\"redirect_field\": \"moved_to\", \"redirect_url_field\": \"url\"";

    private void create(int shards) {
        for (int i = 0; i < 6; i++) {
            stories.add(story());
        }
        assertAcked(prepareCreate(INDEX)
                .setSettings(
                        Settings.builder().put("index.number_of_shards", shards).put("index.number_of_replicas", 0))
                .setMapping("ndd", "type=near_dup", "url", "type=keyword", "moved_to", "type=keyword"));
    }

    private String anyText() {
        return version(randomBoolean() ? story() : RandomPicks.randomFrom(random(), stories));
    }

    private static String text(List<String> story) {
        return String.join("\n\n", story);
    }

    /** @param to where the page redirects to, or {@code null} */
    private void put(String id, String url, String to, String text) throws IOException {
        there.add(id);
        changed.add(id);
        Map<String, Object> source = new HashMap<>();
        if (text != null) {
            Map<String, Object> ndd = fields(id, null, text);
            ndd.put("url", url);
            source.put("ndd", ndd);
        }
        source.put("url", url);
        if (to != null) {
            source.put("moved_to", to);
        }
        client().index(new IndexRequest(INDEX).id(id).source(source)).actionGet();
    }

    private void page(String id, String text) throws IOException {
        put(id, url(id), null, text);
    }

    private void redirect(String id, String to) throws IOException {
        put(id, url(id), to, null);
    }

    private static String url(String id) {
        return "https://www.example.org/" + id;
    }

    private String withRedirects(String more) {
        return "{" + options + more + "}";
    }

    private void begin() throws IOException {
        run = partition(withRedirects("")).id();
        changed.clear();
        assertSound(run);
    }

    /** Takes a checkpoint, in one part or two. */
    private void update() throws IOException {
        List<DocumentName> pages = changedPages();
        changed.clear();
        checkpoint++;
        int cut = between(0, pages.size());
        update(pages.subList(0, cut), 0);
        update(pages.subList(cut, pages.size()), 1);
        assertSound(run);
    }

    private void update(List<DocumentName> pages, int part) throws IOException {
        begunOn(
                        randomFrom(internalCluster().getNodeNames()),
                        pages,
                        request(withRedirects("")),
                        new GroupUpdate.Step(checkpoint, part))
                .actionGet();
    }

    /** What users see of the index of a run, by page. */
    private Map<String, GroupDocument> documents(String index) {
        Map<String, GroupDocument> documents = new TreeMap<>();
        var search = client().prepareSearch(index)
                .setQuery(QueryBuilders.existsQuery("group"))
                .setSize(1000)
                .get();
        try {
            for (SearchHit hit : search.getHits()) {
                GroupDocument document = GroupDocument.of(hit);
                if (document.isPartOf() == false) {
                    assertNull(documents.put(document.page().id(), document));
                }
            }
        } finally {
            search.decRef();
        }
        return documents;
    }

    private static Map<String, Set<String>> groups(Map<String, GroupDocument> documents) {
        Map<String, Set<String>> groups = new TreeMap<>();
        documents.forEach((page, document) -> groups.computeIfAbsent(document.group(), name -> new TreeSet<>())
                .add(page));
        return groups;
    }

    private Set<Set<String>> groups() {
        return Set.copyOf(groups(documents(run)).values());
    }

    private static Map<String, String> targets(Map<String, GroupDocument> documents) {
        Map<String, String> targets = new TreeMap<>();
        documents.forEach((page, document) -> {
            if (document.source().get("redirect_target") instanceof Map<?, ?> target) {
                targets.put(page, (String) target.get("id"));
            }
        });
        return targets;
    }

    /** What holds of the groups in every run's index. */
    private void assertSound(String index) {
        Map<String, GroupDocument> documents = documents(index);
        Set<String> losers = new TreeSet<>();
        groups(documents).forEach((group, pages) -> {
            assertTrue("group " + group + " of " + pages, pages.size() > 1);
            assertEquals(
                    "leaders of " + group,
                    1,
                    pages.stream()
                            .filter(page -> documents.get(page).isLeader())
                            .count());
        });
        documents.forEach((page, document) -> {
            GroupDocument winner = documents.get(document.winner().id());
            assertNotNull("winner of " + document, winner);
            assertTrue(
                    document + " and " + winner,
                    winner.isWinner() && winner.group().equals(document.group()));
            assertEquals(winner.source().get("winner_seq_no"), document.source().get("winner_seq_no"));
            assertEquals(index, document.source().get("run"));
            assertTrue(document + " is there", there.contains(page));
            if (document.isLoser()) {
                losers.add(page);
            }
        });
        assertEquals(losers, listed(index, "losers-"));
        if (options.contains("winners")) {
            assertSoundMarket(index, documents);
        }
    }

    /** A market keeps one page of each winner and its losers, and hides those that redirect. */
    private void assertSoundMarket(String index, Map<String, GroupDocument> documents) {
        Set<String> hidden = new TreeSet<>();
        Map<DocumentName, Integer> kept = new HashMap<>();
        documents.forEach((page, document) -> {
            if (document.isHiddenIn("de")) {
                hidden.add(page);
            } else if (Boolean.TRUE.equals(document.source().get("verified"))) {
                kept.merge(document.winner(), 1, Integer::sum);
            }
            if ("redirect".equals(document.source().get("role"))) {
                assertTrue(document.toString(), document.isHiddenIn("de"));
            } else if (document.isWinner()) {
                kept.putIfAbsent(document.winner(), 0);
            }
        });
        assertEquals(hidden, listed(index, "losers:de:"));
        assertTrue(kept.toString(), kept.values().stream().allMatch(pages -> pages == 1));
    }

    private Set<String> listed(String index, String prefix) {
        Set<String> ids = new TreeSet<>();
        for (int i = 0; true; i++) {
            GetResponse list =
                    client().prepareGet(index, prefix + INDEX + "-" + i).get();
            if (list.isExists() == false) {
                return ids;
            }
            ((Collection<?>) list.getSourceAsMap().get("losers")).forEach(id -> assertTrue(ids.add((String) id)));
        }
    }

    private void assertLikeAFreshRun() throws IOException {
        PartitionReport fresh = partition(withRedirects(", \"publish\": false"));
        assertSound(fresh.id());
        Map<String, GroupDocument> expected = documents(fresh.id());
        Map<String, GroupDocument> documents = documents(run);
        assertEquals(
                Set.copyOf(groups(expected).values()),
                Set.copyOf(groups(documents).values()));
        assertEquals(targets(expected), targets(documents));
    }

    public void testRandomHistoriesEndAsRunsDo() throws IOException {
        if (randomBoolean()) {
            options += ", \"winners\": {\"de\": [\"_url_length\"]}";
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
        for (int step = 0; step < 6; step++) {
            for (int i = between(1, 8); i > 0; i--) {
                String known = RandomPicks.randomFrom(random(), List.copyOf(there));
                switch (between(0, 4)) {
                    case 0 -> anyPage("page" + next++);
                    case 1 -> delete(known);
                    default -> anyPage(known);
                }
            }
            update();
            assertLikeAFreshRun();
        }
    }

    /** A text, or a redirect with or without one, by id or URL; some URLs are those of two pages. */
    private void anyPage(String id) throws IOException {
        String url = url("page" + between(0, 35));
        String to = null;
        if (randomBoolean()) {
            String other = "page" + between(0, 35);
            to = switch (between(0, 5)) {
                case 0 -> NOWHERE;
                case 1 -> id;
                case 2, 3 -> other;
                default -> url(other);
            };
        }
        put(id, url, to, to != null && randomBoolean() ? null : anyText());
    }

    public void testFollowersGoAlong() throws IOException {
        options += ", \"winners\": {\"de\": [\"_url_length\"]}";
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
        assertTrue(documents(run).get("mover").isWinner());
        assertEquals(Set.of("hop", "far"), lines("far", "hop"));
        delete("mover");
        update();
        assertEquals(Set.of(Set.of("a1", "a2"), Set.of("b1", "b2")), groups());
        page("other", text(stories.get(1)));
        redirect("hop", "other");
        update();
        assertEquals(Set.of(Set.of("a1", "a2"), Set.of("b1", "b2", "other", "hop", "far")), groups());
        assertLikeAFreshRun();
    }

    private Set<String> lines(String... pages) {
        Set<String> found = new TreeSet<>();
        var search = client().prepareSearch(DEST + ChangeList.SUFFIX)
                .setQuery(QueryBuilders.boolQuery()
                        .filter(QueryBuilders.termsQuery("doc.id", pages))
                        .filter(QueryBuilders.termQuery("checkpoint", checkpoint))
                        .filter(QueryBuilders.existsQuery("before.group"))
                        .filter(QueryBuilders.existsQuery("after.group")))
                .setSize(100)
                .get();
        try {
            search.getHits()
                    .forEach(hit ->
                            found.add((String) ((Map<?, ?>) hit.getSourceAsMap().get("doc")).get("id")));
        } finally {
            search.decRef();
        }
        return found;
    }

    public void testAPageThatRedirectsIsNotGroupedByItsText() throws IOException {
        create(1);
        page("a1", text(stories.get(0)));
        page("a2", text(stories.get(0)));
        put("gone", url("gone"), NOWHERE, text(stories.get(0)));
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
        assertLikeAFreshRun();
    }

    public void testOfPagesOfOneUrlTheFirstIsTheTarget() throws IOException {
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
        assertLikeAFreshRun();
    }

    /** As a run does whose coordinator was lost while it attached pages. */
    public void testARunAttachesPagesAnew() throws Exception {
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
        assertSound(run);
        assertEquals(Set.of(Set.of("a1", "a2"), Set.of("b", "moves", "stays")), groups());
        Map<String, GroupDocument> before = documents(run);
        attach();
        assertSound(run);
        assertEquals(before, documents(run));
    }

    private void attach() throws Exception {
        PartitionRequest request = request(withRedirects(""));
        CancellableTask task = new CancellableTask(1, "test", "test", "", TaskId.EMPTY_TASK_ID, Map.of());
        PlainActionFuture<Void> done = new PlainActionFuture<>();
        new RunRedirects(
                        internalCluster().getInstance(PairServices.class),
                        task,
                        new RedirectSource(
                                request, request.query(), request.options().redirects()),
                        new RedirectedRun(run, false, List.of()),
                        new Throttle(System::nanoTime, Double.POSITIVE_INFINITY, 1),
                        new RunRedirects.Progress() {
                            @Override
                            public void expect(long pages) {
                                assertEquals(2, pages);
                            }

                            @Override
                            public void done(long pages, long attached, long alone) {
                                assertEquals(2, attached);
                                assertEquals(0, alone);
                            }
                        })
                .run(done);
        done.actionGet();
    }

    public void testACircleIsAGroupOfItsOwn() throws IOException {
        create(2);
        redirect("one", "two");
        redirect("two", "three");
        redirect("three", "one");
        redirect("into", "three");
        begin();
        assertEquals(Set.of(Set.of("one", "two", "three", "into")), groups());
        assertTrue(documents(run).get("one").isWinner());
        page("two", text(stories.get(0)));
        update();
        assertEquals(Set.of(Set.of("one", "two", "three", "into")), groups());
        assertTrue(documents(run).get("two").isWinner());
        delete("two");
        update();
        assertEquals(Set.of(), groups());
        assertLikeAFreshRun();
    }
}
