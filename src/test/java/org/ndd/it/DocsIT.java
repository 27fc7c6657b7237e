package org.ndd.it;

import static org.ndd.Soon.assertSoon;

import com.carrotsearch.randomizedtesting.annotations.Name;
import com.carrotsearch.randomizedtesting.annotations.ParametersFactory;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.stream.Stream;
import org.elasticsearch.client.Request;
import org.elasticsearch.client.RequestOptions;
import org.elasticsearch.client.Response;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.json.JsonXContent;

/**
 * Runs the requests of the documentation: every {@code console} block of {@code README.md} and of the pages below {@code docs}, in order,
 * each page as one test on an empty cluster. See {@link DocsPage} for the format of blocks.
 */
public class DocsIT extends NddRestTestCase {

    private final Path page;

    public DocsIT(@Name("page") String name, Path page) {
        this.page = page;
    }

    @ParametersFactory(argumentFormatting = "%s")
    public static Iterable<Object[]> pages() throws IOException {
        Path project = projectDirectory();
        List<Path> pages = new ArrayList<>();
        if (Files.exists(project.resolve("README.md"))) {
            pages.add(project.resolve("README.md"));
        }
        try (Stream<Path> docs = Files.walk(project.resolve("docs"))) {
            docs.filter(file -> file.toString().endsWith(".md")).sorted().forEach(pages::add);
        }
        List<Object[]> parameters = new ArrayList<>();
        for (Path page : pages) {
            if (DocsPage.read(page).isEmpty() == false) {
                parameters.add(new Object[] {project.relativize(page).toString(), page});
            }
        }
        if (parameters.isEmpty()) {
            throw new IllegalStateException("no page of the documentation has a console block");
        }
        return parameters;
    }

    public void test() throws Exception {
        Map<String, String> kept = new LinkedHashMap<>();
        for (DocsRequest written : DocsPage.read(page)) {
            DocsRequest request = written;
            for (Map.Entry<String, String> value : kept.entrySet()) {
                request = request.with(value.getKey(), value.getValue());
            }
            Map<String, Object> actual = actual(request);
            if (request.set() != null) {
                Object value = XContentMapValues.extractValue(request.set().left(), actual);
                assertNotNull(at(request) + "no [" + request.set().left() + "] in " + actual, value);
                kept.put(request.set().right(), String.valueOf(only(value)));
            }
        }
    }

    private Map<String, Object> actual(DocsRequest request) throws Exception {
        if (request.until() == null) {
            return perform(request);
        }
        List<Map<String, Object>> last = new ArrayList<>();
        assertSoon(() -> {
            Map<String, Object> actual = perform(request);
            Object value = XContentMapValues.extractValue(request.until().left(), actual);
            assertEquals(at(request) + actual, request.until().right(), String.valueOf(only(value)));
            last.add(actual);
        });
        return last.get(0);
    }

    /** The element of a list with one element. */
    private static Object only(Object value) {
        return value instanceof List<?> list && list.size() == 1 ? list.get(0) : value;
    }

    private Map<String, Object> perform(DocsRequest written) throws IOException {
        Request request = new Request(written.method(), written.endpoint());
        if (written.body().isEmpty() == false) {
            request.setJsonEntity(written.body());
        }
        Response response = perform(request, RequestOptions.DEFAULT.toBuilder());
        String text = new String(body(response), StandardCharsets.UTF_8);
        int status = response.getStatusLine().getStatusCode();
        if (written.status() == 0) {
            assertTrue(at(written) + "status [" + status + "]: " + text, status < 400);
        } else {
            assertEquals(at(written) + text, written.status(), status);
        }
        Map<String, Object> actual =
                text.startsWith("{") ? XContentHelper.convertToMap(JsonXContent.jsonXContent, text, true) : Map.of();
        if (written.isBulk()) {
            assertEquals(at(written) + text, false, actual.get("errors"));
        }
        if (written.result() != null) {
            String difference = difference(written, text);
            assertNull(at(written) + difference + " in " + text, difference);
        }
        return actual;
    }

    /** Compares NDJSON line by line, and CSV cell by cell. */
    private static String difference(DocsRequest written, String text) throws IOException {
        return text.startsWith("{")
                ? written.matcher().difference("answer", objects(written.result()), objects(text))
                : written.matcher().difference("answer", cells(written.result()), cells(text));
    }

    private static List<Object> cells(String csv) {
        List<Object> lines = new ArrayList<>();
        csv.lines()
                .forEach(line -> lines.add(Stream.of(line.split(",", -1))
                        .<Object>map(cell -> cell.matches("[0-9.]*[0-9]") ? Double.valueOf(cell) : cell)
                        .toList()));
        return lines;
    }

    private static List<Object> objects(String text) throws IOException {
        List<Object> objects = new ArrayList<>();
        try (XContentParser parser = JsonXContent.jsonXContent.createParser(XContentParserConfiguration.EMPTY, text)) {
            while (parser.nextToken() != null) {
                objects.add(parser.mapOrdered());
            }
        }
        return objects;
    }

    private String at(DocsRequest request) {
        return page.getFileName() + ", line " + request.line() + " [" + request.method() + " " + request.endpoint()
                + "]: ";
    }
}
