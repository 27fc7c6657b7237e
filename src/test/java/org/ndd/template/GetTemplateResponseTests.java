package org.ndd.template;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.stream.LongStream;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.test.AbstractWireSerializingTestCase;
import org.elasticsearch.xcontent.ToXContent;
import org.elasticsearch.xcontent.XContentFactory;
import org.elasticsearch.xcontent.XContentType;
import org.ndd.core.template.LineHash;
import org.ndd.core.template.SiteTemplate;
import org.ndd.core.template.TemplateLine;

public class GetTemplateResponseTests extends AbstractWireSerializingTestCase<GetTemplateAction.Response> {

    /** A template of some random lines. */
    static StoredTemplate randomTemplate(String site) {
        List<TemplateLine> lines = new ArrayList<>();
        for (int i = between(0, 20); i > 0; i--) {
            String text = randomRealisticUnicodeOfCodepointLengthBetween(1, 300);
            lines.add(new TemplateLine(
                    LineHash.of(text), randomFrom(SiteTemplate.Level.values()), between(8, 500), text));
        }
        long[] fingerprints = random().longs(between(0, 5)).distinct().toArray();
        return new StoredTemplate(
                new SiteTemplate(site, lines, fingerprints), between(10, 500), randomNonNegativeLong());
    }

    @Override
    protected Writeable.Reader<GetTemplateAction.Response> instanceReader() {
        return GetTemplateAction.Response::new;
    }

    @Override
    protected GetTemplateAction.Response createTestInstance() {
        return new GetTemplateAction.Response(randomTemplate(randomAlphaOfLength(8)));
    }

    @Override
    protected GetTemplateAction.Response mutateInstance(GetTemplateAction.Response instance) {
        StoredTemplate template = instance.template();
        return new GetTemplateAction.Response(
                switch (between(0, 2)) {
                    case 0 -> new StoredTemplate(template.template(), template.pages() + 1, template.learnedAt());
                    case 1 -> new StoredTemplate(template.template(), template.pages(), template.learnedAt() ^ 1);
                    default ->
                        new StoredTemplate(
                                randomBoolean()
                                        ? new SiteTemplate(
                                                template.template().site() + "x",
                                                template.template().lines(),
                                                template.template().fingerprints())
                                        : new SiteTemplate(
                                                template.template().site(),
                                                template.template().lines(),
                                                LongStream.concat(
                                                                Arrays.stream(template.template()
                                                                        .fingerprints()),
                                                                LongStream.of(randomLong()))
                                                        .toArray()),
                                template.pages(),
                                template.learnedAt());
                });
    }

    public void testDocumentRoundTrip() throws Exception {
        StoredTemplate template = randomTemplate("example.org");
        BytesReference json =
                BytesReference.bytes(template.toXContent(XContentFactory.jsonBuilder(), ToXContent.EMPTY_PARAMS));
        StoredTemplate read = StoredTemplate.fromSource(
                XContentHelper.convertToMap(json, false, XContentType.JSON).v2());
        assertEquals(template, read);
        assertArrayEquals(template.template().fingerprints(), read.template().fingerprints());
        assertEquals(
                "masks the same", template.template().version(), read.template().version());
    }

    public void testDocumentsOfOthersAreRefused() {
        IllegalStateException e =
                expectThrows(IllegalStateException.class, () -> StoredTemplate.fromSource(Map.of("format", 2)));
        assertTrue(e.getMessage(), e.getMessage().contains("must be of format [3], but was [2]"));
        e = expectThrows(IllegalStateException.class, () -> StoredTemplate.fromSource(Map.of("format", 3)));
        assertTrue(e.getMessage(), e.getMessage().contains("damaged"));
    }
}
