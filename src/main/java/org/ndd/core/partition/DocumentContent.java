package org.ndd.core.partition;

import java.util.Objects;
import java.util.function.Supplier;

/**
 * The text of a document of a partition, and the values derived from it.
 *
 * @param source returns the canonical text; callers do not keep its result, so that texts of many documents can be stored compressed
 * @param title title as displayed; empty if unknown
 * @param length length of the canonical text in UTF-8 bytes
 * @param digest equal for equal texts, or {@code null} for a text that is never the same as another
 * @param fingerprints distinct fingerprints, in any order; must not be changed
 * @param noise whether the text is scanned or typed, see {@link org.ndd.core.compare.PageText}
 */
public record DocumentContent(
        Supplier<String> source, String title, int length, String digest, long[] fingerprints, boolean noise) {

    public DocumentContent {
        Objects.requireNonNull(source, "source");
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(fingerprints, "fingerprints");
    }

    /** Creates the content for a text in memory, without noise. */
    public DocumentContent(String text, String title, int length, String digest, long[] fingerprints) {
        this(() -> text, title, length, digest, fingerprints, false);
        Objects.requireNonNull(text, "text");
    }

    public String text() {
        return source.get();
    }

    boolean hasTextOf(DocumentContent other) {
        return this == other || title.equals(other.title) && text().equals(other.text());
    }
}
