package org.ndd.it.yaml;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.XContentType;

/** A response: its body is a map, a list, a text, or for HEAD whether the resource exists. */
public record YamlResponse(int status, Object body, List<String> warnings) {

    /** Parses a body by its content type; other types than JSON are text. */
    public static YamlResponse of(String method, int status, String contentType, byte[] body, List<String> warnings)
            throws IOException {
        if (method.equals("HEAD")) {
            return new YamlResponse(status, status < 400, warnings);
        }
        return new YamlResponse(status, parse(contentType, body), warnings);
    }

    private static Object parse(String contentType, byte[] body) throws IOException {
        if (body.length == 0 || contentType.toLowerCase(Locale.ROOT).contains("json") == false) {
            return new String(body, StandardCharsets.UTF_8);
        }
        try (XContentParser parser =
                XContentType.JSON.xContent().createParser(XContentParserConfiguration.EMPTY, body)) {
            if (contentType.contains("ndjson")) {
                List<Object> lines = new ArrayList<>();
                while (parser.nextToken() != null) {
                    lines.add(parser.mapOrdered());
                }
                return lines;
            }
            return parser.nextToken() == XContentParser.Token.START_ARRAY
                    ? parser.listOrderedMap()
                    : parser.mapOrdered();
        }
    }

    /** A HEAD response with status 404 is a result, not an error. */
    boolean isError() {
        return status >= 400 && body instanceof Boolean == false;
    }
}
