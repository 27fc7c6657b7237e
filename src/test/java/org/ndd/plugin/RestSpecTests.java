package org.ndd.plugin;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.test.rest.FakeRestChannel;
import org.elasticsearch.test.rest.FakeRestRequest;
import org.elasticsearch.test.rest.RestActionTestCase;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.XContentType;
import org.junit.Before;
import org.ndd.it.NddRestTestCase;

/** Compares the REST specification with the handlers and the reference: every path has a handler that accepts every parameter. */
public class RestSpecTests extends RestActionTestCase {

    /** Bodies of requests that require one. Others are sent without a body. */
    private static final Map<String, String> BODIES = Map.of(
            "ndd.analyze", "{\"text\":\"x\"}",
            "ndd.check", "{\"ids\":[\"1\"]}",
            "ndd.compare", "{\"a\":{\"text\":\"x\"},\"b\":{\"text\":\"y\"}}",
            "ndd.delete_decisions", "{\"decisions\":[{\"a\":\"1\",\"b\":\"2\"}]}",
            "ndd.evaluate", "{\"pairs\":[{\"a\":\"1\",\"b\":\"2\",\"duplicate\":true}]}",
            "ndd.preview_job", "{\"source\":{\"index\":\"x\"}}",
            "ndd.put_decisions", "{\"decisions\":[{\"a\":\"1\",\"b\":\"2\",\"decision\":\"duplicates\"}]}",
            "ndd.put_job", "{\"source\":{\"index\":\"x\"}}",
            "ndd.undo_delete", "{\"backup\":\"x\"}",
            "ndd.update_job", "{\"frequency\":\"5m\"}");

    /** Parameters that are read only in combination with others. */
    private static final Map<String, Map<String, String>> ONLY_WITH = Map.of("ndd.groups:relation", Map.of("doc", "x"));

    /** Parameters of all requests, and {@code ignore_throttled}, a deprecated parameter of Elasticsearch. */
    private static final Set<String> COMMON = Set.of(
            "error_trace",
            "filter_path",
            "format",
            "human",
            "ignore_throttled",
            "pretty",
            "source",
            "source_content_type");

    /** Parameters that a handler reads only to reject them. */
    private static final Map<String, Set<String>> REJECTED = Map.of("ndd.group", Set.of("doc"));

    private static final Pattern HEADING = Pattern.compile("(?m)^#{2,3} (.+)$");
    /** A link to another page of the reference. */
    private static final Pattern LINK = Pattern.compile("\\]\\(([a-z-]+\\.md)");

    @Before
    public void registerHandlers() {
        new NddPlugin().restHandlers(Settings.EMPTY).forEach(controller()::registerHandler);
        verifyingClient.setExecuteLocallyVerifier((action, request) -> AcknowledgedResponse.TRUE);
        verifyingClient.setExecuteVerifier((action, request) -> AcknowledgedResponse.TRUE);
    }

