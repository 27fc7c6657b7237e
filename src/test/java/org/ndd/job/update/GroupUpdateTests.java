package org.ndd.job.update;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.hamcrest.Matchers.lessThan;

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
import java.util.concurrent.TimeUnit;
import java.util.concurrent.locks.LockSupport;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.plugins.Plugin;
import org.ndd.Found;
import org.ndd.config.DocumentName;
import org.ndd.groups.GroupDocument;
import org.ndd.partition.PartitionReport;
import org.ndd.partition.TestCorpus;
import org.ndd.plugin.NddPlugin;

/** Groups that are updated incrementally equal those of a run over all documents. */
public class GroupUpdateTests extends GroupUpdateTestCase {

    /** Steps of a random history; more steps take longer. */
    private static final int STEPS = Integer.getInteger("ndd.history.steps", TEST_NIGHTLY ? 8 : 4);

    private final List<String> words = new ArrayList<>();

    @Override
    String word() {
        return RandomPicks.randomFrom(random(), words);
    }

    private void create(int shards) {
        for (int i = 0; i < 3000; i++) {
            words.add(super.word());
        }
        for (int i = 0; i < 12; i++) {
            stories.add(story());
        }
        assertAcked(prepareCreate(INDEX).setSettings(indexSettings(shards, 0)).setMapping("ndd", "type=near_dup"));
    }

    private void put(String id, String text) throws IOException {
        put(id, null, text);
    }

    private void put(String id, String url, String text) throws IOException {
        there.add(id);
        changed.add(id);
        client().index(new IndexRequest(INDEX).id(id).source(Map.of("ndd", TestCorpus.fields(id, url, text))))
                .actionGet();
    }

    /** Executes the run whose groups are updated. */
    private void begin() throws IOException {
        run = partition("{}").id();
        changed.clear();
    }

    private GroupDocument find(Predicate<GroupDocument> condition) {
        return groupDocuments(run).stream().filter(condition).findFirst().orElseThrow();
    }

    private CheckpointCounts update() throws IOException {
        CheckpointCounts counts = started(randomFrom(internalCluster().getNodeNames()), ++checkpoint)
                .actionGet();
        changed.clear();
        return counts;
    }

    /** Nodes that restart read the cluster state from their disk. */
    @Override
    protected Collection<Class<? extends Plugin>> nodePlugins() {
        return List.of(NddPlugin.class);
    }

    /** Applies all changes with one update. */
    private PlainActionFuture<CheckpointCounts> started(String node, long number) throws IOException {
        return startedOn(node, changedPages(), request("{}"), new GroupUpdate.Step(number, 0));
    }

    /** Stops and restarts another node during an update, and then retries the update like a job. */
    private void updateDuringNodeLoss() throws Exception {
        String node = randomFrom(internalCluster().getNodeNames());
        String lost =
                randomValueOtherThan(node, () -> randomFrom(internalCluster().getNodeNames()));
        PlainActionFuture<CheckpointCounts> disturbed = started(node, ++checkpoint);
        // does not wait: the update may be in any step by then
        LockSupport.parkNanos(TimeUnit.MILLISECONDS.toNanos(between(0, 400)));
        internalCluster().restartNode(lost);
        ensureGreen();
        try {
            disturbed.actionGet(TimeValue.timeValueMinutes(2));
        } catch (ElasticsearchException e) {
            logger.info("an update beside a lost node failed", e);
        }
        started(node, checkpoint).actionGet();
        changed.clear();
    }

    /** The documents of each group. */
    private static Map<String, Set<String>> groups(Collection<GroupDocument> documents) {
        Map<String, Set<String>> groups = new TreeMap<>();
        for (GroupDocument document : documents) {
            if (document.isPartOf() == false) {
                groups.computeIfAbsent(document.group(), name -> new TreeSet<>())
                        .add(document.page().id());
            }
        }
        return groups;
    }

    private static Set<Set<String>> partition(Collection<GroupDocument> documents) {
        return Set.copyOf(groups(documents).values());
    }

