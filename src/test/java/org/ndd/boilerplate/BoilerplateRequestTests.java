package org.ndd.boilerplate;

import org.elasticsearch.test.ESTestCase;

public class BoilerplateRequestTests extends ESTestCase {

    public void testValidation() {
        new BoilerplateAction.Request("pages", "example.org");
        assertRejected(null, "example.org", "[index] must be given");
        assertRejected("pages", "", "[site] must be given");
    }

    private static void assertRejected(String index, String site, String message) {
        IllegalArgumentException e =
                expectThrows(IllegalArgumentException.class, () -> new BoilerplateAction.Request(index, site));
        assertEquals(message, e.getMessage());
    }
}
