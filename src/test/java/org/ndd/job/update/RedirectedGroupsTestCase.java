package org.ndd.job.update;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.ndd.Soon.answer;

import com.carrotsearch.randomizedtesting.generators.RandomPicks;
import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.index.query.QueryBuilders;
import org.ndd.Found;
import org.ndd.compat.TestCalls;
import org.ndd.config.DocumentName;
import org.ndd.groups.GroupDocument;
import org.ndd.partition.PartitionReport;
import org.ndd.partition.RunIndex;
import org.ndd.partition.TestCorpus;

/** Documents with redirects, in one index or several, grouped by a run and by incremental updates. */
public abstract class RedirectedGroupsTestCase extends GroupUpdateTestCase {

    static final String MISSING_TARGET = "https://nowhere.example/";

    String options = "\"redirect_field\": \"moved_to\", \"redirect_url_field\": \"url\"";

    /** UUIDs of the created indices, by name: the ids of lists contain the UUID, also those of deleted indices. */
    private final Map<String, List<String>> uuids = new HashMap<>();

    void create(int shards) {
        for (int i = 0; i < 6; i++) {
            stories.add(story());
        }
        create(INDEX, shards);
    }

    void create(String index, int shards) {
        assertAcked(prepareCreate(index)
                .setSettings(indexSettings(shards, 0))
                .setMapping("ndd", "type=near_dup", "url", "type=keyword", "moved_to", "type=keyword"));
        uuids.computeIfAbsent(index, name -> new ArrayList<>())
                .add(resolveIndex(index).getUUID());
    }

    String anyText() {
        return version(randomBoolean() ? story() : RandomPicks.randomFrom(random(), stories));
    }

    static String text(List<String> story) {
        return String.join("\n\n", story);
    }

    /** @param to target of the redirect, or {@code null} */
    void put(String page, String url, String to, String text) throws IOException {
        there.add(page);
        changed.add(page);
        DocumentName name = name(page);
        Map<String, Object> source = new HashMap<>();
        if (text != null) {
            Map<String, Object> ndd = TestCorpus.fields(name.id(), null, text);
            ndd.put("url", url);
            source.put("ndd", ndd);
        }
        source.put("url", url);
        if (to != null) {
            source.put("moved_to", to);
        }
        client().index(new IndexRequest(name.index()).id(name.id()).source(source))
                .actionGet();
    }

    void page(String id, String text) throws IOException {
        put(id, url(id), null, text);
    }

    void redirect(String id, String to) throws IOException {
        put(id, url(id), to, null);
    }

    static String url(String id) {
        return "https://www.example.org/" + id;
    }

    String withRedirects(String more) {
        return "{" + options + more + "}";
    }

    void begin() throws IOException {
        run = partition(withRedirects("")).id();
        changed.clear();
        assertInvariants(run);
    }

    /** Runs a checkpoint, in one part or two. */
    void update() throws IOException {
        List<DocumentName> pages = changedPages();
        changed.clear();
        checkpoint++;
        updateSources();
        int cut = between(0, pages.size());
        update(pages.subList(0, cut), 0);
        update(pages.subList(cut, pages.size()), 1);
        deletedIndices.clear();
        assertInvariants(run);
    }

    /** Executes the steps of a checkpoint before the update. */
    void updateSources() {
        List<String> names =
                TestCalls.indices(client(), source()).stream().sorted().toList();
        ClusterState state = internalCluster().getInstance(ClusterService.class).state();
        answer((ActionListener<Void> l) ->
                new RunIndex(client(), run).setIndices(names, List.of(), Map.of(), state, l));
    }

    void update(List<DocumentName> pages, int part) throws IOException {
        startedOn(
                        randomFrom(internalCluster().getNodeNames()),
                        pages,
                        request(withRedirects("")),
                        new GroupUpdate.Step(checkpoint, part))
                .actionGet();
    }

    /** The visible fields of the run's index, by document. */
    Map<String, GroupDocument> documents(String index) {
        Map<String, GroupDocument> documents = new TreeMap<>();
        var search = client().prepareSearch(index)
                .setQuery(QueryBuilders.existsQuery("group"))
                .setSize(10_000);
        for (GroupDocument document : Found.hits(search, GroupDocument::of)) {
            if (document.isPartOf() == false) {
                assertNull(documents.put(display(document.page()), document));
            }
        }
        return documents;
    }

