package org.ndd.it.yaml;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import org.elasticsearch.test.ESTestCase;

/** The runner itself: true assertions pass, and above all, false ones fail. */
public class YamlRunnerTests extends ESTestCase {

    private static final String RESOURCE = """
            {"thing": {"documentation": {"url": "https://example.net"}, "stability": "stable", "url": {"paths": [
              {"path": "/_thing", "methods": ["GET", "POST"]},
              {"path": "/{index}/_thing/{id}", "methods": ["GET", "POST"], "parts": {"index": {}, "id": {}}}]},
              "params": {"deep": {"type": "boolean"}}, "body": {"required": false}}}""";
    private static final String STRICT = """
            {"strict": {"documentation": {"url": "https://example.net"}, "stability": "stable", "url": {"paths": [
              {"path": "/_strict", "methods": ["POST"]}]},
              "params": {"why": {"type": "string", "required": true}}, "body": {"required": true}}}""";
    private static final String BARE = """
            {"bare": {"documentation": {"url": "https://example.net"}, "stability": "stable", "url": {"paths": [
              {"path": "/{index}", "methods": ["HEAD"], "parts": {"index": {}}}]}}}""";

    private static final String RESPONSE = """
            {"count": 3, "ratio": 0.5, "name": "a.b", "none": null, "empty": "", "never": false, "list": [{"x": 1, "y": 2}, {"x": 2}],
             "map": {"dotted.key": 7, "node1": {"up": true}}}""";

    private final List<ApiCall> calls = new ArrayList<>();
    private int status = 200;
    private String response = RESPONSE;
    private List<String> warnings = List.of();

    private void run(String steps) throws IOException {
        YamlSuite suite = YamlSuite.parse("file", "---\n\"test\":\n" + steps.indent(2));
        new YamlRunner(specs(), this::response).run(suite, suite.sections().get(0));
    }

    private ApiSpecs specs() throws IOException {
        Path folder = createTempDir();
        Files.writeString(folder.resolve("thing.json"), RESOURCE);
        Files.writeString(folder.resolve("strict.json"), STRICT);
        Files.writeString(folder.resolve("bare.json"), BARE);
        return ApiSpecs.read(List.of(folder));
    }

    private YamlResponse response(ApiCall call) throws IOException {
        calls.add(call);
        return YamlResponse.of(
                call.method(), status, "application/json", response.getBytes(StandardCharsets.UTF_8), warnings);
    }

    private void fails(String steps, String message) {
        AssertionError error = expectThrows(AssertionError.class, () -> run(steps));
        assertThat(error.getMessage(), containsString(message));
    }

    private void claim(String claim, boolean holds) throws IOException {
        String steps = "- do: { thing: {} }\n- " + claim;
        if (holds) {
            run(steps);
        } else {
            fails(steps, claim.substring(0, claim.indexOf(':')));
        }
    }

    public void testClaims() throws IOException {
        claim("match: { count: 3 }", true);
        claim("match: { count: 3.0 }", true);
        claim("match: { count: 4 }", false);
        claim("match: { count: '3' }", false);
        claim("match: { ratio: 0.5 }", true);
        claim("match: { ratio: 0.51 }", false);
        claim("match: { name: /^a/ }", true);
        claim("match: { name: /^b/ }", false);
        claim("match: { name: '/^ a \\. b $/' }", true);
        claim("match: { missing: /.*/ }", false);
        claim("match: { missing: null }", true);
        claim("match: { count: null }", false);
        claim("match: { list.0: { x: 1, y: 2 } }", true);
        claim("match: { list.0: { x: 1 } }", false);
        claim("match: { list: [{ x: 1, y: 2 }] }", false);
        claim("match: { map.dotted\\.key: 7 }", true);
        claim("match: { map.dotted.key: 7 }", false);
        claim("match: { list.2.x: 2 }", false);
        claim("length: { list: 2 }", true);
        claim("length: { list: 3 }", false);
        claim("length: { name: 3 }", true);
        claim("length: { missing: 0 }", false);
        claim("is_true: map.node1.up", true);
        claim("is_true: empty", false);
        claim("is_true: missing", false);
        claim("is_false: missing", true);
        claim("is_false: never", true);
        claim("is_false: count", false);
        claim("gt: { count: 2 }", true);
        claim("gt: { count: 3 }", false);
        claim("gte: { count: 3 }", true);
        claim("gte: { count: 4 }", false);
        claim("lt: { count: 4 }", true);
        claim("lt: { count: 3 }", false);
        claim("lt: { missing: 3 }", false);
        claim("lte: { count: 3 }", true);
        claim("lte: { count: 2 }", false);
        claim("contains: { list: { x: 1 } }", true);
        claim("contains: { list: { x: 3 } }", false);
        claim("close_to: { ratio: { value: 0.49, error: 0.02 } }", true);
        claim("close_to: { ratio: { value: 0.45, error: 0.02 } }", false);
        claim("equals: { count: 3 }", false);
    }

    public void testErrorsMustBeExpected() throws IOException {
        status = 400;
        response = "{\"error\": {\"reason\": \"[size] must be positive\"}, \"status\": 400}";
        fails("- do: { thing: {} }", "failed with [400]");
        fails("- do: { catch: missing, thing: {} }", "expected [missing]");
        fails("- do: { catch: /negative/, thing: {} }", "expected [/negative/]");
        fails("- do: { catch: request, thing: {} }", "expected [request]");
        fails("- do: { catch: nonsense, thing: {} }", "[catch] must be");
        run("- do: { catch: bad_request, thing: {} }\n- match: { error.reason: '[size] must be positive' }");
        run("- do: { catch: '/\\[size\\] must/', thing: {} }");
        run("- do: { thing: { ignore: 400 } }");
        fails("- do: { thing: { ignore: [404] } }", "failed with [400]");
        status = 200;
        fails("- do: { catch: bad_request, thing: {} }", "the call succeeded");
    }

