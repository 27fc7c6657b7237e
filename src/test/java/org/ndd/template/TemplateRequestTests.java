package org.ndd.template;

import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.test.AbstractWireSerializingTestCase;

public class TemplateRequestTests extends AbstractWireSerializingTestCase<TemplateRequest> {

    @Override
    protected Writeable.Reader<TemplateRequest> instanceReader() {
        return TemplateRequest::new;
    }

    @Override
    protected TemplateRequest createTestInstance() {
        return new TemplateRequest(randomAlphaOfLength(5), randomAlphaOfLength(8));
    }

    @Override
    protected TemplateRequest mutateInstance(TemplateRequest instance) {
        return randomBoolean()
                ? new TemplateRequest(instance.indices()[0] + "x", instance.site())
                : new TemplateRequest(instance.indices()[0], instance.site() + "x");
    }

    public void testValidation() {
        assertNull(new TemplateRequest("pages", "example.org").validate());
        assertEquals(
                "Validation Failed: 1: [index] must be given;2: [site] must be given;",
                new TemplateRequest(null, "").validate().getMessage());
    }
}
