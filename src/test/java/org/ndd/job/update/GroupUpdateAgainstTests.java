package org.ndd.job.update;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

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
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.query.QueryBuilders;
import org.ndd.config.DocumentName;
import org.ndd.groups.GroupDocument;
import org.ndd.partition.PartitionReport;

/** Groups against a reference that are brought up to date step by step are those of a run, whichever side changes. */
public class GroupUpdateAgainstTests extends GroupUpdateTestCase {

    /** Steps of a random history; more take longer. */
    private static final int STEPS = Integer.getInteger("ndd.history.steps", 4);

    private static final String ARCHIVE = "archive";
    private static final String AGAINST = "\"against\": {\"index\": \"" + ARCHIVE + "\"}";

    private String options = AGAINST;

    private void create(int shards) {
        for (int i = 0; i < 10; i++) {
            stories.add(story());
        }
        for (String index : List.of(INDEX, ARCHIVE)) {
            assertAcked(prepareCreate(index)
                    .setSettings(Settings.builder()
                            .put("index.number_of_shards", shards)
                            .put("index.number_of_replicas", 0))
                    .setMapping("ndd", "type=near_dup", "lang", "type=keyword", "moved_to", "type=keyword"));
        }
    }

    private void put(String page, String text) throws IOException {
        there.add(page);
        changed.add(page);
        DocumentName name = name(page);
        Map<String, Object> source = new HashMap<>(Map.of("ndd", fields(name.id(), null, text)));
        source.put("lang", randomFrom("de", "en"));
        if (name.index().equals(ARCHIVE)) {
            // never redirects
            source.put("moved_to", "page1");
        }
        client().index(new IndexRequest(name.index()).id(name.id()).source(source))
                .actionGet();
    }

    private void redirect(String page, String to) {
        there.add(page);
        changed.add(page);
        client().index(new IndexRequest(INDEX).id(name(page).id()).source("moved_to", to))
                .actionGet();
    }

    private void putSome(int next) throws IOException {
        String story = version(RandomPicks.randomFrom(random(), stories));
        switch (between(0, 9)) {
            case 0, 1 -> put("page" + next, story);
            case 2 -> put(ARCHIVE + "/page" + next, story);
            case 3 -> put(any(false), story);
            case 4 -> put(any(true), story);
            case 5 -> put(any(false), version(story()));
            case 6 -> put(any(true), version(story()));
            // the same text in both
            case 7 -> {
                put("page" + next, story);
                put(ARCHIVE + "/copy" + next, story);
            }
            case 8 -> delete(any(false));
            default -> delete(any(true));
        }
    }

    private String any(boolean archive) {
        List<String> some = there.stream()
                .filter(page -> page.startsWith(ARCHIVE) == archive)
                .toList();
        return RandomPicks.randomFrom(random(), some);
    }

    private void update() throws IOException {
        indicesAdmin().prepareRefresh(ARCHIVE).get();
        begunOn(
                        randomFrom(internalCluster().getNodeNames()),
                        changedPages(),
                        request("{" + options + "}"),
                        new GroupUpdate.Step(++checkpoint, 0))
                .actionGet();
        changed.clear();
    }

    private PartitionReport runAgainst(String more) throws IOException {
        indicesAdmin().prepareRefresh(ARCHIVE).get();
        return partition("{" + options + more + "}");
    }

    /** For each page of a group its canonical document, its role and the pages of the group. */
    private static Map<DocumentName, List<Object>> places(Collection<GroupDocument> documents) {
        Map<String, Set<DocumentName>> groups = new TreeMap<>();
        for (GroupDocument document : documents) {
            if (document.isPartOf() == false) {
                groups.computeIfAbsent(document.group(), name -> new TreeSet<>())
                        .add(document.page());
            }
        }
        Map<DocumentName, List<Object>> places = new TreeMap<>();
        for (GroupDocument document : documents) {
            if (document.isPartOf() == false) {
                List<Object> place = new ArrayList<>();
                place.add(document.canonical());
                place.add(document.source().get("role"));
                place.add(document.source().get("relation"));
                place.add(document.source().get("canonical_in"));
                place.add(document.source().get("size"));
                place.add(document.source().get("redirect_target"));
                place.add(groups.get(document.group()));
                places.put(document.page(), place);
            }
        }
        return places;
    }

