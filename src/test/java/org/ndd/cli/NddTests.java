package org.ndd.cli;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.lessThan;
import static org.hamcrest.Matchers.startsWith;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.core.PathUtils;
import org.elasticsearch.xcontent.ToXContent;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.inspect.CompareResponse;
import org.ndd.it.ProjectFiles;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.PageFetcher;
import org.ndd.pair.PageSource;
import org.ndd.pair.PairJudge;

/** Options, messages and exit codes of the command line. An integration test compares the groups with those of a run. */
public class NddTests extends CommandTestCase {

    public void testPrintsGroups() throws IOException {
        CommandLine printed = group(DOCUMENTS);
        assertEquals(printed.err(), Ndd.DONE, printed.code());
        assertThat(printed.err(), startsWith("ndd: 3 documents in "));
        assertThat(printed.err(), endsWith(": 1 groups, 1 duplicates; 0 without input, 0 rejected\n"));
        assertEquals(Map.of("storm", "wire", "wire", "wire"), canonicals(printed));
        Map<String, Object> leader = lines(printed.out()).get(0);
        assertEquals(Map.of("index", "documents", "id", "storm"), leader.get("doc"));
        assertEquals("leader", leader.get("role"));
        assertEquals(2, leader.get("size"));
        assertEquals("documents-ndd", leader.get("run"));
        assertEquals(3, lines(group(DOCUMENTS, "--singletons").out()).size());
    }

    public void testPrintsBulkRequests() throws IOException {
        List<Map<String, Object>> lines =
                lines(group(DOCUMENTS, "--bulk", "groups", "--index", "news").out());
        assertEquals(4, lines.size());
        Map<?, ?> index = (Map<?, ?>) lines.get(0).get("index");
        assertEquals("groups", index.get("_index"));
        assertEquals(27, index.get("_id").toString().length());
        assertEquals("news", ((Map<?, ?>) lines.get(1).get("doc")).get("index"));
        assertEquals("groups", lines.get(1).get("run"));
    }

    public void testOptionsMatchApis() throws IOException {
        String[][] canonicals = {
            {"storm", "[{\"views\": [\"3\"]}]"},
            {"wire", "[{\"views\": \"desc\"}]"},
            {"wire", "[{\"views\": \"asc\"}, {\"day\": \"desc\"}]"},
            {"storm", "[{\"day\": \"desc\"}]"},
        };
        for (String[] each : canonicals) {
            assertEquals(
                    Map.of("storm", each[0], "wire", each[0]), canonicals(group(DOCUMENTS, "--canonical", each[1])));
        }
        assertEquals(
                2,
                canonicals(group(DOCUMENTS, "--preset", "strict", "--numbers", "false"))
                        .size());
        for (String[] none : new String[][] {
            {"--min_confidence", "0.95"},
            {"--must_agree", "id"},
            {"--must_agree", "day,views"},
            {"--resemblance", "1", "--preset", "pku2007", "--candidates", "{\"mode\": \"sets\"}"}
        }) {
            assertEquals(Map.of(), canonicals(group(DOCUMENTS, none)));
        }
        assertEquals(Map.of(), canonicals(group(DOCUMENTS, "--must_agree", "ndd.length")));
        assertEquals(2, canonicals(group(DOCUMENTS, "--must_agree", "day")).size());
        CommandLine several = CommandLine.run("group", "--fields", "title,body", file(DOCUMENTS));
        assertEquals(several.err(), 2, canonicals(several).size());
    }

