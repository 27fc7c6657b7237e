package org.ndd.job.update;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.settings.Settings;
import org.ndd.core.group.Rank;
import org.ndd.groups.GroupDocument;
import org.ndd.partition.TestCorpus;

/**
 * Three documents, in rank order: the first is near the second, which is near the third, and the first and the third share little. So the
 * third is not in the group of the first, although the second, its canonical document, is near it.
 */
public class GroupUpdateChainTests extends GroupUpdateTestCase {

    private final List<String> ids = Stream.of("one", "two", "three")
            .sorted(Comparator.comparing(Rank::of))
            .toList();

    private void put(int place, String text) throws IOException {
        changed.add(ids.get(place));
        client().index(new IndexRequest(INDEX)
                        .id(ids.get(place))
                        .source(Map.of("ndd", TestCorpus.fields(ids.get(place), null, text))))
                .actionGet();
    }

    private static String text(List<String> story) {
        return String.join("\n\n", story);
    }

    /** A shorter version of a story, with other sentences at a place. */
    private String version(List<String> story, int from) {
        List<String> version = new ArrayList<>(story);
        version.subList(from, from + 4).replaceAll(sentence -> sentence());
        version.remove(from);
        return text(version);
    }

    private List<String> createFirstTwo() throws IOException {
        assertAcked(prepareCreate(INDEX)
                .setSettings(Settings.builder()
                        .put("index.number_of_shards", between(1, 3))
                        .put("index.number_of_replicas", 0))
                .setMapping("ndd", "type=near_dup"));
        List<String> story = story();
        put(0, version(story, 2));
        put(1, text(story));
        return story;
    }

    private void begin() throws IOException {
        run = partition("{}").id();
        assertEquals(Set.of(Set.of(ids.get(0), ids.get(1))), sets(groupDocuments(run)));
        changed.clear();
    }

    private void assertGroupAfterUpdate(String... expected) throws IOException {
        startedOn(
                        randomFrom(internalCluster().getNodeNames()),
                        changedPages(),
                        request("{}"),
                        new GroupUpdate.Step(1, 0))
                .actionGet();
        assertEquals(Set.of(Set.of(expected)), sets(groupDocuments(run)));
        assertEquals(sets(groupDocuments(partition("{\"publish\": false}").id())), sets(groupDocuments(run)));
    }

    private static Set<Set<String>> sets(Collection<GroupDocument> documents) {
        return Set.copyOf(documents.stream()
                .filter(document -> document.isPartOf() == false)
                .collect(Collectors.groupingBy(
                        GroupDocument::group,
                        Collectors.mapping(document -> document.page().id(), Collectors.toCollection(TreeSet::new))))
                .values());
    }

    public void testDocumentNearCanonicalButNotLeader() throws IOException {
        List<String> story = createFirstTwo();
        begin();
        assertTrue(groupDocuments(run).stream()
                .anyMatch(document ->
                        document.isCanonical() && document.page().id().equals(ids.get(1))));
        put(2, version(story, 8));
        assertGroupAfterUpdate(ids.get(0), ids.get(1));
    }

    /** A duplicate whose new text is near its canonical document, but not the leader. */
    public void testDuplicateIsEdited() throws IOException {
        List<String> story = createFirstTwo();
        put(2, text(story));
        run = partition("{}").id();
        assertEquals(Set.of(Set.copyOf(ids)), sets(groupDocuments(run)));
        changed.clear();
        put(2, version(story, 8));
        assertGroupAfterUpdate(ids.get(0), ids.get(1));
    }

    /** A document that only the former leader of a group kept out of it. */
    public void testLeaderIsDeletedOrChanged() throws IOException {
        List<String> story = createFirstTwo();
        put(2, version(story, 8));
        begin();
        if (randomBoolean()) {
            delete(ids.get(0));
        } else {
            put(0, text(story()));
        }
        assertGroupAfterUpdate(ids.get(1), ids.get(2));
    }

    /** The leader, without a group, of which a document is only a part, follows a new leader. */
    public void testContainerJoinsGroup() throws IOException {
        List<String> story = createFirstTwo();
        delete(ids.get(0));
        put(2, text(story.subList(3, 7)));
        run = partition("{}").id();
        changed.clear();
        GroupDocument part = groupDocuments(run).get(0);
        assertTrue(part.isPartOf());
        assertEquals(ids.get(2), part.page().id());
        assertEquals(ids.get(1), part.canonical().id());
        put(0, text(story) + "\n\n" + sentence());
        assertGroupAfterUpdate(ids.get(0), ids.get(1));
        assertEquals(
                List.of(),
                groupDocuments(run).stream().filter(GroupDocument::isPartOf).toList());
    }
}