    /** Invariants of the groups in the index of any run. */
    private void assertInvariants() {
        List<GroupDocument> documents = groupDocuments(run);
        Map<DocumentName, GroupDocument> own = new HashMap<>();
        documents.stream()
                .filter(document -> document.isPartOf() == false)
                .forEach(document -> assertNull(own.put(document.page(), document)));
        Map<String, Set<String>> groups = groups(documents);
        Set<String> duplicates = new TreeSet<>();
        groups.forEach((group, pages) -> {
            assertTrue("group " + group + " of " + pages, pages.size() > 1);
            long leaders = own.values().stream()
                    .filter(page -> page.group().equals(group) && page.isLeader())
                    .count();
            assertEquals("leaders of " + group, 1, leaders);
        });
        for (GroupDocument document : own.values()) {
            GroupDocument canonical = own.get(document.canonical());
            assertNotNull("canonical document of " + document, canonical);
            assertTrue(
                    "canonical document of " + document,
                    canonical.isCanonical() && canonical.group().equals(document.group()));
            assertEquals(document.isCanonical(), document.canonical().equals(document.page()));
            assertEquals(document.isLeader(), document.source().containsKey("size"));
            if (document.isLeader()) {
                assertEquals(groups.get(document.group()).size(), document.size());
            }
            assertEquals(run, document.source().get("run"));
            assertTrue(document + " is there", there.contains(document.page().id()));
            if (document.isDuplicate()) {
                duplicates.add(document.page().id());
            }
        }
        assertEquals(duplicates, listedDuplicates("duplicates-"));
        duplicates.removeIf(id -> own.get(new DocumentName(INDEX, id)).isSame() == false);
        assertEquals(duplicates, listedDuplicates("same-"));
    }

    private Set<String> listedDuplicates(String prefix) {
        GetResponse list = client().prepareGet(run, prefix + resolveIndex(INDEX).getUUID() + "-0")
                .get();
        Set<String> ids = new TreeSet<>();
        if (list.isExists()) {
            ((Collection<?>) list.getSourceAsMap().get("duplicates")).forEach(id -> ids.add((String) id));
        }
        return ids;
    }

    public void testRandomUpdatesEqualRun() throws Exception {
        history(STEPS, false);
    }

    public void testRandomUpdatesWithNodeLossEqualRun() throws Exception {
        history(STEPS / 2, true);
    }

    private void history(int steps, boolean lostNodes) throws Exception {
        create(between(1, 3));
        for (int i = 0; i < 30; i++) {
            put("page" + i, version(RandomPicks.randomFrom(random(), stories)));
        }
        begin();
        int next = 30;
        for (int step = 0; step < steps; step++) {
            for (int i = between(1, 8); i > 0; i--) {
                switch (between(0, 5)) {
                    case 0, 1 -> put("page" + next++, version(RandomPicks.randomFrom(random(), stories)));
                    case 2 -> put("page" + next++, version(story()));
                    case 3 -> put(randomPage(), version(RandomPicks.randomFrom(random(), stories)));
                    case 4 -> put(randomPage(), version(story()));
                    default -> delete(randomPage());
                }
            }
            if (lostNodes && randomBoolean()) {
                updateDuringNodeLoss();
            } else {
                update();
            }
            assertInvariants();
        }
        PartitionReport fresh = partition("{\"publish\": false}");
        assertEquals(partition(groupDocuments(fresh.id())), partition(groupDocuments(run)));
    }

    private String randomPage() {
        return RandomPicks.randomFrom(random(), List.copyOf(there));
    }

    public void testGroupKeepsIdAfterCanonicalIsDeleted() throws IOException {
        create(2);
        List<String> story = stories.get(0);
        for (int i = 0; i < 4; i++) {
            put("copy" + i, version(story));
        }
        put("other", version(stories.get(1)));
        begin();
        assertInvariants();
        GroupDocument canonical = find(GroupDocument::isCanonical);
        delete(canonical.page().id());
        CheckpointCounts counts = update();
        assertEquals(1, counts.get("deleted"));
        assertInvariants();
        assertEquals(Set.of(canonical.group()), groups(groupDocuments(run)).keySet());
        List<Map<String, Object>> lines = changes();
        assertEquals(Set.of("copy0", "copy1", "copy2", "copy3"), pages(lines));
        assertTrue(lines.stream().allMatch(line -> line.get("checkpoint").equals(1)));
    }

    public void testChangedDuplicateIsRegroupedWithItsGroup() throws IOException {
        create(1);
        for (int i = 0; i < 4; i++) {
            put("copy" + i, String.join("\n\n", stories.get(0)));
        }
        begin();
        GroupDocument duplicate = find(one -> one.hasDependents() == false);
        put(duplicate.page().id(), String.join("\n\n", stories.get(0)) + "\n\n" + sentence());
        CheckpointCounts counts = update();
        assertEquals(
                new CheckpointCounts(Map.of("changed", 1L, "regrouped", 4L, "moved", counts.get("moved"))), counts);
        assertInvariants();
        GetResponse page = client().prepareGet(INDEX, duplicate.page().id()).get();
        GroupDocument now = find(one -> one.page().equals(duplicate.page()));
        assertEquals(page.getSeqNo(), ((Number) ((Map<?, ?>) now.source().get("doc")).get("seq_no")).longValue());
    }

