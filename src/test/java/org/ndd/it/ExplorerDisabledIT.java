package org.ndd.it;

/** Nodes with {@code ndd.explorer.enabled: false} do not serve the explorer, even to users with all privileges. */
public class ExplorerDisabledIT extends FailoverTestCase {

    public void testNotFound() throws Exception {
        TextResponse response = admin("GET", "/_ndd/explore", null);
        assertEquals(response.text(), 404, response.status());
    }
}