    private static Map<String, Map<String, Object>> specs() throws IOException {
        Map<String, Map<String, Object>> specs = new TreeMap<>();
        try (Stream<Path> files = Files.list(NddRestTestCase.projectDirectory().resolve("rest-api-spec/api"))) {
            for (Path file : files.toList()) {
                String name = file.getFileName().toString().replace(".json", "");
                try (InputStream in = Files.newInputStream(file);
                        XContentParser parser =
                                XContentType.JSON.xContent().createParser(XContentParserConfiguration.EMPTY, in)) {
                    specs.put(name, object(parser.map().get(name)));
                }
            }
        }
        return specs;
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> object(Object value) {
        return (Map<String, Object>) value;
    }

    /** A parameter may apply to one of several paths only. */
    public void testHandlersAcceptAllParameters() throws IOException {
        List<String> unknown = new ArrayList<>();
        for (Map.Entry<String, Map<String, Object>> spec : specs().entrySet()) {
            Map<String, String> values = new TreeMap<>();
            Map<String, String> required = new TreeMap<>();
            if (spec.getValue().get("params") instanceof Map<?, ?> params) {
                params.forEach((name, of) -> values.put((String) name, value(object(of))));
                values.forEach((name, value) -> {
                    if (Boolean.TRUE.equals(object(params.get(name)).get("required"))) {
                        required.put(name, value);
                    }
                });
            }
            Set<String> recognized = new TreeSet<>();
            for (Object one : (List<?>) object(spec.getValue().get("url")).get("paths")) {
                String path = path(one);
                for (Object named : (List<?>) object(one).get("methods")) {
                    RestRequest.Method method = RestRequest.Method.valueOf((String) named);
                    String typed = response(spec.getKey(), path, method, and(required, "no_such_parameter", "x"));
                    assertThat(spec.getKey() + " has a handler", typed, containsString("unrecognized parameter"));
                    values.forEach((name, value) -> {
                        String response = response(
                                spec.getKey(),
                                path,
                                method,
                                and(ONLY_WITH.getOrDefault(spec.getKey() + ":" + name, required), name, value));
                        if (response.contains("unrecognized parameter") == false) {
                            recognized.add(name);
                        }
                    });
                }
            }
            values.keySet().stream()
                    .filter(name -> recognized.contains(name) == false)
                    .forEach(name -> unknown.add(spec.getKey() + ": " + name));
        }
        assertEquals("parameters that no handler accepts", List.of(), unknown);
    }

    public void testEachRouteHasASpec() throws IOException {
        Set<String> specified = new TreeSet<>();
        for (Map<String, Object> spec : specs().values()) {
            for (Object one : (List<?>) object(spec.get("url")).get("paths")) {
                for (Object method : (List<?>) object(one).get("methods")) {
                    assertTrue(specified.add(method + " " + object(one).get("path")));
                }
            }
        }
        Set<String> routes = new TreeSet<>();
        new NddPlugin()
                .restHandlers(Settings.EMPTY)
                .forEach(handler ->
                        handler.routes().forEach(route -> routes.add(route.getMethod() + " " + route.getPath())));
        assertEquals(specified, routes);
    }

    private static final class Parameters extends HashMap<String, String> {

        private final Set<String> read = new TreeSet<>();

        Parameters(Map<String, String> values) {
            super(values);
        }

        @Override
        public String get(Object name) {
            read.add((String) name);
            return super.get(name);
        }

        @Override
        public boolean containsKey(Object name) {
            read.add((String) name);
            return super.containsKey(name);
        }
    }

    public void testSpecsHaveAllParameters() throws IOException {
        Map<String, Set<String>> missing = new TreeMap<>();
        for (Map.Entry<String, Map<String, Object>> spec : specs().entrySet()) {
            Set<String> read = new TreeSet<>();
            Set<String> known = new TreeSet<>(COMMON);
            known.addAll(REJECTED.getOrDefault(spec.getKey(), Set.of()));
            Map<String, String> required = new HashMap<>();
            if (spec.getValue().get("params") instanceof Map<?, ?> params) {
                params.forEach((name, of) -> {
                    known.add((String) name);
                    if (Boolean.TRUE.equals(object(of).get("required"))) {
                        required.put((String) name, value(object(of)));
                    }
                });
            }
            for (Object one : (List<?>) object(spec.getValue().get("url")).get("paths")) {
                if (object(one).get("parts") instanceof Map<?, ?> parts) {
                    parts.keySet().forEach(name -> known.add((String) name));
                }
                for (Object method : (List<?>) object(one).get("methods")) {
                    Parameters parameters = new Parameters(required);
                    response(spec.getKey(), path(one), RestRequest.Method.valueOf((String) method), parameters);
                    read.addAll(parameters.read);
                }
            }
            read.removeAll(known);
            read.removeIf(name -> name.startsWith("rest.exception."));
            if (read.isEmpty() == false) {
                missing.put(spec.getKey(), read);
            }
        }
        assertEquals("parameters that handlers read, and their specifications do not have", Map.of(), missing);
    }

    /** Returns a path with values in the place of its parameters. */
    private static String path(Object one) {
        return ((String) object(one).get("path"))
                .replace("{file}", "style.css")
                .replace("{task_id}", "node:1")
                .replaceAll("\\{[a-z_]+}", "x");
    }

    private static Map<String, String> and(Map<String, String> some, String name, String value) {
        Map<String, String> all = new HashMap<>(some);
        all.put(name, value);
        return all;
    }

    private static String value(Map<String, Object> param) {
        if (param.get("options") instanceof List<?> options) {
            return (String) options.get(0);
        }
        if (param.get("default") != null) {
            return String.valueOf(param.get("default"));
        }
        return switch ((String) param.get("type")) {
            case "boolean" -> "true";
            case "number", "int", "long" -> "1";
            case "time" -> "1s";
            default -> "x";
        };
    }

    private String response(String name, String path, RestRequest.Method method, Map<String, String> params) {
        FakeRestRequest.Builder builder = new FakeRestRequest.Builder(xContentRegistry())
                .withPath(path)
                .withMethod(method)
                .withParams(params);
        if (BODIES.containsKey(name)) {
            builder.withContent(new BytesArray(BODIES.get(name)), XContentType.JSON);
        }
        FakeRestRequest request = builder.build();
        FakeRestChannel channel = new FakeRestChannel(request, true);
        controller().dispatchRequest(request, channel, new ThreadContext(Settings.EMPTY));
        request.getHttpChannel().close();
        return channel.capturedResponse() == null
                ? ""
                : channel.capturedResponse().content().utf8ToString();
    }

    /** The page of the reference has the heading of the URL, all paths, and the parameters; common parameters may be on a linked page. */
    public void testReferenceDocumentsEachApi() throws IOException {
        Path project = NddRestTestCase.projectDirectory();
        List<String> wrong = new ArrayList<>();
        for (Map.Entry<String, Map<String, Object>> spec : specs().entrySet()) {
            String url = (String) object(spec.getValue().get("documentation")).get("url");
            String[] parts = url.split("#");
            Path file = project.resolve(parts[0]);
            if (Files.exists(file) == false) {
                wrong.add(spec.getKey() + ": " + url);
                continue;
            }
            String page = Files.readString(file);
            if (parts.length == 2 && headings(page).contains(parts[1]) == false) {
                wrong.add(spec.getKey() + ": " + url);
            }
            for (Object path : (List<?>) object(spec.getValue().get("url")).get("paths")) {
                if (page.contains((String) object(path).get("path")) == false) {
                    wrong.add(spec.getKey() + ": " + object(path).get("path") + " is not on its page");
                }
            }
            String all = withLinked(file, page);
            if (spec.getValue().get("params") instanceof Map<?, ?> params) {
                for (Object name : params.keySet()) {
                    if (Pattern.compile("`[^`\n]*\\b" + name + "\\b[^`\n]*`")
                                    .matcher(all)
                                    .find()
                            == false) {
                        wrong.add(spec.getKey() + ": parameter " + name + " is not on its page");
                    }
                }
            }
        }
        assertEquals("documentation that does not exist", List.of(), wrong);
    }

    private static List<String> headings(String page) {
        return HEADING.matcher(page)
                .results()
                .map(heading -> heading.group(1).toLowerCase(Locale.ROOT).replace(' ', '-'))
                .toList();
    }

    private static String withLinked(Path file, String page) throws IOException {
        StringBuilder all = new StringBuilder(page);
        for (Matcher link = LINK.matcher(page); link.find(); ) {
            all.append(Files.readString(file.resolveSibling(link.group(1))));
        }
        return all.toString();
    }
}
