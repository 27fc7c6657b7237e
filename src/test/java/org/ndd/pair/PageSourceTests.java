package org.ndd.pair;

import java.util.List;
import java.util.Map;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.test.AbstractWireSerializingTestCase;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.pair.InlinePage.InlineContent;

public class PageSourceTests extends AbstractWireSerializingTestCase<PageSource> {

    @Override
    protected Writeable.Reader<PageSource> instanceReader() {
        return PageSource::new;
    }

    @Override
    protected PageSource createTestInstance() {
        return switch (between(0, 3)) {
            case 0 ->
                new PageSource(
                        randomAlphaOfLength(4), randomAlphaOfLength(4), randomBoolean() ? null : "r", null, null, null);
            case 1 -> new PageSource(null, null, null, randomAlphaOfLength(9), null, null);
            case 2 ->
                new PageSource(
                        null,
                        null,
                        null,
                        new InlinePage(
                                new InlineContent(
                                        null,
                                        null,
                                        List.of("a text", "of two"),
                                        randomBoolean() ? null : randomFrom(Format.values())),
                                null,
                                randomBoolean() ? null : "a title",
                                randomBoolean() ? null : "a site",
                                Map.of("lang", List.of(randomAlphaOfLength(2), "x"))));
            default -> new PageSource(null, null, null, null, randomAlphaOfLength(9), "https://a.org/");
        };
    }

    @Override
    protected PageSource mutateInstance(PageSource instance) {
        return randomValueOtherThan(instance, this::createTestInstance);
    }
}
