package org.ndd.it;

/** Nodes with {@code ndd.explorer.enabled: false} have no explorer, also for a user who may do everything. */
public class ExplorerOffIT extends FailoverTestCase {

    public void testThereIsNone() throws Exception {
        Answer answer = admin("GET", "/_ndd/explore", null);
        assertEquals(answer.text(), 404, answer.status());
    }
}
