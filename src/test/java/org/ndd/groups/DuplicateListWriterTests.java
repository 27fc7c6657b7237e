package org.ndd.groups;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.elasticsearch.xcontent.XContentFactory.jsonBuilder;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.concurrent.atomic.LongAdder;
import org.elasticsearch.action.admin.indices.create.CreateIndexRequest;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.PlainActionFuture;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.client.internal.ParentTaskAssigningClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.tasks.TaskCancelledException;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.xcontent.XContentBuilder;
import org.junit.Before;
import org.ndd.bulk.BulkWriter;
import org.ndd.bulk.Pause;
import org.ndd.groups.DuplicateList.DuplicateListWriter;

/** Lists of all duplicates of a run. */
public class DuplicateListWriterTests extends ESSingleNodeTestCase {

    private static final String RUN = "run";

    @Before
    public void createRun() throws IOException {
        XContentBuilder mapping =
                jsonBuilder().startObject().field("dynamic", "strict").startObject("properties");
        GroupMapping.addRunFields(mapping);
        assertAcked(indicesAdmin()
                .create(new CreateIndexRequest(RUN).mapping(mapping.endObject().endObject()))
                .actionGet());
    }

    private static IndexRequest request(String id, Map<String, ?> source) {
        return new IndexRequest(RUN).id(id).source(source);
    }

    private static IndexRequest page(String index, String id, Map<String, Object> fields) {
        Map<String, Object> source = new HashMap<>(fields);
        source.put("doc", Map.of("index", index, "index_uuid", index + "-uuid", "id", id));
        return request(index + "/" + id, source);
    }

    private void put(List<IndexRequest> requests) {
        BulkRequest bulk = new BulkRequest().setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE);
        requests.forEach(bulk::add);
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
    }

    private void write(CircuitBreaker breaker, Runnable ensureNotCancelled) {
        ParentTaskAssigningClient client = new ParentTaskAssigningClient(client(), TaskId.EMPTY_TASK_ID);
        Pause pause = new Pause(client.threadPool(), () -> {});
        BulkWriter writer = new BulkWriter(client, getInstanceFromNode(ClusterService.class), pause, new LongAdder());
        PlainActionFuture<Void> done = new PlainActionFuture<>();
        new DuplicateListWriter(client, breaker, writer, RUN, ensureNotCancelled)
                .write("pages-uuid", List.of("de", "us"), done);
        try {
            done.actionGet();
        } finally {
            assertEquals("all memory is released", 0, breaker.getUsed());
        }
    }

    private Collection<?> list(String id) {
        var list = client().prepareGet(RUN, id).get();
        return list.isExists() ? (Collection<?>) list.getSourceAsMap().get("duplicates") : null;
    }

    /** Lists have the pages of one index, by the same rules as updates of lists. */
    public void testListsOfEachKind() {
        Map<String, Object> canonical = Map.of("canonical", true, "verified", true, "canonical_in", List.of("us"));
        Map<String, Object> same = Map.of("canonical", false, "verified", true, "relation", "same");
        Map<String, Object> near =
                Map.of("canonical", false, "verified", true, "relation", "near", "canonical_in", List.of("de"));
        Map<String, Object> redirect = Map.of("canonical", false, "verified", true, "relation", "redirect");
        Map<String, Object> part = Map.of("canonical", false, "verified", false, "relation", "same");
        put(List.of(
                page("pages", "canonical", canonical),
                page("pages", "same", same),
                page("pages", "near", near),
                page("pages", "redirect", redirect),
                page("pages", "part", part),
                page("pages", "alone", Map.of()),
                page("others", "other", same)));
        for (int attempt = 0; attempt < 2; attempt++) {
            write(newLimitedBreaker(ByteSizeValue.ofKb(1)), () -> {});
            assertEquals(List.of("near", "redirect", "same"), list("duplicates-pages-uuid-0"));
            assertEquals(List.of("same"), list("same-pages-uuid-0"));
            assertEquals(List.of("canonical", "redirect", "same"), list("duplicates:de:pages-uuid-0"));
            assertEquals(List.of("near", "redirect", "same"), list("duplicates:us:pages-uuid-0"));
            assertNull(list("duplicates-pages-uuid-1"));
            assertNull(list("duplicates-others-uuid-0"));
        }
        assertThrows(
                CircuitBreakingException.class, () -> write(newLimitedBreaker(ByteSizeValue.ofBytes(150)), () -> {}));
    }

    public void testFullLists() {
        int count = DuplicateList.MAX_IDS + between(0, 2) * between(1, 9);
        List<IndexRequest> pages = new ArrayList<>();
        TreeSet<String> expected = new TreeSet<>();
        for (int i = 0; i < count; i++) {
            pages.add(page("pages", "page" + i, Map.of("canonical", false, "verified", true, "relation", "near")));
            expected.add("page" + i);
        }
        put(pages);
        write(newLimitedBreaker(ByteSizeValue.ofMb(16)), () -> {});
        TreeSet<Object> listed = new TreeSet<>(list("duplicates-pages-uuid-0"));
        assertEquals(DuplicateList.MAX_IDS, listed.size());
        if (count > DuplicateList.MAX_IDS) {
            listed.addAll(list("duplicates-pages-uuid-1"));
        } else {
            assertNull(list("duplicates-pages-uuid-1"));
        }
        assertEquals(expected, listed);
        assertNull("there are none", list("same-pages-uuid-0"));
    }

    public void testCancelled() {
        put(List.of(page("pages", "page", Map.of("canonical", false, "verified", true))));
        assertThrows(
                TaskCancelledException.class,
                () -> write(newLimitedBreaker(ByteSizeValue.ofKb(1)), () -> {
                    throw new TaskCancelledException("cancelled");
                }));
        assertNull(list("duplicates-pages-uuid-0"));
    }
}
