package org.ndd.cli;

import java.io.ByteArrayOutputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.json.JsonXContent;

/** Documents of a few lines for tests of commands, and the output of {@code group} for them. */
abstract class CommandTestCase extends ESTestCase {

    static final String STORM = "The harbour of Norrvik was closed on Tuesday because of the storm. "
            + "Forty ships wait in the bay until the wind goes down, the harbour master says. "
            + "Nobody was hurt, but two piers and a crane were damaged by the waves.";
    static final String SNOW = "Snow fell in the mountains for the first time in this year. "
            + "Three passes are closed, and the railway sends its trains over the southern line.";

    static String document(String id, String text, String more) {
        return "{\"id\": \"" + id + "\", \"body\": \"" + text + "\"" + more + "}\n";
    }

    static final String DOCUMENTS = document("storm", STORM, ", \"views\": 3, \"day\": \"2025-03-04\"")
            + document("wire", "By our correspondent. " + STORM, ", \"views\": [1, 5]")
            + document("snow", SNOW, "");

    static String file(String content) throws IOException {
        return Files.writeString(createTempFile(), content).toString();
    }

    static byte[] compressed(String content) throws IOException {
        ByteArrayOutputStream bytes = new ByteArrayOutputStream();
        try (GZIPOutputStream out = new GZIPOutputStream(bytes)) {
            out.write(content.getBytes(StandardCharsets.UTF_8));
        }
        return bytes.toByteArray();
    }

    static CommandLine group(String documents, String... options) throws IOException {
        List<String> args = new ArrayList<>(List.of("group", "--field", "body", file(documents)));
        args.addAll(List.of(options));
        return CommandLine.run(args.toArray(String[]::new));
    }

    static List<Map<String, Object>> lines(String ndjson) {
        return ndjson.lines()
                .map(line -> XContentHelper.convertToMap(JsonXContent.jsonXContent, line, false))
                .toList();
    }

    static Map<Object, Object> canonicals(CommandLine printed) {
        return lines(printed.out()).stream()
                .collect(Collectors.toMap(
                        line -> ((Map<?, ?>) line.get("doc")).get("id"), line -> line.get("canonical_id")));
    }

    static void assertFails(String message, CommandLine printed) {
        assertEquals(printed.err(), "ndd: " + message + "\n", printed.err());
        assertEquals(Ndd.FAILED, printed.code());
        assertEquals("", printed.out());
    }
}
