package org.ndd.boilerplate;

import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.test.AbstractWireSerializingTestCase;

public class BoilerplateRequestTests extends AbstractWireSerializingTestCase<BoilerplateRequest> {

    @Override
    protected Writeable.Reader<BoilerplateRequest> instanceReader() {
        return BoilerplateRequest::new;
    }

    @Override
    protected BoilerplateRequest createTestInstance() {
        return new BoilerplateRequest(randomAlphaOfLength(5), randomAlphaOfLength(8));
    }

    @Override
    protected BoilerplateRequest mutateInstance(BoilerplateRequest instance) {
        return randomBoolean()
                ? new BoilerplateRequest(instance.indices()[0] + "x", instance.site())
                : new BoilerplateRequest(instance.indices()[0], instance.site() + "x");
    }

    public void testValidation() {
        assertNull(new BoilerplateRequest("pages", "example.org").validate());
        assertEquals(
                "Validation Failed: 1: [index] must be given;2: [site] must be given;",
                new BoilerplateRequest(null, "").validate().getMessage());
    }
}
