package org.ndd.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.SortedSetDocValues;
import org.ndd.config.DocumentFields;
import org.ndd.config.FingerprintOptions;
import org.ndd.core.fingerprint.Fingerprinter;
import org.ndd.core.group.FingerprintSketch;
import org.ndd.ingest.SketchReader;

/** Reads the sketches of documents of a shard. */
final class TextSketches {

    /** Maximum number of fingerprints of all sketches of a shard (64 MB). With more than 500,000 texts, sketches are smaller. */
    static final long MAX_FINGERPRINTS = 1 << 23;

    private final int[] docs;
    private final int size;
    private final long[][] sketches;

    /** @param docs distinct document numbers within the shard, ascending */
    TextSketches(List<LeafReaderContext> leaves, DocumentFields fields, int[] docs, Runnable cancellationCheck)
            throws IOException {
        this.docs = docs;
        this.size = FingerprintSketch.size(docs.length, MAX_FINGERPRINTS);
        this.sketches = new long[docs.length][0];
        for (LeafReaderContext leaf : leaves) {
            int from = position(leaf.docBase);
            int[] local = localDocs(leaf, from);
            for (Map.Entry<String, List<Integer>> same :
                    byVersion(leaf.reader(), fields, local).entrySet()) {
                int[] ofVersion =
                        same.getValue().stream().mapToInt(i -> local[i]).toArray();
                long[][] read = new SketchReader(
                                fields.fingerprints(),
                                fields.text(),
                                new Fingerprinter(FingerprintOptions.fromVersion(same.getKey())),
                                size,
                                cancellationCheck)
                        .read(leaf.reader(), ofVersion);
                for (int i = 0; i < read.length; i++) {
                    sketches[from + same.getValue().get(i)] = read[i];
                }
            }
        }
    }

    /**
     * Returns the positions of the documents by version of their fingerprints. Documents of an unknown version are not similar to any other
     * document.
     */
    private Map<String, List<Integer>> byVersion(LeafReader reader, DocumentFields fields, int[] local)
            throws IOException {
        Map<Long, List<Integer>> positions = new TreeMap<>();
        SortedSetDocValues versions = DocValues.getSortedSet(reader, fields.version());
        for (int i = 0; i < local.length; i++) {
            if (versions.advanceExact(local[i])) {
                positions
                        .computeIfAbsent(versions.nextOrd(), ord -> new ArrayList<>())
                        .add(i);
            }
        }
        Map<String, List<Integer>> known = new TreeMap<>();
        for (Map.Entry<Long, List<Integer>> same : positions.entrySet()) {
            String version = versions.lookupOrd(same.getKey()).utf8ToString();
            if (FingerprintOptions.isKnown(version)) {
                known.put(version, same.getValue());
            }
        }
        return known;
    }

    /** Returns the approximate maximum memory of the sketches per document, in bytes. */
    static long bytesPerText(long texts) {
        return 32 + (long) Long.BYTES * FingerprintSketch.size(texts, MAX_FINGERPRINTS);
    }

    private int[] localDocs(LeafReaderContext leaf, int from) {
        int to = position(leaf.docBase + leaf.reader().maxDoc());
        int[] local = Arrays.copyOfRange(docs, from, to);
        for (int i = 0; i < local.length; i++) {
            local[i] -= leaf.docBase;
        }
        return local;
    }

    private int position(int doc) {
        int place = Arrays.binarySearch(docs, doc);
        return place < 0 ? -1 - place : place;
    }

    int size() {
        return size;
    }

    long[] sketch(int doc) {
        return sketches[Arrays.binarySearch(docs, doc)];
    }
}
