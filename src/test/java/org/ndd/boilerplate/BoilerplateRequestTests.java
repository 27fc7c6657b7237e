package org.ndd.boilerplate;

import org.elasticsearch.test.ESTestCase;

public class BoilerplateRequestTests extends ESTestCase {

    public void testValidation() {
        assertNull(new BoilerplateAction.Request("pages", "example.org").validate());
        assertEquals(
                "Validation Failed: 1: [index] must be given;2: [site] must be given;",
                new BoilerplateAction.Request(null, "").validate().getMessage());
    }
}
