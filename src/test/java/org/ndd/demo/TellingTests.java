package org.ndd.demo;

import static org.hamcrest.Matchers.containsString;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.ByteArrayOutputStream;
import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.util.List;
import org.elasticsearch.test.ESTestCase;

/** What the demo prints: tables, verdicts and changes. */
public class TellingTests extends ESTestCase {

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
        Why why = new Why(null, "pages", console);
        List<String> lines = why.verdict(json("""
                {"similar": true, "part_of": false, "reason": "resemblance", "resemblance": 0.777, "containment":
                {"a_in_b": 1.0, "b_in_a": 0.9999}, "fingerprints": {"a": 3, "b": 4, "shared": 2}, "length": {"a": 10, "b": 20},
                "boilerplate": {"known": true, "masked": {"a": 5, "b": 6}}}"""));
        assertEquals("duplicates, reason resemblance: most of both is the same, in the same order", lines.get(0));
        assertThat(lines.get(1), containsString("resemblance 78 %, of A in B 100 %, of B in A almost 100 %"));
        assertThat(lines.get(1), containsString("shared 2 of 3 and 4"));
        assertThat(lines.get(2), containsString("5 of 15 and 6 of 26 characters"));
        JsonNode part = json("{\"similar\": false, \"part_of\": true, \"reason\": \"part_of\"}");
        assertThat(why.verdict(part).get(0), containsString("part of the other"));
        JsonNode numbers = json("{\"similar\": false, \"reason\": \"numbers\"}");
        assertThat(why.verdict(numbers).get(0), containsString("not duplicates"));
        JsonNode later = json("{\"reason\": \"of_a_later_version\"}");
        assertThat(why.verdict(later).get(0), containsString("of_a_later_version"));
    }

    public void testChanges() throws Exception {
        Why why = new Why(null, "pages", console);
        JsonNode runs = json("""
                [{"type": "equal", "text": "a text that is long enough to be cut before\\nthe "},
                 {"type": "only_a", "text": "first"}, {"type": "only_b", "text": "second"},
                 {"type": "equal", "text": " change"}, {"type": "only_b", "text": " and an addition"}]""");
        assertEquals(
                List.of("…g enough to be cut before the [-first-]{+second+} change…", "… change{+ and an addition+}"),
                why.changes(runs));
        assertEquals(List.of(), why.changes(json("[{\"type\": \"equal\", \"text\": \"all of it\"}]")));
    }

    public void testManyChangesAreCounted() throws Exception {
        String equal = "{\"type\": \"equal\", \"text\": \"x\"}";
        String added = "{\"type\": \"only_b\", \"text\": \"" + "😀".repeat(50) + "\"}";
        JsonNode runs = json("[" + (added + "," + equal + ",").repeat(4) + added + "]");
        List<String> lines = new Why(null, "pages", console).changes(runs);
        assertEquals(5, lines.size());
        assertEquals("and 1 more changes", lines.get(4));
        assertEquals("{+" + "😀".repeat(30) + "…+}x…", lines.get(0));
    }

    public void testPagesCannotCommandTheTerminal() {
        assertEquals("a [31m b c", Console.plain("a\u001b[31m\u009bb\u202ec"));
        assertEquals("x".repeat(49) + "…", Search.cut("x".repeat(60)));
    }

    public void testNoBarWhereNobodyWatches() {
        console.startBar();
        console.bar("indexing", 1, 2);
        console.line("100 %% of %s", "it");
        console.line("100 % plain");
        String newLine = System.lineSeparator();
        assertEquals("100 % of it" + newLine + "100 % plain" + newLine, printed.toString(StandardCharsets.UTF_8));
    }
}
