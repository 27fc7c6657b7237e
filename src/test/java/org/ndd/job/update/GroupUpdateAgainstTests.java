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
import org.elasticsearch.index.query.QueryBuilders;
import org.ndd.Found;
import org.ndd.config.DocumentName;
import org.ndd.groups.GroupDocument;
import org.ndd.partition.PartitionReport;
import org.ndd.partition.TestCorpus;

/** Groups against a reference that are updated incrementally equal those of a run, after changes of source and reference. */
public class GroupUpdateAgainstTests extends GroupUpdateTestCase {

    /** Steps of a random history; more take longer. */
    private static final int STEPS = Integer.getInteger("ndd.history.steps", TEST_NIGHTLY ? 4 : 2);

    private static final String ARCHIVE = "archive";
    private static final String AGAINST = "\"against\": {\"index\": \"" + ARCHIVE + "\"}";

    private String options = AGAINST;

    /** Documents of the reference by story and language, if documents of different languages are apart. */
    private Map<String, String> translations;

    private void create(int shards) {
        for (int i = 0; i < 10; i++) {
            stories.add(story());
        }
        for (String index : List.of(INDEX, ARCHIVE)) {
            assertAcked(prepareCreate(index)
                    .setSettings(indexSettings(shards, 0))
                    .setMapping("ndd", "type=near_dup", "lang", "type=keyword", "moved_to", "type=keyword"));
        }
    }

    private void put(String page, String text) throws IOException {
        there.add(page);
        changed.add(page);
        DocumentName name = name(page);
        Map<String, Object> source = new HashMap<>(Map.of("ndd", TestCorpus.fields(name.id(), null, text)));
        source.put("lang", language(page, text));
        if (name.index().equals(ARCHIVE)) {
            // never redirects
            source.put("moved_to", "page1");
        }
        client().index(new IndexRequest(name.index()).id(name.id()).source(source))
                .actionGet();
    }

    /**
     * Chooses a language. If documents of different languages are apart, the reference has one document per story and language: between
     * two, frequencies of fingerprints decide, which documents of other languages change.
     */
    private String language(String page, String text) {
        String language = randomFrom("de", "en");
        if (translations != null && name(page).index().equals(ARCHIVE)) {
            translations.values().remove(page);
            String other = translations.put(text.substring(0, text.indexOf("\n\n")) + language, page);
            if (other != null) {
                delete(other);
            }
        }
        return language;
    }

    private void redirect(String page, String to) {
        there.add(page);
        changed.add(page);
        client().index(new IndexRequest(INDEX).id(name(page).id()).source("moved_to", to))
                .actionGet();
    }

    private void putRandom(int next) throws IOException {
        String story = version(RandomPicks.randomFrom(random(), stories));
        switch (between(0, 9)) {
            case 0, 1 -> put("page" + next, story);
            case 2 -> put(ARCHIVE + "/page" + next, story);
            case 3 -> put(randomPage(false), story);
            case 4 -> put(randomPage(true), story);
            case 5 -> put(randomPage(false), version(story()));
            case 6 -> put(randomPage(true), version(story()));
            // the same text in source and reference
            case 7 -> {
                put("page" + next, story);
                put(ARCHIVE + "/copy" + next, story);
            }
            case 8 -> delete(randomPage(false));
            default -> delete(randomPage(true));
        }
    }

    private String randomPage(boolean archive) {
        List<String> some = there.stream()
                .filter(page -> page.startsWith(ARCHIVE) == archive)
                .toList();
        return RandomPicks.randomFrom(random(), some);
    }

    private void update() throws IOException {
        indicesAdmin().prepareRefresh(ARCHIVE).get();
        startedOn(
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

    /** For each document in a group, its canonical document, its role and the documents of the group. */
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

    /** Includes redirecting documents and their targets. */
    private List<GroupDocument> inGroups(String index) {
        return Found.hits(
                client().prepareSearch(index)
                        .setQuery(QueryBuilders.existsQuery("group"))
                        .setSize(10_000),
                GroupDocument::of);
    }

    private void assertEqualsGroupsOfRun() throws IOException {
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
        assertEqualsGroupsOfRun();
    }

    private void history() throws IOException {
        begin(10);
        int next = 30;
        for (int step = 0; step < STEPS; step++) {
            for (int i = between(1, 6); i > 0; i--) {
                putRandom(next++);
            }
            update();
            assertEqualsGroupsOfRun();
        }
    }

    public void testRandomHistoriesEqualRuns() throws IOException {
        history();
    }

    public void testCustomCanonicalRules() throws IOException {
        translations = new HashMap<>();
        options = AGAINST + ", \"must_agree\": [\"lang\"], \"canonical\": [{\"lang\": [\"de\"]}],"
                + " \"markets\": {\"en\": {\"canonical\": [{\"lang\": [\"en\"]}]}}";
        history();
    }

    public void testRedirectsToSourceAndReference() throws IOException {
        options = AGAINST + ", \"redirect_field\": \"moved_to\"";
        begin(10);
        int next = 30;
        for (int step = 0; step < STEPS; step++) {
            for (int i = between(1, 4); i > 0; i--) {
                putRandom(next++);
                redirect("old" + next++, name(randomPage(randomBoolean())).id());
            }
            update();
            assertEqualsGroupsOfRun();
        }
    }

    /** A reference document without near documents is deleted and restored, with its redirects. */
    public void testRedirectsToSingleton() throws IOException {
        options = AGAINST + ", \"redirect_field\": \"moved_to\"";
        create(2);
        String text = String.join("\n\n", stories.get(0));
        put(ARCHIVE + "/alone", text);
        redirect("old", "alone");
        redirect("older", "old");
        run = runAgainst("").id();
        changed.clear();
        assertEqualsGroupsOfRun();
        assertEquals(3, inGroups(run).size());
        put("copy", text);
        update();
        assertEqualsGroupsOfRun();
        assertEquals(4, inGroups(run).size());
        delete(ARCHIVE + "/alone");
        update();
        assertEqualsGroupsOfRun();
        assertEquals(0, inGroups(run).size());
    }

    /** The documents of its group move to another reference document, or are singletons. */
    public void testReferenceDocumentIsDeletedAndRestored() throws IOException {
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
            assertEqualsGroupsOfRun();
        }
        assertEquals(3, groupDocuments(run).size());
        put(ARCHIVE + "/longer", text + "\n\n" + sentence() + "\n\n" + sentence());
        update();
        assertEqualsGroupsOfRun();
        assertEquals(4, groupDocuments(run).size());
    }
}
