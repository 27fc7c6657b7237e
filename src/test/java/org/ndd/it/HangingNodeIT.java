package org.ndd.it;

import static org.ndd.Soon.assertSoon;

import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.client.Node;
import org.junit.After;

/** A coordinating node that is suspended and later resumes with outdated state neither blocks nor corrupts its run. */
public class HangingNodeIT extends FailoverTestCase {

    private String hanging;

    /** The clients of the test use only the other nodes: a suspended node accepts requests and does not respond. */
    private void hang(String node) throws Exception {
        nodes.hang(node);
        hanging = node;
        List<Node> others = nodes.otherHosts(node).stream().map(Node::new).toList();
        client().setNodes(others);
    }

    @After
    public void resume() throws Exception {
        if (hanging != null) {
            nodes.resume(hanging);
            hanging = null;
            // until it rejoins, it responds from an outdated cluster state, so the other nodes are requested
            assertGreen();
            client().setNodes(nodes.otherHosts("").stream().map(Node::new).toList());
        }
    }

    public void testRunContinuesWhileCoordinatorIsSuspended() throws Exception {
        index("pages", true);
        String oracle = complete("pages", "{\"dest\":{\"index\":\"pages-ndd-oracle\"}}");
        TextResponse started =
                admin("POST", "/pages/_ndd/partition" + HOLD_STEP, "{\"dest\":{\"index\":\"pages-ndd-hung\"}}");
        String run = (String) started.ok().get("id");
        assertIn("decide", run);
        String leader = leader(run);

        hang(leader);
        assertSoon(() -> assertNotEquals(leader, leader(run)), 2, TimeUnit.MINUTES);
        assertIn("decide", run);
        speed(run, "-1");
        assertEquals(report(run).toString(), "completed", ended(run));
        List<String> expected = lines(oracle, "pages");
        assertEquals(expected, lines(run, "pages"));
        Map<String, Object> report = report(run);

        resume();
        // its state belongs to an earlier attempt: it writes nothing and releases everything
        assertSoon(() -> {
            TextResponse tasks = admin("GET", "/_tasks?actions=*ndd/partition*&group_by=none", null);
            assertEquals(tasks.text(), List.of(), tasks.ok().get("tasks"));
        });
        assertEquals("completed", report(run).get("state"));
        assertEquals(report.get("groups"), report(run).get("groups"));
        assertEquals(report.get("took"), report(run).get("took"));
        assertEquals(expected, lines(run, "pages"));
    }
}
