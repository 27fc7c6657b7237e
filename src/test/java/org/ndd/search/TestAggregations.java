package org.ndd.search;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.HashMap;
import java.util.Map;
import java.util.function.Supplier;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.boilerplate.BoilerplateRegistry;

/** Creates aggregations as requests give them. */
final class TestAggregations {

    private TestAggregations() {}

    /** @param options names and values of options, alternating; a later value of an option replaces an earlier one */
    static NearDupAggregationBuilder dups(String name, Supplier<BoilerplateRegistry> registry, Object... options) {
        Map<String, Object> typed = new HashMap<>();
        for (int i = 0; i < options.length; i += 2) {
            typed.put((String) options[i], options[i + 1]);
        }
        try (XContentBuilder builder = JsonXContent.contentBuilder().map(typed);
                XContentParser parser = JsonXContent.jsonXContent.createParser(
                        XContentParserConfiguration.EMPTY,
                        BytesReference.bytes(builder).streamInput())) {
            return NearDupAggregationBuilder.parser(registry).parse(parser, name);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
