package org.ndd.plugin;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.NamedWriteableAwareStreamInput;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchModule;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.usage.UsageService;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.compat.NddVersion;

/** Searches during a rolling upgrade: a shard on a node of another version rejects requests that it might misinterpret. */
public class SearchVersionTests extends ESTestCase {

    private static final List<String> SEARCHES = List.of(
            "{\"query\":{\"near_dup\":{\"like\":{\"text\":\"x\"}}}}",
            "{\"query\":{\"known_duplicates\":{\"dest\":{\"index\":\"pages-ndd\"}}}}",
            "{\"rescore\":{\"window_size\":10,\"near_dup\":{}}}",
            "{\"aggs\":{\"sets\":{\"near_dup\":{}}}}");

    private final SearchModule search = new SearchModule(Settings.EMPTY, List.of(new NddPlugin()));
    private final NamedWriteableRegistry writeables = new NamedWriteableRegistry(search.getNamedWriteables());

    @Override
    protected NamedXContentRegistry xContentRegistry() {
        return new NamedXContentRegistry(search.getNamedXContents());
    }

    private byte[] sent(String json) throws IOException {
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, json)) {
            SearchSourceBuilder source = new SearchSourceBuilder()
                    .parseXContent(parser, false, new UsageService().getSearchUsageHolder(), feature -> true);
            try (BytesStreamOutput out = new BytesStreamOutput()) {
                source.writeTo(out);
                return BytesReference.toBytes(out.bytes());
            }
        }
    }

    private SearchSourceBuilder received(byte[] bytes) throws IOException {
        try (StreamInput in = new NamedWriteableAwareStreamInput(new BytesArray(bytes).streamInput(), writeables)) {
            return new SearchSourceBuilder(in);
        }
    }

    public void testRejectsSearchesOfOtherVersion() throws IOException {
        for (String json : SEARCHES) {
            byte[] bytes = sent(json);
            assertNotNull(received(bytes));
            // one character per byte, so that all other bytes are unchanged
            String other = new String(bytes, StandardCharsets.ISO_8859_1).replace(NddVersion.CURRENT, "9.8.7");
            ElasticsearchStatusException e = expectThrows(
                    ElasticsearchStatusException.class,
                    json,
                    () -> received(other.getBytes(StandardCharsets.ISO_8859_1)));
            assertEquals(RestStatus.SERVICE_UNAVAILABLE, e.status());
            assertThat(e.getMessage(), containsString("but was [9.8.7] on the node that sent the request"));
        }
    }
}
