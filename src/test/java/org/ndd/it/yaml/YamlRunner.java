package org.ndd.it.yaml;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.elasticsearch.common.Strings;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;

/**
 * Runs one section of a YAML test: setup, the section, teardown. Keywords: {@code do} (with {@code catch}, {@code headers},
 * {@code warnings}, {@code allowed_warnings}, {@code ignore}), {@code set}, and those of {@link Assertions}. An unknown keyword is an
 * error, so that no assertion is ignored.
 */
public final class YamlRunner {

    private static final Set<String> DO_WORDS =
            Set.of("catch", "headers", "warnings", "allowed_warnings", "node_selector");

    private static final Map<String, Integer> STATUS = Map.of(
            "bad_request",
            400,
            "unauthorized",
            401,
            "forbidden",
            403,
            "missing",
            404,
            "request_timeout",
            408,
            "conflict",
            409,
            "unavailable",
            503);

    private final ApiSpecs specs;
    private final ApiCall.Performer performer;
    private final Stash stash = new Stash();
    private YamlResponse last = new YamlResponse(200, "", List.of());

    public YamlRunner(ApiSpecs specs, ApiCall.Performer performer) {
        this.specs = specs;
        this.performer = performer;
    }

    /** Runs a section of a suite; a failed assertion is an {@link AssertionError} that names the step. */
    public void run(YamlSuite suite, YamlSection section) throws IOException {
        Throwable failure = null;
        try {
            steps(suite.setup());
            steps(section);
        } catch (Throwable t) {
            failure = t;
            throw t;
        } finally {
            try {
                steps(suite.teardown());
            } catch (Throwable t) {
                if (failure == null) {
                    throw t;
                }
                failure.addSuppressed(t);
            }
        }
    }

    private void steps(YamlSection section) throws IOException {
        int number = 0;
        for (Map.Entry<String, Object> step : section.steps()) {
            number++;
            try {
                step(step.getKey(), step.getValue());
            } catch (AssertionError | RuntimeException e) {
                throw new AssertionError(
                        String.format(
                                Locale.ROOT,
                                "section [%s], step %d %s: %s%nlast response: %s",
                                section.name(),
                                number,
                                step,
                                e.getMessage(),
                                Strings.cleanTruncate(String.valueOf(last), 4000)),
                        e);
            }
        }
    }

    private void step(String word, Object argument) throws IOException {
        if (word.equals("do")) {
            perform(map(argument));
        } else if (word.equals("set")) {
            map(argument).forEach((path, name) -> {
                Object value = BodyPath.evaluate(last.body(), path, stash);
                if (value == null) {
                    throw new AssertionError("[set] of [" + path + "]: nothing is there");
                }
                stash.put((String) name, value);
            });
        } else if (Assertions.WORDS.contains(word)) {
            new Assertions(last.body(), stash).check(word, argument);
        } else {
            throw new IllegalArgumentException("unknown step [" + word + "]");
        }
    }

    private void perform(Map<String, Object> step) throws IOException {
        Map<String, Object> api = new LinkedHashMap<>(step);
        api.keySet().removeAll(DO_WORDS);
        if (api.size() != 1) {
            throw new IllegalArgumentException("a [do] must call one API, but has " + api.keySet());
        }
        Map.Entry<String, Object> only = api.entrySet().iterator().next();
        Map<String, Object> arguments = only.getValue() == null ? Map.of() : map(stash.resolve(only.getValue()));
        arguments = new LinkedHashMap<>(arguments);
        Object ignore = arguments.remove("ignore");
        String expected = (String) step.get("catch");
        ApiCall call;
        try {
            call = call(only.getKey(), arguments, headers(step));
        } catch (ApiSpec.ParamException e) {
            if ("param".equals(expected)) {
                return;
            }
            throw e;
        }
        last = performer.perform(call);
        checkWarnings(step);
        if (expected != null) {
            checkCaught(expected);
        } else if (last.isError() && isIgnored(ignore) == false) {
            throw new AssertionError("the call failed with [" + last.status() + "]");
        }
    }

    private ApiCall call(String api, Map<String, Object> arguments, Map<String, String> headers) throws IOException {
        String body = json(arguments.remove("body"));
        if (api.equals("raw") == false) {
            return specs.get(api).call(arguments, headers, body);
        }
        String method = (String) arguments.remove("method");
        String path = (String) arguments.remove("path");
        Map<String, String> query = new TreeMap<>();
        arguments.forEach((name, value) -> query.put(name, String.valueOf(value)));
        return new ApiCall(method, path.startsWith("/") ? path : "/" + path, query, headers, body);
    }

    private Map<String, String> headers(Map<String, Object> step) {
        Map<String, String> headers = new TreeMap<>();
        if (step.containsKey("headers")) {
            map(stash.resolve(step.get("headers"))).forEach((name, value) -> headers.put(name, String.valueOf(value)));
        }
        return headers;
    }

    private void checkWarnings(Map<String, Object> step) {
        List<?> required = (List<?>) step.getOrDefault("warnings", List.of());
        List<?> allowed = (List<?>) step.getOrDefault("allowed_warnings", List.of());
        for (Object warning : required) {
            if (last.warnings().contains(warning) == false) {
                throw new AssertionError("expected the warning [" + warning + "], but got " + last.warnings());
            }
        }
        for (String warning : last.warnings()) {
            if (required.contains(warning) == false && allowed.contains(warning) == false) {
                throw new AssertionError("unexpected warning [" + warning + "]");
            }
        }
    }

    private void checkCaught(String expected) {
        if (last.status() < 400) {
            throw new AssertionError(
                    "expected [" + expected + "], but the call succeeded with [" + last.status() + "]");
        }
        boolean caught;
        if (Assertions.isRegex(expected)) {
            Object error = last.body() instanceof Map<?, ?> body ? body.get("error") : last.body();
            caught =
                    Assertions.regex(expected, 0).matcher(String.valueOf(error)).find();
        } else if (expected.equals("request")) {
            caught = STATUS.containsValue(last.status()) == false || last.status() == 503;
        } else if (STATUS.containsKey(expected)) {
            caught = STATUS.get(expected) == last.status();
        } else {
            throw new IllegalArgumentException(
                    "[catch] must be a status, param, request or a /regex/, but was [" + expected + "]");
        }
        if (caught == false) {
            throw new AssertionError("expected [" + expected + "], but the call failed with [" + last.status() + "]");
        }
    }

    private boolean isIgnored(Object ignore) {
        return ignore instanceof List<?> list
                ? list.contains(last.status())
                : Integer.valueOf(last.status()).equals(ignore);
    }

    /** A list is serialized as one line per element, as for bulk requests; a text is sent unchanged. */
    private static String json(Object body) throws IOException {
        if (body == null || body instanceof String) {
            return (String) body;
        }
        if (body instanceof List<?> lines) {
            StringBuilder text = new StringBuilder();
            for (Object line : lines) {
                text.append(json(line).stripTrailing()).append('\n');
            }
            return text.toString();
        }
        try (XContentBuilder builder = XContentFactory.jsonBuilder()) {
            return Strings.toString(builder.map(map(body)));
        }
    }

    @SuppressWarnings("unchecked")
    private static Map<String, Object> map(Object value) {
        if (value instanceof Map<?, ?> == false) {
            throw new IllegalArgumentException("a map was expected, but was [" + value + "]");
        }
        return (Map<String, Object>) value;
    }
}