    static Map<String, Set<String>> groups(Map<String, GroupDocument> documents) {
        Map<String, Set<String>> groups = new TreeMap<>();
        documents.forEach((page, document) -> groups.computeIfAbsent(document.group(), name -> new TreeSet<>())
                .add(page));
        return groups;
    }

    Set<Set<String>> groups() {
        return Set.copyOf(groups(documents(run)).values());
    }

    static Map<String, String> targets(Map<String, GroupDocument> documents) {
        Map<String, String> targets = new TreeMap<>();
        documents.forEach((page, document) -> {
            if (document.source().get("redirect_target") instanceof Map<?, ?> target) {
                targets.put(page, display(new DocumentName((String) target.get("index"), (String) target.get("id"))));
            }
        });
        return targets;
    }

    /** Invariants of the groups in the index of any run. */
    void assertInvariants(String index) {
        Map<String, GroupDocument> documents = documents(index);
        Set<String> duplicates = new TreeSet<>();
        groups(documents).forEach((group, pages) -> {
            assertTrue("group " + group + " of " + pages, pages.size() > 1);
            assertEquals(
                    "leaders of " + group,
                    1,
                    pages.stream()
                            .filter(page -> documents.get(page).isLeader())
                            .count());
            long ofTexts = pages.stream()
                    .filter(page -> documents.get(page).source().containsKey("redirect_via") == false)
                    .count();
            for (String page : pages) {
                GroupDocument document = documents.get(page);
                assertEquals(page, document.isLeader(), document.source().containsKey("size"));
                if (document.isLeader()) {
                    assertEquals(page, Math.max(1, ofTexts), document.size());
                }
            }
        });
        documents.forEach((page, document) -> {
            GroupDocument canonical = documents.get(display(document.canonical()));
            assertNotNull("canonical document of " + document, canonical);
            assertTrue(
                    document + " and " + canonical,
                    canonical.isCanonical() && canonical.group().equals(document.group()));
            assertEquals(
                    canonical.source().get("canonical_seq_no"),
                    document.source().get("canonical_seq_no"));
            assertEquals(index, document.source().get("run"));
            assertTrue(document + " is there", there.contains(page));
            if (document.isDuplicate()) {
                duplicates.add(page);
            }
        });
        assertEquals(duplicates, listed(index, "duplicates-"));
        if (options.contains("markets")) {
            assertMarketInvariants(index, documents);
        }
    }

    /** A market keeps one of each canonical document and its duplicates, and hides documents that redirect. */
    void assertMarketInvariants(String index, Map<String, GroupDocument> documents) {
        Set<String> hidden = new TreeSet<>();
        Map<DocumentName, Integer> kept = new HashMap<>();
        documents.forEach((page, document) -> {
            if (document.isHiddenIn("de")) {
                hidden.add(page);
            } else if (Boolean.TRUE.equals(document.source().get("verified"))) {
                kept.merge(document.canonical(), 1, Integer::sum);
            }
            if ("redirect".equals(document.source().get("role"))) {
                assertTrue(document.toString(), document.isHiddenIn("de"));
            } else if (document.isCanonical()) {
                kept.putIfAbsent(document.canonical(), 0);
            }
        });
        assertEquals(hidden, listed(index, "duplicates:de:"));
        assertTrue(kept.toString(), kept.values().stream().allMatch(pages -> pages == 1));
    }

    /** Indices that contain documents or have contained some. */
    List<String> indices() {
        return List.of(INDEX);
    }

    Set<String> listed(String index, String prefix) {
        Set<String> pages = new TreeSet<>();
        for (String source : indices()) {
            for (String uuid : uuids.get(source)) {
                GetResponse list;
                for (int i = 0;
                        (list = client().prepareGet(index, prefix + uuid + "-" + i)
                                        .get())
                                .isExists();
                        i++) {
                    ((Collection<?>) list.getSourceAsMap().get("duplicates"))
                            .forEach(id -> assertTrue(pages.add(display(new DocumentName(source, (String) id)))));
                }
            }
        }
        return pages;
    }

    void assertEqualsNewRun() throws IOException {
        PartitionReport fresh = partition(withRedirects(", \"publish\": false"));
        assertInvariants(fresh.id());
        Map<String, GroupDocument> expected = documents(fresh.id());
        Map<String, GroupDocument> documents = documents(run);
        assertEquals(
                Set.copyOf(groups(expected).values()),
                Set.copyOf(groups(documents).values()));
        assertEquals(targets(expected), targets(documents));
    }
}
