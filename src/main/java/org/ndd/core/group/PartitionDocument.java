package org.ndd.core.group;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;

/**
 * A document that takes part in a partition, as far as the method needs it.
 *
 * @param index name of the index it is in; with the id it is unique
 * @param id of the document in its index
 * @param text canonical text
 * @param title as people read it; empty where none is known
 * @param site its site, or {@code null}
 * @param url its URL, or {@code null}
 * @param length of the canonical text in UTF-8 bytes
 * @param digest stands for the text, or {@code null} for a text that is never the same as another
 * @param fingerprints distinct fingerprints, in any order; not to be changed afterwards
 * @param winnerFields values of the fields that winner rules name, in the order of the rules; {@code null} in it for a missing one
 */
public record PartitionDocument(
        String index,
        String id,
        String text,
        String title,
        String site,
        String url,
        int length,
        String digest,
        long[] fingerprints,
        List<Double> winnerFields) {

    public PartitionDocument {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(text, "text");
        Objects.requireNonNull(title, "title");
        Objects.requireNonNull(fingerprints, "fingerprints");
        winnerFields = Collections.unmodifiableList(new ArrayList<>(winnerFields));
    }
}
