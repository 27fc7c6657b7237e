package org.ndd.eval;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.eval.score.PairScore;

public class PublicBenchmarksTests extends LuceneTestCase {

    private static final String FERRY =
            "The ferry to the island was late again on Monday, and the passengers waited in the rain.";
    private static final String BRIDGE =
            "A bridge of wood will be built across the brook before the end of the coming summer.";

    private Path file(String... lines) throws IOException {
        Path file = createTempFile();
        return Files.writeString(file, String.join("\n", lines));
    }

    private static List<Corpus.Page> pages(Corpus corpus) throws IOException {
        try (var pages = corpus.pages()) {
            return pages.toList();
        }
    }

    public void testNewsCopyLabelsConnectedPairs() throws IOException {
        Corpus corpus = PublicBenchmarks.newsCopy(
                file(
                        "{\"a\":{\"byline\":\"By A. Writer\",\"article\":\"" + FERRY + "\"},",
                        "\"b\":{\"byline\":\"\",\"article\":\"" + FERRY + "\"},",
                        "\"c\":{\"article\":\"" + FERRY + "\"},",
                        "\"d\":{\"article\":\"" + BRIDGE + "\"}}"),
                file("[[\"a\",\"b\"],[\"c\",\"b\"]]"));
        List<Corpus.Page> pages = pages(corpus);
        assertEquals("news-copy", corpus.name());
        assertEquals("By A. Writer\n" + FERRY, pages.get(0).text());
        assertEquals(FERRY, pages.get(1).text());
        assertEquals(pages.get(0).label(), pages.get(1).label());
        assertEquals(pages.get(0).label(), pages.get(2).label());
        assertEquals("d", pages.get(3).label());
        Evaluation evaluation = Evaluation.of(corpus);
        Measurement measurement = Measurement.of(
                evaluation,
                new Facets(evaluation.pages()),
                Methods.named("exact-hash").get(0),
                List.of(""));
        assertEquals(
                "a is not equal to b and c",
                new PairScore(1, 2, 0),
                measurement.median().pairs());
        assertEquals(0, measurement.interval().low(), 1);
    }

    public void testCoreLabelsListedDuplicates() throws IOException {
        Corpus corpus = PublicBenchmarks.core(file(
                "{\"core_id\":\"1\",\"original_title\":\"Ferries\",\"original_abstract\":\"" + FERRY
                        + "\",\"cat\":\"exact_dup\",\"labelled_duplicates\":[\"2\"]}",
                "",
                "{\"core_id\":2,\"original_title\":\"Ferries\",\"original_abstract\":\"" + FERRY
                        + "\",\"cat\":\"exact_dup\",\"labelled_duplicates\":[1]}",
                "{\"core_id\":\"3\",\"original_title\":\"Bridges\",\"original_abstract\":\"" + BRIDGE
                        + "\",\"cat\":\"non_dup\",\"labelled_duplicates\":[]}"));
        List<Corpus.Page> pages = pages(corpus);
        assertEquals(new Corpus.Page("3", null, null, "Bridges\n" + BRIDGE, "Bridges", null, "3"), pages.get(2));
        assertEquals(pages.get(0).label(), pages.get(1).label());
        Evaluation.Outcome outcome = Evaluation.of(corpus).run(new NddMethod(Variant.BALANCED));
        assertEquals(new PairScore(1, 0, 0), outcome.pairs());
    }

    public void testFalsePositivesOfLabeledSets() throws IOException {
        Corpus corpus = PublicBenchmarks.core(file(
                "{\"core_id\":\"1\",\"original_abstract\":\"" + FERRY + "\",\"cat\":\"non_dup\"}",
                "{\"core_id\":\"2\",\"original_abstract\":\"" + FERRY + "\",\"cat\":\"non_dup\"}"));
        assertEquals(
                new PairScore(0, 0, 1),
                Evaluation.of(corpus).run(Methods.named("exact-hash").get(0)).pairs());
    }

    public void testRejectsOtherFormats() throws IOException {
        Path list = file("[]");
        String message = expectThrows(IllegalArgumentException.class, () -> PublicBenchmarks.newsCopy(list, list))
                .getMessage();
        assertEquals("[corpora] must be a JSON object of articles by id, but was [" + list + "]", message);
        Path object = file("{}");
        expectThrows(IllegalArgumentException.class, () -> PublicBenchmarks.newsCopy(object, object));
        Path record = file("{\"core_id\":1,\"cat\":\"dup\"}");
        message = expectThrows(IllegalArgumentException.class, () -> PublicBenchmarks.core(record))
                .getMessage();
        assertEquals(
                "[corpora] must be records with [cat] of [exact_dup, near_exact_dup, non_dup], but was [" + record
                        + "]",
                message);
    }
}
