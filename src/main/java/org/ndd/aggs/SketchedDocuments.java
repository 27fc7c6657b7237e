package org.ndd.aggs;

import java.util.Comparator;
import org.apache.lucene.util.BytesRef;
import org.ndd.config.DocumentName;
import org.ndd.core.group.FingerprintSketch;

/** Documents with the sketch of one text: documents of equal text on a shard, or a set that a shard has sent. */
interface SketchedDocuments {

    /** An order that is the same on all shards. */
    Comparator<SketchedDocuments> ORDER = Comparator.comparing(SketchedDocuments::sketch, FingerprintSketch.ORDER)
            .thenComparing(SketchedDocuments::digest)
            .thenComparing(SketchedDocuments::decided, Comparator.nullsFirst(Comparator.naturalOrder()));

    /** Returns the sketch of the text. */
    long[] sketch();

    /** Returns the digest of the text. */
    BytesRef digest();

    /** Returns the only document, if it has a decision; null for documents without decisions. */
    DocumentName decided();

    /** Returns the number of documents. */
    long docCount();
}
