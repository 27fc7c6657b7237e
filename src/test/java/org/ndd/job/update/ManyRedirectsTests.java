package org.ndd.job.update;

import java.io.IOException;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.action.bulk.BulkRequest;
import org.elasticsearch.action.index.IndexRequest;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.ndd.config.LimitedServices;
import org.ndd.config.NodeServices;

/** If a document moves to another group, the thousands of documents that redirect to it move atomically. */
public class ManyRedirectsTests extends RedirectedGroupsTestCase {

    private static final int MANY = 2_500;

    private void redirects() {
        BulkRequest bulk = new BulkRequest();
        for (int i = 0; i < MANY; i++) {
            String id = "old" + i;
            there.add(id);
            bulk.add(new IndexRequest(INDEX).id(id).source(Map.of("url", url(id), "moved_to", "target")));
        }
        assertFalse(client().bulk(bulk).actionGet().hasFailures());
    }

    private void update(CircuitBreaker breaker) throws IOException {
        NodeServices services = LimitedServices.of(internalCluster().getInstance(NodeServices.class), breaker);
        try {
            startedWith(services, changedPages(), request(withRedirects("")), new GroupUpdate.Step(++checkpoint, 0))
                    .actionGet();
        } finally {
            assertEquals("all memory is released", 0, breaker.getUsed());
        }
    }

    /** The fields that users see, without those of the texts. */
    private Map<String, String> groupOf() {
        Map<String, String> groups = new HashMap<>();
        documents(run).forEach((page, document) -> groups.put(page, display(document.canonical())));
        return groups;
    }

    public void testManyRedirectsFollowAtomically() throws IOException {
        create(1);
        page("a", text(stories.get(0)));
        page("a-copy", text(stories.get(0)));
        page("b", text(stories.get(1)));
        page("b-copy", text(stories.get(1)));
        page("target", text(stories.get(0)));
        redirects();
        begin();
        Map<String, String> before = groupOf();
        page("target", text(stories.get(1)));
        expectThrows(CircuitBreakingException.class, () -> update(newLimitedBreaker(ByteSizeValue.ofMb(8))));
        assertEquals(before, groupOf());
        assertInvariants(run);
        update(newLimitedBreaker(ByteSizeValue.ofMb(25)));
        changed.clear();
        assertInvariants(run);
        assertEquals(MANY + 3, groups().stream().mapToInt(Set::size).max().orElse(0));
        assertEquals("target", targets(documents(run)).get("old" + (MANY - 1)));
        delete("target");
        update(newLimitedBreaker(ByteSizeValue.ofMb(25)));
        changed.clear();
        assertInvariants(run);
        assertEquals(Set.of(Set.of("a", "a-copy"), Set.of("b", "b-copy")), groups());
    }
}
