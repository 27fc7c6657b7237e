package org.ndd.core.group;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import java.util.function.Supplier;
import org.ndd.core.compare.MustAgreeKeys;

/**
 * A participating document of a partition, with the properties that the method needs.
 *
 * @param index name of the index it is in; with the id it is unique
 * @param id of the document in its index
 * @param content gives the canonical text; not kept by callers, so that a caller with many documents can keep their texts compressed
 * @param title title as displayed; empty if unknown
 * @param site its site, or {@code null}
 * @param url its URL, or {@code null}
 * @param length of the canonical text in UTF-8 bytes
 * @param digest equal for equal texts, or {@code null} for a text that is never the same as another
 * @param fingerprints distinct fingerprints, in any order; not to be changed afterwards
 * @param canonicalFields values of the fields that canonical document rules name, in the order of {@link CanonicalRules#fields}; {@code
 *     null} in it for a missing one
 * @param apart keys that keep it apart from other documents, by the same fields for all
 * @param noise whether the text is scanned or typed, see {@link org.ndd.core.compare.PageText}
 */
public record PartitionDocument(
        String index,
        String id,
        Supplier<String> content,
        String title,
        String site,
        String url,
        int length,
        String digest,
        long[] fingerprints,
        List<Double> canonicalFields,
        MustAgreeKeys apart,
        boolean noise) {

    /** A document whose text is in memory. */
    public PartitionDocument(
            String index,
            String id,
            String text,
            String title,
            String site,
            String url,
            int length,
            String digest,
            long[] fingerprints,
            List<Double> canonicalFields,
            MustAgreeKeys apart) {
        this(index, id, inMemory(text), title, site, url, length, digest, fingerprints, canonicalFields, apart, false);
    }

    /** A document that is not kept apart from any other. */
    public PartitionDocument(
            String index,
            String id,
            String text,
            String title,
            String site,
            String url,
            int length,
            String digest,
            long[] fingerprints,
            List<Double> canonicalFields) {
        this(index, id, text, title, site, url, length, digest, fingerprints, canonicalFields, MustAgreeKeys.NONE);
    }

    private static Supplier<String> inMemory(String text) {
        Objects.requireNonNull(text, "text");
        return () -> text;
    }

    /** The canonical text. */
    public String text() {
        return content.get();
    }

    /** Whether the text and the title of another document are the same. */
    boolean hasTextOf(PartitionDocument other) {
        return this == other || title.equals(other.title) && text().equals(other.text());
    }

    /** The same document with other keys that keep it apart from others. */
    public PartitionDocument withApart(MustAgreeKeys keys) {
        return new PartitionDocument(
                index, id, content, title, site, url, length, digest, fingerprints, canonicalFields, keys, noise);
    }

    /** The same document with or without noise. */
    public PartitionDocument withNoise(boolean noisy) {
        return new PartitionDocument(
                index, id, content, title, site, url, length, digest, fingerprints, canonicalFields, apart, noisy);
    }

    public PartitionDocument {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(content, "content");
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(fingerprints, "fingerprints");
        Objects.requireNonNull(apart, "apart");
        canonicalFields =
                canonicalFields.isEmpty() ? List.of() : Collections.unmodifiableList(new ArrayList<>(canonicalFields));
    }
}
