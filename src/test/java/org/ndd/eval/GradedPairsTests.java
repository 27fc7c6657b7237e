package org.ndd.eval;

import java.io.IOException;
import java.io.OutputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.zip.GZIPOutputStream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.eval.JudgedPair.Criterion;
import org.ndd.eval.score.GradedPair;
import org.ndd.eval.score.PairScore;

public class GradedPairsTests extends LuceneTestCase {

    private static final String STORY =
            "The harbour of the old town was closed for two days after the storm, said the mayor. "
                    + "Fishermen waited on the quay with their nets, and nobody could tell when the boats would leave again. "
                    + "Engineers from the capital looked at the walls, which had stood for three centuries without harm. ";

    private static void write(Path file, String text) throws IOException {
        try (OutputStream out = new GZIPOutputStream(Files.newOutputStream(file))) {
            out.write(text.getBytes(StandardCharsets.UTF_8));
        }
    }

    private static Corpus corpus(String pairs) throws IOException {
        Path folder = createTempDir();
        write(
                folder.resolve("docs.ndjson.gz"),
                "{\"id\":\"a\",\"text\":\"" + STORY + "\"}\n{\"id\":\"b\",\"text\":\"" + STORY + "\"}\n"
                        + "{\"id\":\"c\",\"text\":\"Something else altogether, of which nothing else is said.\"}\n");
        write(folder.resolve("pairs.csv.gz"), pairs);
        return Corpus.in(folder);
    }

    public void testReadsJudgedPairs() throws IOException {
        Corpus corpus = corpus("id1,id2,label\na,b,dup\n");
        assertEquals(List.of(), corpus.readPairs());
        write(
                corpus.pairs().resolveSibling("judged.csv.gz"),
                "id1,id2,label,grade,object,stratum\na,b,dup,3,,0.5-0.6\na,c,not,0,other,\n");
        assertEquals(
                List.of(new GradedPair("a", "b", 3, "0.5-0.6"), new GradedPair("a", "c", 0, "")), corpus.readPairs());
    }

    public void testReadsGradedPairs() throws IOException {
        Corpus corpus = corpus("id1,id2,label,grade_0_3,score\na,b,dup,2,0.9\na,c,unknown,1,0.1\nb,c,not,,0.1\n");
        assertEquals(List.of(new GradedPair("a", "b", 2, ""), new GradedPair("a", "c", 1, "")), corpus.readPairs());
        Corpus wrong = corpus("id1,id2,grade\na,b,4\n");
        assertEquals(
                "[grade] must be between [0] and [3], but was [4]",
                expectThrows(IllegalArgumentException.class, wrong::readPairs).getMessage());
    }

    public void testScoresVerdicts() throws IOException {
        GradedPairs read = GradedPairs.of(corpus("id1,id2,label,grade\na,b,dup,2\na,c,dup,3\nb,c,unknown,1\n"));
        assertEquals(2, read.duplicates());
        List<JudgedPair> judged = read.judge(new PairComparator(SimilarityParameters.BALANCED));
        assertEquals(
                List.of(Relation.SAME, Relation.DIFFERENT, Relation.DIFFERENT),
                judged.stream().map(pair -> pair.comparison().relation()).toList());
        assertEquals(new PairScore(1, 1, 0), Criterion.NEAR.score(judged));
        assertEquals(new PairScore(1, 1, 0), Criterion.SAME_IS_NEAR.score(judged));
        assertEquals("grade 2 is near, not same", new PairScore(0, 1, 1), Criterion.SAME.score(judged));
        assertEquals(
                List.of("c"),
                judged.stream()
                        .filter(JudgedPair::isWrong)
                        .map(pair -> pair.read().second())
                        .toList());
        String report = new GradedPairsReport(Map.of("tiny", judged), Set.of("tiny")).toString();
        assertTrue(report, report.contains("| `tiny` | 2 | 0 | 1 | 1.000 (1.00–1.00) | 0.500 (0.50–1.00) |"));
    }

    public void testSignalsOfPairsWithConfidenceWhenLeftOut() throws IOException {
        PairComparator comparator = new PairComparator(SimilarityParameters.BALANCED);
        String pairs = "id1,id2,label,grade\na,b,dup,2\na,c,not,0\nb,c,unknown,1\n";
        GradedPairs fitted = GradedPairs.of(corpus(pairs));
        GradedPairs measured = GradedPairs.of(corpus(pairs));
        VerdictFit fit = new VerdictFit(
                Map.of(fitted.corpus(), fitted.samples(comparator), measured.corpus(), measured.samples(comparator)),
                Map.of(measured.corpus(), VerdictFit.Use.MEASURE));
        List<String[]> rows = new VerdictReport(fit)
                .signals()
                .lines()
                .map(line -> line.split("\t", -1))
                .toList();
        assertEquals(
                List.of("kind", "use", "id1", "id2", "grade", "left_out", "shared_text", "order"),
                List.of(rows.get(0)).subList(0, 8));
        assertEquals("unclear pairs are left out", 5, rows.size());
        assertEquals(
                Set.of(rows.get(0).length), rows.stream().map(row -> row.length).collect(Collectors.toSet()));
        for (String[] row : rows.subList(1, rows.size())) {
            assertEquals(row[0].equals(measured.corpus()) ? "measure" : "fit", row[1]);
            assertEquals("the whole texts decide", row[3].equals("b"), row[6].isEmpty());
            assertTrue(Double.parseDouble(row[5]) <= 1);
        }
    }

    public void testRejectsUnknownDocuments() throws IOException {
        Corpus corpus = corpus("id1,id2,label,grade\na,x,dup,2\n");
        assertEquals(
                "[pairs] must name documents, but was [x]",
                expectThrows(IllegalArgumentException.class, () -> GradedPairs.of(corpus))
                        .getMessage());
    }
}
