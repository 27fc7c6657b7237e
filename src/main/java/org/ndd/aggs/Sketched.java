package org.ndd.aggs;

import java.util.Comparator;
import org.apache.lucene.util.BytesRef;
import org.ndd.config.DocumentName;
import org.ndd.core.group.FingerprintSketch;

/** Documents with the sketch of one text: those of equal text on a shard, or a set that a shard has sent. */
interface Sketched {

    /** An order that is the same on all shards. */
    Comparator<Sketched> ORDER = Comparator.comparing(Sketched::sketch, FingerprintSketch.ORDER)
            .thenComparing(Sketched::digest)
            .thenComparing(Sketched::decided, Comparator.nullsFirst(Comparator.naturalOrder()));

    /** Sketch of the text. */
    long[] sketch();

    /** Digest of the text. */
    BytesRef digest();

    /** The only document, if people decided about it; null for documents without decisions. */
    DocumentName decided();

    /** Number of documents. */
    long docCount();
}
