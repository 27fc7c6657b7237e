package org.ndd.groups;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;
import static org.ndd.Soon.answer;

import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.IntStream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.get.GetRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.action.support.WriteRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.FilterClient;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.breaker.NoopCircuitBreaker;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.junit.Before;

/** Updates of lists of duplicates. */
public class DuplicateListUpdatesTests extends ESSingleNodeTestCase {

    private static final String RUN = "run";

    /** Ids of the lists that were read completely, in order. */
    private final List<String> read = new ArrayList<>();

    @Before
    public void createRun() {
        assertAcked(indicesAdmin().prepareCreate(RUN).setMapping("duplicates", "type=keyword,doc_values=false"));
    }

    private void list(int number, List<String> ids) {
        client().index(new IndexRequest(RUN)
                        .id("duplicates-uuid-" + number)
                        .source(Map.of("duplicates", ids))
                        .setRefreshPolicy(WriteRequest.RefreshPolicy.IMMEDIATE))
                .actionGet();
    }

    private Object list(int number) {
        return client().prepareGet(RUN, "duplicates-uuid-" + number)
                .get()
                .getSourceAsMap()
                .get("duplicates");
    }

    private static GroupDocument document(String id, boolean duplicate) {
        return new GroupDocument(
                "key-" + id,
                Map.of(
                        "doc",
                        Map.of("index", "pages", "index_uuid", "uuid", "id", id),
                        "verified",
                        true,
                        "canonical",
                        duplicate == false));
    }

    private static GroupChange added(String id) {
        return new GroupChange(null, document(id, true));
    }

    private static GroupChange removed(String id) {
        return new GroupChange(document(id, true), document(id, false));
    }

    private void write(CircuitBreaker breaker, GroupChange... changes) {
        read.clear();
        Client client = new FilterClient(client()) {
            @Override
            protected <Request extends ActionRequest, Response extends ActionResponse> void doExecute(
                    ActionType<Response> action, Request request, ActionListener<Response> listener) {
                if (request instanceof GetRequest get
                        && (get.fetchSourceContext() == null
                                || get.fetchSourceContext().fetchSource())) {
                    read.add(get.id());
                }
                super.doExecute(action, request, listener);
            }
        };
        DuplicateListUpdates lists = new DuplicateListUpdates(client, breaker, RUN, List.of());
        lists.add(List.of(changes));
        answer(lists::write);
        indicesAdmin().prepareRefresh(RUN).get();
    }

    private void write(GroupChange... changes) {
        write(new NoopCircuitBreaker("test"), changes);
    }

    public void testReadsOnlyChangedLists() {
        for (int i = 0; i < 9; i++) {
            list(i, List.of("a" + i, "b" + i));
        }
        write(removed("a4"), removed("b6"), added("new"));
        assertEquals(List.of("duplicates-uuid-4", "duplicates-uuid-6"), read);
        assertEquals(List.of("b4", "new"), list(4));
        assertEquals(List.of("a6"), list(6));
        write(added("other"));
        assertEquals(List.of("duplicates-uuid-8"), read);
        assertEquals(List.of("a8", "b8", "other"), list(8));
        write(added("new"));
        assertEquals("a repeated update", List.of("duplicates-uuid-4"), read);
        assertEquals(List.of("b4", "new"), list(4));
        write(removed("unknown"));
        assertEquals(List.of(), read);
    }

    public void testAppendsToLastOfManyLists() {
        int last = DuplicateListReader.MAX_LISTS + 1;
        for (int i = 0; i <= last; i++) {
            list(i, List.of("a" + i));
        }
        write(added("new"));
        assertEquals(List.of("duplicates-uuid-" + last), read);
        assertEquals(List.of("a" + last, "new"), list(last));
    }

    public void testStartsNewListIfFull() {
        write(added("first"));
        assertEquals(List.of("first"), list(0));
        List<String> full =
                IntStream.range(0, 1 << 16).mapToObj(i -> "full" + i).toList();
        list(0, full);
        write(added("more"), added("and more"));
        assertEquals(full, list(0));
        assertEquals(List.of("and more", "more"), list(1));
        expectThrows(
                CircuitBreakingException.class,
                () -> write(newLimitedBreaker(ByteSizeValue.ofMb(3)), removed("full7")));
        CircuitBreaker breaker = newLimitedBreaker(ByteSizeValue.ofMb(8));
        write(breaker, removed("full7"), added("in its place"));
        assertEquals("all memory is released", 0, breaker.getUsed());
        assertTrue(((List<?>) list(0)).contains("in its place"));
    }
}
