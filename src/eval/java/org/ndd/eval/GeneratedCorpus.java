package org.ndd.eval;

import java.io.IOException;
import java.io.OutputStreamWriter;
import java.io.Writer;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Map;
import java.util.zip.GZIPOutputStream;
import org.ndd.eval.bench.GeneratedPages.GeneratedPage;

/** Writes generated documents as a corpus: copies and their originals are duplicates, siblings with the same wording are not. */
final class GeneratedCorpus {

    private GeneratedCorpus() {}

    /**
     * Writes the two files of a corpus.
     *
     * @param folder output folder, whose name is the name of the corpus
     * @param html whether documents are HTML instead of plain text
     */
    static Corpus write(Path folder, List<GeneratedPage> pages, boolean html) throws IOException {
        Files.createDirectories(folder);
        Corpus corpus = Corpus.in(folder);
        try (Writer documents = compressed(corpus.documents());
                Writer pairs = compressed(corpus.pairs())) {
            pairs.write("id1,id2,label\n");
            for (GeneratedPage page : pages) {
                documents.write(RestClient.json(Map.of(
                        "id",
                        page.id(),
                        "url",
                        page.url(),
                        html ? "html" : "text",
                        html ? page.html() : page.text(),
                        "label",
                        page.story())));
                documents.write('\n');
                if (page.original() != null) {
                    pairs.write(page.original() + "," + page.id() + ",dup\n");
                }
                if (page.sibling() != null) {
                    pairs.write(page.sibling() + "," + page.id() + ",not\n");
                }
            }
        }
        return corpus;
    }

    private static Writer compressed(Path file) throws IOException {
        return new OutputStreamWriter(
                new GZIPOutputStream(Files.newOutputStream(file), 1 << 16), StandardCharsets.UTF_8);
    }
}