    /** Pages with equal texts need one search together, and none if one of them did not change and is in a group. */
    public void testEqualPagesShareSearch() throws IOException {
        create(1);
        String known = version(stories.get(0));
        put("known", known);
        put("known too", known);
        begin();
        String fresh = version(stories.get(1));
        for (int i = 0; i < 40; i++) {
            put("copy of known " + i, known);
            put("copy of fresh " + i, fresh);
        }
        long before = queries();
        update();
        assertThat(queries() - before, lessThan(40L));
        assertEquals(
                Set.of(42, 40),
                partition(groupDocuments(run)).stream().map(Set::size).collect(Collectors.toSet()));
        assertInvariants();
    }

    public void testEqualPageThatIsNew() throws IOException {
        equalPageOfNextUpdate("new too");
    }

    public void testEqualPageThatWasSingle() throws IOException {
        equalPageOfNextUpdate("single");
    }

    public void testEqualPageThatWasInOtherGroup() throws IOException {
        equalPageOfNextUpdate("duplicate");
    }

    /** Searches find a page of the next update already. A page with the same text is nevertheless near the pages that were known before. */
    private void equalPageOfNextUpdate(String next) throws IOException {
        create(between(1, 3));
        String text = String.join("\n\n", stories.get(0));
        put("known", text);
        put("known duplicate", text);
        put("single", version(stories.get(1)));
        put("canonical", String.join("\n\n", stories.get(2)));
        put("duplicate", String.join("\n\n", stories.get(2)));
        run = partition("{}").id();
        String changedText = text + "\n\n" + sentence();
        put(next, changedText);
        changed.clear();
        put("new", changedText);
        update();
        assertTrue(partition(groupDocuments(run)).stream()
                .anyMatch(group -> group.containsAll(Set.of("known", "known duplicate", "new"))));
        changed.add(next);
        update();
        assertTrue(partition(groupDocuments(run)).contains(Set.of("known", "known duplicate", "new", next)));
        assertInvariants();
    }

    private static long queries() {
        return indicesAdmin()
                .prepareStats(INDEX)
                .setSearch(true)
                .get()
                .getTotal()
                .getSearch()
                .getTotal()
                .getQueryCount();
    }

    public void testCompletesPartiallyWrittenUpdate() throws IOException {
        create(1);
        String text = String.join("\n\n", stories.get(0));
        for (int i = 0; i < 4; i++) {
            put("copy" + i, text);
        }
        begin();
        put("copy4", text + "\n\n" + sentence());
        put("copy5", text + "\n\n" + sentence());
        assertEquals(6, update().get("regrouped"));
        assertInvariants();
        GroupDocument last = find(one -> one.page().id().equals("copy5"));
        client().prepareDelete(run, last.key())
                .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE)
                .get();
        changed.addAll(List.of("copy4", "copy5"));
        CheckpointCounts counts = update();
        assertEquals(6, counts.get("regrouped"));
        assertEquals(1, counts.get("moved"));
        assertInvariants();
    }

    public void testWritesNoDocumentsForSingletons() throws IOException {
        create(1);
        put("one", version(stories.get(0)));
        put("two", version(stories.get(1)));
        begin();
        put("two", version(stories.get(2)));
        put("three", version(stories.get(3)));
        delete("one");
        update();
        assertEquals(List.of(), groupDocuments(run));
        put("four", version(stories.get(3)));
        assertEquals(2, update().get("regrouped"));
        assertEquals(Set.of(Set.of("three", "four")), partition(groupDocuments(run)));
        assertInvariants();
        delete("four");
        update();
        assertEquals(List.of(), groupDocuments(run));
        assertEquals(Set.of(), listedDuplicates("duplicates-"));
    }

    /** Documents of one id in several shards must not take the places of other documents in the responses of searches. */
    public void testDocumentsOfOneId() throws IOException {
        create(30);
        put("copy0", version(stories.get(0)));
        begin();
        there.add("twin");
        changed.add("twin");
        for (int i = 0; i < 200; i++) {
            Map<String, Object> twin = TestCorpus.fields("twin", null, version(stories.get(1)));
            client().index(new IndexRequest(INDEX).id("twin").routing("r" + i).source(Map.of("ndd", twin)))
                    .actionGet();
        }
        put("copy1", version(stories.get(0)));
        update();
        assertEquals(Set.of(Set.of("copy0", "copy1")), partition(groupDocuments(run)));
        assertInvariants();
    }

    private List<Map<String, Object>> changes() {
        return Found.sources(client().prepareSearch(DEST + ChangeList.SUFFIX).setSize(1000));
    }

    private static Set<String> pages(Collection<Map<String, Object>> lines) {
        Set<String> pages = new TreeSet<>();
        lines.forEach(line -> pages.add((String) ((Map<?, ?>) line.get("doc")).get("id")));
        return pages;
    }
}
