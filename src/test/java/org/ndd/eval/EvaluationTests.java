package org.ndd.eval;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.zip.GZIPOutputStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.eval.score.ClusterScore;
import org.ndd.eval.score.LabeledPair;
import org.ndd.eval.score.PairScore;

public class EvaluationTests extends LuceneTestCase {

    private static final String STORY =
            "The harbour of the old town was closed for two days after the storm, said the mayor. "
                    + "Fishermen waited on the quay with their nets, and nobody could tell when the boats would leave again. "
                    + "Engineers from the capital looked at the walls, which had stood for three centuries without harm. ";

    private Corpus corpus(String... lines) throws IOException {
        Path folder = createTempDir();
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("docs.ndjson.gz")))) {
            out.write(String.join("\n", lines).getBytes(StandardCharsets.UTF_8));
        }
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(folder.resolve("pairs.csv.gz")))) {
            out.write("id1,id2,label,kind\na,b,dup,x,0.75,1\na,c,not,x\nb,c,unknown,x\n"
                    .getBytes(StandardCharsets.UTF_8));
        }
        return Corpus.in(folder);
    }

    public void testReadsCorpus() throws IOException {
        Corpus corpus = corpus(
                "{\"id\":\"a\",\"url\":\"http://x.example/\",\"html\":\"<p>é\",\"label\":\"l\",\"more\":[1],"
                        + "\"title\":\"T\",\"section\":\"s\"}",
                "");
        assertTrue(corpus.exists());
        try (var pages = corpus.pages()) {
            assertEquals(
                    List.of(new Corpus.Page("a", "http://x.example/", "<p>é", null, "T", "s", "l")), pages.toList());
        }
        assertEquals(
                List.of(new LabeledPair("a", "b", true, "x", 0.75), new LabeledPair("a", "c", false, "x", Double.NaN)),
                corpus.labeledPairs());
        assertFalse(Corpus.in(createTempDir()).exists());
    }

    public void testPartitionsAndScoresCorpus() throws IOException {
        Corpus corpus = corpus(
                "{\"id\":\"a\",\"text\":\"" + STORY + "\",\"label\":\"1\"}",
                "{\"id\":\"b\",\"html\":\"<title>t</title><p>" + STORY + "<p>One more line.\",\"label\":\"1\"}",
                "{\"id\":\"c\",\"text\":\"Something else altogether, of which nothing else is said, and which ends "
                        + "here.\",\"label\":\"2\"}");
        Evaluation evaluation = Evaluation.of(corpus);
        Evaluation.Outcome outcome = evaluation.run(new NddMethod(Variant.BALANCED));
        assertEquals(new PairScore(1, 0, 0), outcome.pairs());
        assertEquals(new ClusterScore(1, 1, 1), outcome.clusters());
        assertEquals(Set.of("a", "b", "c"), outcome.groups().keySet());
        assertEquals(outcome.groups().get("a"), outcome.groups().get("b"));
        assertEquals("c", outcome.groups().get("c"));
    }

    public void testCountsNearPairsInOneGroupAndCausesOfOthers() throws IOException {
        String edited = STORY.replace("three centuries", "four centuries");
        Corpus corpus = corpus(
                "{\"id\":\"a\",\"text\":\"" + STORY + "\"}",
                "{\"id\":\"b\",\"text\":\"" + STORY + "One more line.\"}",
                "{\"id\":\"c\",\"text\":\"" + edited + "\"}");
        NearPairs pairs = NearPairs.of(Evaluation.of(corpus), new NddMethod(Variant.BALANCED));
        assertEquals(new NearPairs(2, Map.of(), 1, 1), pairs);
        assertEquals(
                "2 of 2 near pairs are in one group (1.000), 1 of 1 that are labeled as duplicates (1.000)",
                pairs.toString());
        assertEquals(
                "1 of 4 near pairs are in one group (0.250), 1 of 2 that are labeled as duplicates (0.500), "
                        + "2 apart: leaders overlap, 1 apart: no common fingerprint",
                new NearPairs(1, new TreeMap<>(Map.of("no common fingerprint", 1L, "leaders overlap", 2L)), 2, 1)
                        .toString());
        assertEquals(
                "0 of 0 near pairs are in one group, 0 of 0 that are labeled as duplicates",
                new NearPairs(0, Map.of(), 0, 0).toString());
    }

    public void testRejectsUnknownLabel() throws IOException {
        Corpus corpus = corpus();
        Files.writeString(corpus.pairs().resolveSibling("pairs.csv"), "id1,id2,label\na,b,maybe\n");
        Corpus wrong = new Corpus("wrong", corpus.documents(), corpus.pairs().resolveSibling("pairs.csv"));
        assertEquals(
                "[label] must be one of [dup, not, unknown], but was [maybe]",
                expectThrows(IllegalArgumentException.class, wrong::labeledPairs)
                        .getMessage());
    }
}
