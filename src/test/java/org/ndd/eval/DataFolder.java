package org.ndd.eval;

import java.nio.file.Files;
import java.nio.file.Path;
import org.junit.Assume;

/** Folder of the corpora: system property {@code ndd.data}, environment variable {@code NDD_DATA}, or a folder next to the project. */
final class DataFolder {

    private DataFolder() {}

    /** Returns a corpus; skips the test if it is missing. */
    static Corpus corpus(String name) {
        Path folder = path();
        Corpus corpus = Corpus.in(folder.resolve(name));
        Assume.assumeTrue(
                "corpus [" + name + "] is not in [" + folder
                        + "]: set -Dndd.data or NDD_DATA to the folder that has it",
                Files.isDirectory(folder) && corpus.exists());
        return corpus;
    }

    private static Path path() {
        String property = System.getProperty("ndd.data", System.getenv("NDD_DATA"));
        return Path.of(property == null ? "../shared/data" : property)
                .toAbsolutePath()
                .normalize();
    }
}
