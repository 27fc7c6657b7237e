package org.ndd.site;

import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Properties;
import java.util.Set;
import java.util.stream.Collectors;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.core.PathUtils;

/** Keeps the wording of documentation, comments and messages within the limits of {@code prose-limits.properties}. */
public class ProseTests extends LuceneTestCase {

    private static final Path PROJECT =
            PathUtils.get(System.getProperty("ndd.project.directory", "")).toAbsolutePath();

    private static final String LIMITS = "src/test/resources/org/ndd/site/prose-limits.properties";

    private static ProseCheck check() throws IOException {
        return new ProseCheck(Files.readAllLines(PROJECT.resolve(ProseCheck.PATTERNS)));
    }

    private static List<String> found(String prose) throws IOException {
        return check().search("a.md", prose).findings().stream()
                .map(finding -> finding.line() + " " + finding.text())
                .toList();
    }

    public void testProjectStaysWithinLimits() throws IOException {
        Properties limits = new Properties();
        try (InputStream in = Files.newInputStream(PROJECT.resolve(LIMITS))) {
            limits.load(in);
        }
        Map<String, ProseCheck.Report> reports = check().searchProject(PROJECT);
        assertEquals(reports.keySet(), limits.stringPropertyNames());
        StringBuilder problems = new StringBuilder();
        for (Map.Entry<String, ProseCheck.Report> entry : reports.entrySet()) {
            double limit = Double.parseDouble(limits.getProperty(entry.getKey()));
            ProseCheck.Report report = entry.getValue();
            if (report.rate() > limit) {
                problems.append(String.format(
                        Locale.ROOT,
                        "%n%s: [%.1f] findings per 10,000 words must be at most [%.1f]:%n%s%n",
                        entry.getKey(),
                        report.rate(),
                        limit,
                        report.findings().stream().map(Object::toString).collect(Collectors.joining("\n"))));
            }
        }
        assertTrue(problems.toString(), problems.isEmpty());
    }

    public void testSentencesAreShort() throws IOException {
        assertEquals(
                "sentences of more than " + ProseCheck.LONGEST_SENTENCE + " words",
                List.of(),
                ProseCheck.longSentences(PROJECT));
    }

    public void testCountsWordsOfSentences() {
        String thirty = "One " + "more ".repeat(28) + "`code with words`.";
        assertEquals(
                List.of(),
                ProseCheck.longSentences(thirty + " " + thirty + "\n- " + thirty + "\n| " + thirty + " | a |\n"));
        assertEquals(
                List.of("3: 31 words: Even " + thirty.replaceFirst("`.*`", "x")),
                ProseCheck.longSentences("# A\n\nEven " + thirty));
        assertEquals(
                List.of(),
                ProseCheck.longSentences("```\n" + thirty.replace('`', ' ').repeat(3) + "\n```\n"));
    }

    public void testFindsEachRule() throws IOException {
        assertEquals(List.of("1 where it"), found("It fails, where it is closed."));
        assertEquals(List.of("1 32 terms a document"), found("Stores 32 terms a document."));
        assertEquals(List.of("1 anew"), found("It is computed anew."));
        assertEquals(List.of("1 told", "1 goes on"), found("The coordinator is told, and goes on."));
        assertEquals(List.of("1 whoever"), found("Fails for whoever reads."));
        assertEquals(List.of("1 What moved"), found("What moved is sent."));
    }

    public void testFindsAcrossLinesAndCountsThem() throws IOException {
        assertEquals(List.of("2 goes on"), found("The run\ngoes\non."));
        assertEquals(5, check().search("a.md", "The run\ngoes\non again.").words());
    }

    public void testCountsOverlappingMatchesOnce() throws IOException {
        assertEquals(1, found("At most 5 documents a second at most.").size());
    }

    public void testAcceptsPlainEnglish() throws IOException {
        for (String prose : Set.of(
                "The directory where Elasticsearch keeps its data.",
                "What is a near-duplicate?",
                "A user who has the privilege reads documents per second.",
                "There is no limit.",
                "The default is no longer used.",
                "If a page is missing, the request returns 404.")) {
            assertEquals(prose, List.of(), found(prose));
        }
    }

    public void testMasksCodeOfMarkdown() throws IOException {
        String markdown =
                "Text `anew`, ``anew ` anew`` and [a link](docs/anew.md).\n```console\nanew\n```\n<b title=\"anew\">anew</b>\n";
        assertEquals(List.of("5 anew"), found(ProseCheck.ofMarkdown(markdown)));
    }

    public void testReadsComments() throws IOException {
        String java = """
                /**
                 * Goes
                 * on, see {@link Anew anew}.
                 *
                 * @param anew number of documents
                 */
                String anew = "it is made anew // anew"; // made anew
                // and goes
                // on
                char c = '"'; /* anew */
                """;
        assertEquals(List.of("2 Goes on", "7 anew", "8 goes on", "10 anew"), found(ProseCheck.ofComments(java)));
    }

    public void testReadsMessages() throws IOException {
        String java = """
                // made anew
                String a = "anew"; // a name
                String b = "the list \\"x\\" is made anew";
                """;
        assertEquals(List.of("3 anew"), found(ProseCheck.ofStrings(java)));
    }

    public void testReadsScripts() throws IOException {
        String script = """
                #!/bin/sh
                # it is made anew
                usage() { cat <<'TEXT'
                made anew, and it goes
                on
                TEXT
                }
                anew=$(anew 'anew' "the list of ${anew} is made anew")
                \"""Goes on to the next one.\"""
                """;
        assertEquals(
                List.of("2 anew", "4 anew", "4 goes on", "8 anew", "9 Goes on"), found(ProseCheck.ofScript(script)));
    }

    public void testReadsDescriptions() throws IOException {
        String json = """
                { "path": "it is made anew", "documentation": {
                  "description": "Whether `anew` is made anew, \\"again\\", and goes on" } }
                """;
        assertEquals(List.of("2 anew", "2 goes on"), found(ProseCheck.ofSpec(json)));
    }

    public void testRejectsPatternWithoutSuggestion() {
        Exception e =
                expectThrows(IllegalArgumentException.class, () -> new ProseCheck(List.of("# a comment", "", "anew")));
        assertEquals("a line must have the form [pattern => suggestion], but was [anew]", e.getMessage());
    }
}