    public void testReportsRejectedLines() throws IOException {
        String bad = "nonsense\n" + "{\"id\": \"a\"}\n" + "\n" + "{\"body\": \"text\"}\n" + DOCUMENTS
                + document("storm", "again", "") + "[1]\n" + "{\"id\": 7, \"body\": 8}\n" + "{\"id\": 9, \"id\": 9}\n"
                + "{} {}";
        String file = file(bad);
        CommandLine printed = CommandLine.run("group", "--field", "body", file);
        assertEquals(Ndd.REJECTED, printed.code());
        assertEquals(group(DOCUMENTS).out(), printed.out());
        List<String> messages = printed.err().lines().toList();
        assertEquals(9, messages.size());
        String[] expected = {
            ":1: [line] must be one JSON object, but was [nonsense]: ",
            ":2: field [body] must be a string or a list of strings, but was missing",
            ":4: [id] must be a string or an integer, but was missing: [--id_field] names the field with the id",
            ":8: [id] must be the id of one document, but was [storm] again",
            ":9: [line] must be one JSON object, but was [[1]]",
            ":10: field [body] must be a string or a list of strings, but was [8]",
            ":11: [line] must be one JSON object, but was [{\"id\": 9, \"id\": 9}]: ",
            ":12: [line] must be one JSON object, but was [{} {}]",
        };
        for (int i = 0; i < expected.length; i++) {
            assertThat(messages.get(i), startsWith(file + expected[i]));
        }
        assertThat(messages.get(8), endsWith("0 without input, 8 rejected"));
        List<String> many = group("[1]\n".repeat(500) + DOCUMENTS).err().lines().toList();
        assertEquals(101, many.size());
        assertThat(many.get(100), endsWith("0 without input, 500 rejected"));
        CommandLine without = group("{\"id\": \"a\"}\n" + DOCUMENTS, "--ignore_missing");
        assertEquals(without.err(), Ndd.DONE, without.code());
        assertThat(without.err(), containsString("; 1 without input, 0 rejected"));
    }

    public void testRejectsUnknownFields() throws IOException {
        assertThat(
                group(DOCUMENTS, "--must_agree", "lang").err(),
                containsString("ndd: [must_agree] must be fields of the documents, but was [lang], which none has"));
        CommandLine object = group(
                DOCUMENTS
                        + document("object", SNOW, ", \"views\": {\"a\": {\"b\": 1}}")
                        + document("word", SNOW, ", \"views\": \"many\""),
                "--canonical",
                "[{\"views\": \"desc\"}]");
        assertEquals(Ndd.REJECTED, object.code());
        assertThat(object.err(), containsString(":4: [canonical] must be fields of strings, numbers and booleans, "));
        assertThat(object.err(), containsString(":5: [canonical] must be fields of numbers or dates unless "));
    }

    public void testRejectsValuesThatAreNoNumbersAndMixedValues() throws IOException {
        for (String value : List.of("NaN", "Infinity", "1d", "0x1p3")) {
            assertThat(
                    value,
                    group(
                                    DOCUMENTS + document("word", SNOW, ", \"views\": \"" + value + "\""),
                                    "--canonical",
                                    "[{\"views\": \"desc\"}]")
                            .err(),
                    containsString(":4: [canonical] must be fields of numbers or dates unless "));
        }
        CommandLine mixed = group(
                document("year", SNOW, ", \"made\": \"2024\"") + document("day", SNOW, ", \"made\": \"2019-05-01\""),
                "--canonical",
                "[{\"made\": \"desc\"}]");
        assertThat(
                mixed.err(),
                containsString(
                        "[canonical] must be fields of only numbers or only dates, but was [made], which has both"));
    }

