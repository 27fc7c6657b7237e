package org.ndd.it;

import static org.hamcrest.MatcherAssert.assertThat;
import static org.hamcrest.Matchers.containsString;
import static org.junit.Assert.assertEquals;
import static org.junit.Assert.assertTrue;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.elasticsearch.client.Response;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.xcontent.json.JsonXContent;

/**
 * A response over HTTP.
 *
 * @param text the body
 * @param warnings warnings in the headers
 */
public record TextResponse(int status, String text, List<String> warnings) {

    public static TextResponse of(Response response) throws IOException {
        return new TextResponse(
                response.getStatusLine().getStatusCode(),
                new String(NddRestTestCase.body(response), StandardCharsets.UTF_8),
                response.getWarnings());
    }

    public Object get(String path) {
        return XContentMapValues.extractValue(path, map());
    }

    public Map<String, Object> map() {
        return XContentHelper.convertToMap(JsonXContent.jsonXContent, text, true);
    }

    public TextResponse ok() {
        assertTrue("[" + status + "]: " + text, status < 300);
        return this;
    }

    public void rejected(int expected, String message) {
        assertEquals(text, expected, status);
        assertThat(XContentMapValues.extractValue("error", map()).toString(), containsString(message));
    }

    /** Asserts an authorization error that names the user, the action, and the privilege that would grant it. */
    public TextResponse rejected(String user, String action) {
        assertEquals(text, 403, status);
        assertThat(text, containsString("action [" + action));
        assertThat(text, containsString("is unauthorized for user [" + user + "]"));
        return this;
    }

    /** Index and id of the hits of a search, sorted. */
    public TreeSet<String> hits() {
        ok();
        assertEquals(text, 0, get("_shards.failed"));
        TreeSet<String> hits = new TreeSet<>();
        for (Object hit : (List<?>) get("hits.hits")) {
            assertTrue(hits.add(((Map<?, ?>) hit).get("_index") + " " + ((Map<?, ?>) hit).get("_id")));
        }
        return hits;
    }
}