    /** Those of pages that redirect, and of their targets, too. */
    private List<GroupDocument> inGroups(String index) {
        List<GroupDocument> documents = new ArrayList<>();
        var search = client().prepareSearch(index)
                .setQuery(QueryBuilders.existsQuery("group"))
                .setSize(10_000)
                .get();
        try {
            search.getHits().forEach(hit -> documents.add(GroupDocument.of(hit)));
        } finally {
            search.decRef();
        }
        return documents;
    }

    private void assertAsARun() throws IOException {
        Collection<GroupDocument> updated = inGroups(run);
        PartitionReport fresh = runAgainst(", \"publish\": false");
        assertEquals(places(inGroups(fresh.id())), places(updated));
        for (GroupDocument document : updated) {
            if (document.page().index().equals(ARCHIVE)) {
                assertTrue(document.isLeader() && document.isCanonical());
            }
        }
    }

    private void begin(int stories) throws IOException {
        create(between(1, 3));
        for (int i = 0; i < 15; i++) {
            put("page" + i, version(RandomPicks.randomFrom(random(), this.stories.subList(0, stories))));
            put(ARCHIVE + "/page" + i, version(RandomPicks.randomFrom(random(), this.stories)));
        }
        run = runAgainst("").id();
        changed.clear();
        assertAsARun();
    }

    private void history() throws IOException {
        begin(10);
        int next = 30;
        for (int step = 0; step < STEPS; step++) {
            for (int i = between(1, 6); i > 0; i--) {
                putSome(next++);
            }
            update();
            assertAsARun();
        }
    }

    public void testRandomHistoriesEndAsRunsDo() throws IOException {
        history();
    }

    public void testWithRulesOfTheUser() throws IOException {
        options = AGAINST + ", \"must_agree\": [\"lang\"], \"canonical\": [{\"lang\": [\"de\"]}],"
                + " \"markets\": {\"en\": {\"canonical\": [{\"lang\": [\"en\"]}]}}";
        history();
    }

    public void testRedirectsToBothSides() throws IOException {
        options = AGAINST + ", \"redirect_field\": \"moved_to\"";
        begin(10);
        int next = 30;
        for (int step = 0; step < STEPS; step++) {
            for (int i = between(1, 4); i > 0; i--) {
                putSome(next++);
                redirect("old" + next++, name(any(randomBoolean())).id());
            }
            update();
            assertAsARun();
        }
    }

    /** Of a document of the reference that nothing is near to, and that redirects follow as it comes and goes. */
    public void testRedirectsToADocumentThatIsAlone() throws IOException {
        options = AGAINST + ", \"redirect_field\": \"moved_to\"";
        create(2);
        String text = String.join("\n\n", stories.get(0));
        put(ARCHIVE + "/alone", text);
        redirect("old", "alone");
        redirect("older", "old");
        run = runAgainst("").id();
        changed.clear();
        assertAsARun();
        assertEquals(3, inGroups(run).size());
        put("copy", text);
        update();
        assertAsARun();
        assertEquals(4, inGroups(run).size());
        delete(ARCHIVE + "/alone");
        update();
        assertAsARun();
        assertEquals(0, inGroups(run).size());
    }

    /** The documents of its group are found by another document of the reference, or alone. */
    public void testADocumentOfTheReferenceGoesAndComes() throws IOException {
        create(2);
        String text = String.join("\n\n", stories.get(0));
        put("one", text);
        put("two", text + "\n\n" + sentence());
        put("three", text + "\n\n" + sentence());
        put(ARCHIVE + "/exact", text);
        put(ARCHIVE + "/longer", text + "\n\n" + sentence() + "\n\n" + sentence());
        run = runAgainst("").id();
        changed.clear();
        for (String id : List.of("exact", "longer")) {
            delete(ARCHIVE + "/" + id);
            update();
            assertAsARun();
        }
        assertEquals(3, groupDocuments(run).size());
        put(ARCHIVE + "/longer", text + "\n\n" + sentence() + "\n\n" + sentence());
        update();
        assertAsARun();
        assertEquals(4, groupDocuments(run).size());
    }
}
