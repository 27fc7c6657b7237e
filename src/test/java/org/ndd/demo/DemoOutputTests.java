package org.ndd.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.elasticsearch.test.ESTestCase;

/** Tests of the output of the demo: tables, verdicts and changes. */
public class DemoOutputTests extends ESTestCase {

    private final ByteArrayOutputStream printed = new ByteArrayOutputStream();
    private final Console console = new Console(new PrintStream(printed, true, StandardCharsets.UTF_8), false);

    private static JsonNode json(String text) throws JsonProcessingException {
        return new ObjectMapper().readTree(text);
    }

    public void testTablesAlign() {
        Table table = new Table().row("pages", "1,000", "").row("groups", "7", "x");
        assertEquals(List.of("  pages   1,000", "  groups      7  x"), table.lines());
        expectThrows(IllegalArgumentException.class, () -> table.row("one"));
    }

    public void testVerdicts() throws Exception {
        Pairs pairs = new Pairs(null, "pages", console);
        assertEquals(
                "near, confidence 0.998, resemblance 78 %; boilerplate: 5 of 15 and 6 of 26 characters",
                pairs.verdict(json("""
                {"relation": "near", "confidence": 0.9984, "resemblance": 0.777, "length": {"a": 10, "b": 20},
                "boilerplate": {"known": true, "masked": {"a": 5, "b": 6}}}""")));
        assertEquals(
                "overlap, confidence 0.100, resemblance almost 100 %",
                pairs.verdict(json("{\"relation\": \"overlap\", \"confidence\": 0.1, \"resemblance\": 0.9999}")));
    }

    public void testChanges() throws Exception {
        Pairs pairs = new Pairs(null, "pages", console);
        JsonNode runs = json("""
                [{"type": "equal", "text": "a text that is long enough to be cut before\\nthe "},
                 {"type": "only_a", "text": "first"}, {"type": "only_b", "text": "second"},
                 {"type": "equal", "text": " change"}, {"type": "only_b", "text": " and an addition"}]""");
        assertEquals(
                List.of("…g enough to be cut before the [-first-]{+second+} change…", "… change{+ and an addition+}"),
                pairs.changes(runs));
        assertEquals(List.of(), pairs.changes(json("[{\"type\": \"equal\", \"text\": \"all of it\"}]")));
    }

    public void testDisplayedChangesAreBounded() throws Exception {
        String equal = "{\"type\": \"equal\", \"text\": \"x\"}";
        String added = "{\"type\": \"only_b\", \"text\": \"" + "𠀀".repeat(50) + "\"}";
        JsonNode runs = json("[" + (added + "," + equal + ",").repeat(4) + added + "]");
        List<String> lines = new Pairs(null, "pages", console).changes(runs);
        assertEquals(3, lines.size());
        assertEquals("and 3 more differences", lines.get(2));
        assertEquals("{+" + "𠀀".repeat(30) + "…+}x…", lines.get(0));
    }

    public void testRemovesControlCharacters() {
        assertEquals("a [31m b c", Console.plain("a\u001b[31m\u009bb\u202ec"));
        assertEquals("x".repeat(49) + "…", Search.cut("x".repeat(60)));
    }

    public void testNoProgressBarWithoutTerminal() {
        console.startBar();
        console.bar("indexing", 1, 2);
        console.line("100 %% of %s", "it");
        console.line("100 % plain");
        String newLine = System.lineSeparator();
        assertEquals("100 % of it" + newLine + "100 % plain" + newLine, printed.toString(StandardCharsets.UTF_8));
    }
}