    public void testWarningsMustBeExpected() throws IOException {
        warnings = List.of("old");
        fails("- do: { thing: {} }", "unexpected warning [old]");
        run("- do: { warnings: [old], thing: {} }");
        run("- do: { allowed_warnings: [old, older], thing: {} }");
        fails("- do: { warnings: [old, older], thing: {} }", "expected the warning [older]");
    }

    public void testCallsUseSpecification() throws IOException {
        run("- do: { thing: { deep: true } }");
        run("- do: { thing: { index: 'a b', id: 'x/y', body: { q: 1 } } }");
        run("- do: { headers: { X-Opaque-Id: me }, thing: { body: [{ index: {} }, '{\"a\":1}'] } }");
        run("- do: { raw: { method: PUT, path: /some/where, flag: on } }");
        assertEquals(new ApiCall("GET", "/_thing", Map.of("deep", "true"), Map.of(), null), calls.get(0));
        assertEquals(new ApiCall("POST", "/a%20b/_thing/x%2Fy", Map.of(), Map.of(), "{\"q\":1}"), calls.get(1));
        assertEquals(
                new ApiCall("POST", "/_thing", Map.of(), Map.of("X-Opaque-Id", "me"), "{\"index\":{}}\n{\"a\":1}\n"),
                calls.get(2));
        assertEquals("PUT", calls.get(3).method());
        assertEquals("/some/where", calls.get(3).endpoint());
        fails("- do: { thing: { wide: true } }", "knows no parameter [wide]");
        fails("- do: { thing: { index: a } }", "knows no parameter [index]");
        fails("- do: { strict: { why: because } }", "needs a body");
        fails("- do: { strict: { body: {} } }", "needs the parameter [why]");
        fails("- do: { bare: { index: a, body: {} } }", "takes no body");
        fails("- do: { bare: {} }", "has no path");
        fails("- do: { unheard: {} }", "must be an API with a specification");
        fails("- do: { thing: {}, strict: {} }", "must call one API");
        run("- do: { catch: param, strict: { body: {} } }");
        assertEquals("rejected calls are not sent", 4, calls.size());
    }

    public void testStashedValues() throws IOException {
        run("""
                - do: { thing: {} }
                - set: { map._arbitrary_key_: key, count: count }
                - do: { thing: { index: $key, id: "${count}-${key}", body: { n: $count } } }
                - match: { count: $count }
                - set: { map.node1: node }
                - match: { map.node1: $node }
                """);
        assertEquals("/dotted.key/_thing/3-dotted.key", calls.get(1).endpoint());
        assertEquals("{\"n\":3}", calls.get(1).body());
        fails("- do: { thing: {} }\n- set: { ratio: r }\n- match: { count: $r }", "[match]");
        fails("- do: { thing: { id: $never, index: a } }", "[$never] must be set");
        fails("- do: { thing: {} }\n- set: { missing: m }", "nothing is there");
    }

    public void testHeadResponse() throws IOException {
        status = 404;
        run("- do: { bare: { index: a } }\n- is_false: ''");
        status = 200;
        run("- do: { bare: { index: a } }\n- is_true: ''");
        fails("- do: { bare: { index: a } }\n- is_false: ''", "[is_false]");
    }

    public void testTextResponses() throws IOException {
        YamlResponse text =
                YamlResponse.of("GET", 200, "text/plain", "name  1.0\n".getBytes(StandardCharsets.UTF_8), List.of());
        YamlSuite suite =
                YamlSuite.parse("file", "\"t\":\n  - do: { thing: {} }\n  - match: { $body: '/^name\\s+\\d/' }");
        new YamlRunner(specs(), call -> text).run(suite, suite.sections().get(0));
    }

    public void testTeardownKeepsFailure() throws IOException {
        String file = """
                ---
                setup:
                  - do: { thing: { deep: true } }
                ---
                teardown:
                  - do: { bare: { index: cleaned } }
                ---
                "one":
                  - do: { thing: {} }
                  - match: { count: 4 }
                ---
                "two":
                  - do: { thing: {} }
                """;
        YamlSuite suite = YamlSuite.parse("file", file);
        assertEquals(
                List.of("one", "two"),
                suite.sections().stream().map(YamlSection::name).toList());
        AssertionError error = expectThrows(
                AssertionError.class,
                () -> new YamlRunner(specs(), this::response)
                        .run(suite, suite.sections().get(0)));
        assertThat(error.getMessage(), containsString("section [one], step 2"));
        assertEquals("/cleaned", calls.get(2).endpoint());
    }

    public void testMalformedFiles() {
        expectThrows(IllegalArgumentException.class, () -> YamlSuite.parse("f", "---\n\"a\": 5"));
        expectThrows(
                IllegalArgumentException.class, () -> YamlSuite.parse("f", "---\n\"a\":\n  - { do: {}, match: {} }"));
        expectThrows(IllegalArgumentException.class, () -> YamlSuite.parse("f", "---\nsetup:\n  - do: {}"));
        expectThrows(IllegalArgumentException.class, () -> ApiSpecs.parse("other", RESOURCE));
        expectThrows(IllegalArgumentException.class, () -> ApiSpecs.parse("t", "{\"t\": {\"url\": {\"paths\": []}}}"));
    }
}
