package org.ndd.aggs;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import org.apache.lucene.index.LeafReaderContext;
import org.ndd.config.DocumentFields;
import org.ndd.config.FingerprintOptions;
import org.ndd.core.fingerprint.Fingerprinter;
import org.ndd.core.group.FingerprintSketch;
import org.ndd.lucene.SketchReader;

/** The sketches of some documents of a shard. */
final class TextSketches {

    /** Fingerprints of all sketches of a shard together, 64 MB: with more than 500,000 texts sketches get smaller. */
    static final long MOST_FINGERPRINTS = 1 << 23;

    private final int[] docs;
    private final int size;
    private final long[][] sketches;

    /**
     * Reads sketches.
     *
     * @param leaves of the shard
     * @param docs numbers within the shard, ascending and different
     * @param version of their fingerprints, or null where they have none
     */
    TextSketches(
            List<LeafReaderContext> leaves,
            DocumentFields fields,
            int[] docs,
            String version,
            Runnable cancellationCheck)
            throws IOException {
        this.docs = docs;
        this.size = FingerprintSketch.size(docs.length, MOST_FINGERPRINTS);
        this.sketches = new long[docs.length][];
        Fingerprinter fingerprinter =
                version == null ? null : new Fingerprinter(FingerprintOptions.fromVersion(version));
        for (LeafReaderContext leaf : leaves) {
            int from = place(leaf.docBase);
            int[] local = localDocs(leaf, from);
            long[][] read = fingerprinter == null
                    ? new long[local.length][0]
                    : new SketchReader(fields.fingerprints(), fields.text(), fingerprinter, size, cancellationCheck)
                            .read(leaf.reader(), local);
            System.arraycopy(read, 0, sketches, from, read.length);
        }
    }

    /** About the most memory that is taken for the sketches of a document, in bytes. */
    static long bytesPerText(long texts) {
        return 32 + (long) Long.BYTES * FingerprintSketch.size(texts, MOST_FINGERPRINTS);
    }

    private int[] localDocs(LeafReaderContext leaf, int from) {
        int to = place(leaf.docBase + leaf.reader().maxDoc());
        int[] local = Arrays.copyOfRange(docs, from, to);
        for (int i = 0; i < local.length; i++) {
            local[i] -= leaf.docBase;
        }
        return local;
    }

    private int place(int doc) {
        int place = Arrays.binarySearch(docs, doc);
        return place < 0 ? -1 - place : place;
    }

    /** Fingerprints of a sketch at most. */
    int size() {
        return size;
    }

    /** The sketch of one of the documents. */
    long[] sketch(int doc) {
        return sketches[Arrays.binarySearch(docs, doc)];
    }
}
