package org.ndd.pair;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.Map;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.json.JsonXContent;

/** Creates sources of pages as requests give them. */
public final class TestSources {

    private TestSources() {}

    public static PageSource of(Map<String, Object> typed) {
        try (XContentBuilder builder = JsonXContent.contentBuilder().map(typed);
                XContentParser parser = JsonXContent.jsonXContent.createParser(
                        XContentParserConfiguration.EMPTY,
                        BytesReference.bytes(builder).streamInput())) {
            parser.nextToken();
            return PageSource.fromXContent(parser);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