    public void testRejectsInvalidCommandLines() throws IOException {
        String file = file(DOCUMENTS);
        assertFails(
                "[command] must be one of [group, compare, evaluate], but was missing (see ndd --help)",
                CommandLine.run());
        assertFails(
                "[command] must be one of [group, compare, evaluate], but was [grop] (see ndd --help)",
                CommandLine.run("grop"));
        String[][] wrong = {
            {"unknown option [--windows] (see ndd --help)", "--windows"},
            {"unknown option [--title-field] did you mean [--title_field]?", "--title-field"},
            {"[preset] must be followed by a value, but was last", "--preset"},
            {"[index] must be given once, but was given twice", "--index", "a", "--index", "b"},
            {"[index] must be a name, but was []", "--index", ""},
            {
                "[bulk] must be a valid name of an index, but was [Groups]: Invalid index name [Groups], must be lowercase",
                "--bulk",
                "Groups"
            },
            {"[preset] must be one of [balanced, strict, pku2007], but was [exact]", "--preset", "exact"},
            {"[min_confidence] must be between [0] and [1], but was [2.0]", "--min_confidence", "2"},
            {"[min_confidence] must be a number, but was [high]", "--min_confidence", "high"},
            {"[buckets] must be an integer, but was [1.5]", "--buckets", "1.5"},
            {"[numbers] must be one of [true, false], but was [no]", "--numbers", "no"},
            {"[canonical] must be a JSON object or list, but was [_length]", "--canonical", "_length"},
            {"[candidates] must be a JSON object or list, but was [{} {}]", "--candidates", "{} {}"},
            {"[max_leaders] must be between [1] and [10000], but was [0]", "--candidates", "{\"max_leaders\": 0}"},
            {"[boilerplate] must be one of [learn, none], but was [stored]", "--boilerplate", "stored"},
            {"[boilerplate] must be one of [learn, stored, none], but was [x]", "--boilerplate", "x"},
            {"[format] must be one of [html, text, auto], but was [pdf]", "--format", "pdf"},
            {"[max_bytes] must be between [1kb] and [16mb], but was [1b]", "--max_bytes", "1"},
            {"[rounds] must be omitted unless preset is [pku2007], but was [3]", "--rounds", "3"},
            {"[field] must be omitted if [fields] is given, but was [body]", "--fields", "a,b"},
        };
        for (String[] each : wrong) {
            List<String> args = new ArrayList<>(List.of("group", "--field", "body", file));
            args.addAll(List.of(each).subList(1, each.length));
            assertFails(each[0], CommandLine.run(args.toArray(String[]::new)));
        }
        assertFails(
                "[field] must be the name of the field with the text, or [fields] names of several, but was missing",
                CommandLine.run("group", file));
        assertFails(
                "[file] must be a file of documents or [-], but was missing",
                CommandLine.run("group", "--field", "body"));
        assertFails(
                "[file] must be a file that can be read, but was [/no/such/file]",
                CommandLine.run("group", "--field", "body", "/no/such/file"));
        assertFails("[-] must be given once, but was given twice", CommandLine.run("compare", "-", "-"));
        assertFails("[file] must be two files, but was [-]", CommandLine.run("compare", "-"));
        assertFails(
                "[file] must be a file of labels and one of documents, but was [" + file + "]",
                CommandLine.run("evaluate", "--field", "body", file));
    }

    public void testProgressOption() throws IOException {
        assertFalse(group(DOCUMENTS).err().contains("\r"));
        String err = group(DOCUMENTS, "--progress").err();
        for (String phase : List.of("reading", "boilerplate", "comparing", "groups")) {
            assertThat(err, containsString("\r" + phase));
        }
        assertThat(err, containsString("##] "));
    }

    public void testCompareMatchesApi() throws IOException {
        String a = file("<html><body><p>" + STORM + "</p></body></html>");
        String b = file("<html><body><p>By our correspondent. " + STORM + "</p></body></html>");
        CommandLine json = CommandLine.run("compare", a, b, "--json", "--diff", "--preset", "strict");
        assertEquals(json.err(), Ndd.DONE, json.code());
        CompareResponse response = CompareResponse.of(
                new PairJudge(SimilarityParameters.STRICT, ComparisonMemory.UNLIMITED),
                page(Files.readString(PathUtils.get(a))),
                page(Files.readString(PathUtils.get(b))),
                true,
                () -> {});
        assertEquals(
                XContentHelper.convertToMap(JsonXContent.jsonXContent, Strings.toString((ToXContent) response), true),
                XContentHelper.convertToMap(JsonXContent.jsonXContent, json.out(), true));
        CommandLine text = CommandLine.run(compressed(STORM), "compare", a, "-", "--diff");
        assertThat(text.out(), startsWith("relation     same\nconfidence   1.000\n"));
        text = CommandLine.run("compare", a, b, "--diff");
        assertThat(text.out(), startsWith("relation     near\nconfidence   0.875\nreason       signals\n"));
        assertThat(text.out(), containsString("++++  text is shared: log-odds +1.9\n"));
        assertThat(text.out(), containsString("  sum: log-odds +1.9, confidence 0.875\n"));
        assertThat(text.out(), containsString("\nonly_b  by our correspondent.\n"));
    }

    private static ComparablePage page(String html) {
        return PageFetcher.analyze(PageSource.content(html, Format.HTML), null, FingerprintParameters.BALANCED);
    }

