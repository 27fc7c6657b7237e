package org.ndd.it;

/** Nodes with {@code ndd.explorer.enabled: false} do not serve the explorer, even to users with all privileges. */
public class ExplorerOffIT extends FailoverTestCase {

    public void testNotFound() throws Exception {
        Answer answer = admin("GET", "/_ndd/explore", null);
        assertEquals(answer.text(), 404, answer.status());
    }
}
