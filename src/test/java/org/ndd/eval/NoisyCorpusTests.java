package org.ndd.eval;

import static java.nio.charset.StandardCharsets.UTF_8;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.eval.score.LabeledPair;

public class NoisyCorpusTests extends LuceneTestCase {

    private static final String TEXT =
            "The ferry to the island was late again on Monday, and the passengers waited in the rain. ";

    private Corpus corpus(String field) throws IOException {
        Path documents = createTempFile();
        Path pairs = createTempFile();
        Files.writeString(
                documents,
                "{\"id\":\"a\",\"title\":\"Ferry\",\"" + field + "\":\"" + TEXT + "\"}\n{\"id\":\"b\",\"text\":\""
                        + TEXT + "\"}\n{\"id\":\"c\",\"text\":\"x\"}\n");
        Files.writeString(pairs, "id1,id2,label\na,b,dup\na,c,not\n");
        return Corpus.of(documents, pairs);
    }

    public void testNoisyCopiesInheritLabels() throws IOException {
        Corpus noisy = NoisyCorpus.of(corpus("text"), 5);
        List<Corpus.Page> pages;
        try (var all = noisy.pages()) {
            pages = all.toList();
        }
        assertEquals(
                List.of("a", "a~noise", "b", "b~noise", "c", "c~noise"),
                pages.stream().map(Corpus.Page::id).toList());
        assertEquals(TEXT, pages.get(0).text());
        assertNotEquals(TEXT, pages.get(1).text());
        List<LabeledPair> pairs = noisy.labeledPairs();
        assertEquals(7, pairs.size());
        assertEquals(
                3, pairs.stream().filter(pair -> pair.kind().equals("copy")).count());
        assertEquals(2, pairs.stream().filter(pair -> pair.duplicate() == false).count());
    }

    public void testRejectsHtmlCorpora() throws IOException {
        Corpus html = corpus("html");
        String message = expectThrows(IllegalArgumentException.class, () -> NoisyCorpus.of(html, 5))
                .getMessage();
        assertTrue(message, message.startsWith("[noise] must be for corpora of texts, but was given for ["));
    }

    public void testErrorsAreDeterministic() {
        String text = TEXT.repeat(200);
        assertEquals(text, new CharacterErrors(0, 1).in(text));
        assertEquals(new CharacterErrors(0.05, 1).in(text), new CharacterErrors(0.05, 1).in(text));
        assertNotEquals(new CharacterErrors(0.05, 1).in(text), new CharacterErrors(0.05, 2).in(text));
    }

    public void testErrorsKeepSurrogatePairs() {
        String text = "Ferry \uD83D\uDEA2\uD83C\uDF27 ".repeat(200);
        for (int seed = 0; seed < 20; seed++) {
            String noisy = new CharacterErrors(0.5, seed).in(text);
            assertEquals("encoding replaces lone surrogates", noisy, new String(noisy.getBytes(UTF_8), UTF_8));
        }
    }
}