    public void testErrorOfDocumentsThatMustAgree() throws IOException {
        String documents = document("storm", STORM, ", \"day\": \"2025-03-04\"")
                + document("wire", "By our correspondent. " + STORM, ", \"day\": \"2025-03-05\"");
        String labels = file("id1,id2,label\n" + "storm,wire,dup\n");
        CommandLine printed =
                CommandLine.run("evaluate", "--field", "body", "--must_agree", "day", labels, file(documents));
        Map<String, Object> measured = XContentHelper.convertToMap(JsonXContent.jsonXContent, printed.out(), true);
        Map<?, ?> error = (Map<?, ?>) ((List<?>) measured.get("errors")).get(0);
        assertEquals("other_item", error.get("relation"));
        assertEquals("must_agree", error.get("reason"));
    }

    public void testEvaluatesGroupsOnLabeledPairs() throws IOException {
        String labels = "kind,id1,id2,label\n" + "x,storm,wire,dup\n" + "x,storm,snow,not\n" + "x,wire,snow,dup\n"
                + "x,wire,snow,unknown\n";
        CommandLine printed = CommandLine.run("evaluate", "--field", "body", file(labels), file(DOCUMENTS));
        assertEquals(printed.err(), Ndd.DONE, printed.code());
        Map<String, Object> measured = XContentHelper.convertToMap(JsonXContent.jsonXContent, printed.out(), true);
        assertEquals(3, measured.get("pairs"));
        assertEquals(1.0, measured.get("precision"));
        assertEquals(0.5, measured.get("recall"));
        assertEquals(2.0 / 3, (Double) measured.get("f1"), 1e-9);
        assertEquals(1, measured.get("false_negatives"));
        Map<?, ?> error = (Map<?, ?>) ((List<?>) measured.get("errors")).get(0);
        assertEquals("wire", error.get("a"));
        assertEquals("snow", error.get("b"));
        assertEquals(true, error.get("duplicate"));
        assertEquals("different", error.get("relation"));
        assertEquals("sketch_bound", error.get("reason"));
        assertThat((Double) error.get("confidence"), lessThan(0.5));

        String ofSpreadsheet = file("\uFEFF" + labels.replace("kind,", "").replace("x,", ""));
        assertEquals(
                printed.out(),
                CommandLine.run("evaluate", "--field", "body", ofSpreadsheet, file(DOCUMENTS))
                        .out());

        String quoted = file(labels.replaceAll("([a-z0-9]+)", "\"$1\""));
        assertEquals(
                printed.out(),
                CommandLine.run("evaluate", "--field", "body", quoted, file(DOCUMENTS))
                        .out());
        String comma = file("id1,id2,label\n\"storm\",\"a \"\"wire\"\", late\",dup\n");
        CommandLine ofCommas = CommandLine.run(
                "evaluate", "--field", "body", comma, file(DOCUMENTS.replace("\"wire\"", "\"a \\\"wire\\\", late\"")));
        assertEquals(ofCommas.err(), Ndd.DONE, ofCommas.code());

        String wrong = file(labels + "x,storm\n" + "x,storm,snow,perhaps\n" + "x,storm,gone,dup\n");
        printed = CommandLine.run("evaluate", "--field", "body", wrong, file(DOCUMENTS));
        assertEquals(Ndd.REJECTED, printed.code());
        for (String message : List.of(
                ":6: [line] must have the values of [kind, id1, id2, label], but was [x, storm]",
                ":7: [label] must be one of [dup, not, unknown], but was [perhaps]",
                ":8: [id1] and [id2] must be ids of documents, but was [gone]")) {
            assertThat(printed.err(), containsString(wrong + message + "\n"));
        }
        String headless = file("storm,wire,dup\n");
        assertFails(
                "failed: [" + headless + "] must begin with a line with the columns [id1, id2, label], but was"
                        + " [storm, wire, dup]",
                CommandLine.run("evaluate", "--field", "body", headless, file(DOCUMENTS)));
    }

    /** The script contains the text of [--help]. */
    public void testHelpListsAllOptions() throws IOException {
        String script = Files.readString(ProjectFiles.directory().resolve("distribution/bin/ndd"));
        String help = script.split("<<'TEXT'\n|\nTEXT\n")[1];
        TreeSet<String> named = Pattern.compile("--([a-z_]+)")
                .matcher(help)
                .results()
                .map(option -> option.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        TreeSet<String> known = new TreeSet<>(GroupCommand.OPTIONS.keySet());
        known.addAll(CompareCommand.OPTIONS.keySet());
        known.addAll(EvaluateCommand.OPTIONS.keySet());
        known.add("heap"); // of the script
        assertEquals(known, named);
    }
}
