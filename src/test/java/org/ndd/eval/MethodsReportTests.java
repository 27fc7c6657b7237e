package org.ndd.eval;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPOutputStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.eval.method.Method;

public class MethodsReportTests extends LuceneTestCase {

    private Evaluation evaluation() throws IOException {
        Path folder = createTempDir();
        String story =
                "The harbour of the old town was closed for two days after the storm, said the mayor of the town.";
        write(
                folder.resolve("docs.ndjson.gz"),
                "{\"id\":\"a\",\"text\":\"" + story + "\",\"label\":\"1\"}\n{\"id\":\"b\",\"text\":\"" + story
                        + "\",\"label\":\"1\"}\n{\"id\":\"c\",\"text\":\"Nothing of the kind is said in here, not a "
                        + "word.\",\"label\":\"2\"}\n");
        write(folder.resolve("pairs.csv.gz"), "id1,id2,label,kind\na,b,dup,reprint\na,c,not,other\n");
        return Evaluation.of(Corpus.in(folder));
    }

    private static void write(Path file, String text) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    public void testWritesTablesAndPlots() throws IOException {
        Evaluation evaluation = evaluation();
        Facets facets = new Facets(evaluation.pages());
        List<Measurement> measurements = new ArrayList<>();
        for (Method method : Methods.all()) {
            measurements.add(Measurement.of(evaluation, facets, method, List.of("", "1", "2")));
        }
        Path out = createTempDir();
        new MethodsReport(measurements).write(out, "evaluate", 3);
        String methods = Files.readString(out.resolve("methods.md"));
        for (Method method : Methods.all()) {
            assertTrue(method.name(), methods.contains("| `" + method.name() + "` | "));
        }
        assertTrue(methods, methods.contains("median of 3 orders"));
        assertTrue(methods, methods.contains("| `ndd` | **1.000** | 1.000 |"));
        String kinds = Files.readString(out.resolve("kinds.md"));
        assertTrue(kinds, kinds.contains("| kind: reprint | 1 | 0 | 1.000 / –"));
        assertTrue(kinds, kinds.contains("| kind: other | 0 | 1 | – / 0"));
        for (String plot : List.of("methods-f1.svg", "methods-cost.svg")) {
            assertTrue(plot, Files.readString(out.resolve(plot)).contains("<svg"));
        }
    }

    public void testWritesExperiments() throws IOException {
        Evaluation evaluation = evaluation();
        Facets facets = new Facets(evaluation.pages());
        List<Measurement> measurements = new ArrayList<>();
        for (Method method : Methods.named("simhash-128,cosine,ndd-pku2007,ndd")) {
            measurements.add(Measurement.of(evaluation, facets, method, List.of("")));
        }
        Path out = createTempDir();
        new ExperimentsReport(List.of(Experiments.run(evaluation)), measurements).write(out, "evaluate");
        String page = Files.readString(out.resolve("experiments.md"));
        String corpus = evaluation.corpus().name();
        assertTrue(page, page.contains("| Fingerprints | " + corpus + " |"));
        assertTrue(page, page.contains("| PKU report | `ndd-pku2007` | 0.95 | 1.86 | 0.91 | 1.03 | 118 |"));
        assertTrue(page, page.contains("| " + corpus + " | `ndd` | 1.000 | 1.00 (1.000) | – | – |"));
        for (String plot : List.of("figure-5-coverage", "figure-5-trustable", "figure-6-reserved", "figure-7-slope")) {
            assertTrue(plot, Files.readString(out.resolve(plot + ".svg")).contains("<svg"));
        }
    }

    public void testMeasurement() throws IOException {
        Evaluation evaluation = evaluation();
        Measurement measurement = Measurement.of(
                evaluation,
                new Facets(evaluation.pages()),
                new NddMethod(Variant.BALANCED),
                List.of("", "1", "2", "3"));
        assertEquals(3, measurement.documents());
        assertEquals(4, measurement.orders());
        assertEquals(1, measurement.least(), 0);
        assertEquals(1, measurement.interval().low(), 0);
        assertEquals(1, measurement.median().clusters().adjustedRand(), 0);
        assertTrue(measurement.bytes() >= 8);
    }

    public void testReplacesTablesBetweenMarkers() throws IOException {
        Evaluation evaluation = evaluation();
        Facets facets = new Facets(evaluation.pages());
        List<Measurement> measurements = new ArrayList<>();
        for (Method method : Methods.named(Methods.COMPARISON)) {
            measurements.add(Measurement.of(evaluation, facets, method, List.of("")));
        }
        Path page = createTempDir().resolve("comparison.md");
        Files.writeString(page, "before\n<!-- evaluate: begin -->\nold\n<!-- evaluate: end -->\nafter\n");
        for (boolean busy : List.of(true, false)) {
            new ComparisonReport(measurements, busy).write(page);
            String text = Files.readString(page);
            assertTrue(text, text.startsWith("before\n<!-- evaluate: begin -->\n\n| F1 | Documents | `ndd` |"));
            assertTrue(text, text.endsWith("|\n\n<!-- evaluate: end -->\nafter\n"));
            assertTrue(text, text.contains("| `exact-hash` | 1.000 | 1.000 | 1.000 | 1.000 |"));
            assertFalse(text, text.contains("old"));
            assertEquals(busy, text.contains("µs‡"));
        }
        Files.writeString(page, "<!-- evaluate: end -->");
        String message = expectThrows(IllegalArgumentException.class, () -> ComparisonReport.check(page))
                .getMessage();
        assertTrue(
                message, message.startsWith("[comparison] must be a page with the lines [<!-- evaluate: begin -->]"));
    }

    public void testMethodsByName() {
        assertEquals(
                List.of("broder", "ndd-strict"),
                Methods.named("broder,ndd-strict").stream().map(Method::name).toList());
        assertEquals(Methods.all().size(), Methods.named("all").size());
        assertEquals("ndd", Methods.named("ablation").get(0).name());
        assertEquals(Methods.ablation().size(), Methods.named("ablation").size());
        assertEquals(
                Methods.all().size(),
                Methods.all().stream().map(Method::name).distinct().count());
        String message = expectThrows(IllegalArgumentException.class, () -> Methods.named("broder,best"))
                .getMessage();
        assertTrue(message, message.startsWith("[methods] must be [all], [ablation] or some of [ndd, "));
        assertTrue(message, message.endsWith(", but was [best]"));
    }

    public void testPlotsAreDeterministic() {
        assertEquals(
                "<clipPath id=\"clip-1\"/><g clip=\"#clip-2\"/><g clip=\"#clip-1\"/>",
                Plots.renumbered("<clipPath id=\"clip8976\"/><g clip=\"#clip12\"/><g clip=\"#clip8976\"/>"));
    }

    public void testTablesAreRectangular() {
        MarkdownTable table = new MarkdownTable(List.of("a", "b"));
        table.row(List.of("1", "2"));
        assertEquals("| a | b |\n| --- | --: |\n| 1 | 2 |\n", table.toString());
        expectThrows(IllegalArgumentException.class, () -> table.row(List.of("1")));
    }
}
