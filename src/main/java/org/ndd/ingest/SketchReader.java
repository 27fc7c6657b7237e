package org.ndd.ingest;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.FixedBitSet;
import org.ndd.core.fingerprint.FingerprintTerms;
import org.ndd.core.fingerprint.Fingerprinter;
import org.ndd.core.group.FingerprintSketch;
import org.ndd.core.text.Sentences;

/**
 * Reads the {@link FingerprintSketch sketches} of documents of a segment. Fingerprints are terms without doc values, so they cannot be
 * looked up by document. There are two ways to obtain them, with the same result:
 *
 * <ul>
 * <li>for many documents: iterate over all terms and their postings (tens of millions per second) and keep those of the documents;
 * <li>for few documents: recompute their fingerprints from their stored texts (tens of thousands of texts per second).
 * </ul>
 *
 * <p>The cheaper way is chosen. Postings of other documents are skipped and do not affect the result, so documents hidden from the user are
 * not revealed. Not thread-safe.
 *
 * @param fingerprintsField full name of the field of fingerprint terms
 * @param textField full name of the field of canonical texts
 * @param cancellationCheck called periodically; may throw, which ends the work
 */
public record SketchReader(
        String fingerprintsField, String textField, Fingerprinter fingerprinter, int size, Runnable cancellationCheck) {

    /** Approximate number of postings that are read in the time of fingerprinting one text. Affects only the speed. */
    private static final long POSTINGS_PER_TEXT = 500;

    private static final int CHECK_EVERY = 1 << 12;

    /**
     * Reads the sketches of documents.
     *
     * @param reader a segment
     * @param docs document numbers within the segment, ascending and different
     * @return the sketch of each document; empty for a document without fingerprints
     */
    public long[][] read(LeafReader reader, int[] docs) throws IOException {
        Terms terms = reader.terms(fingerprintsField);
        if (terms == null || docs.length == 0) {
            long[][] none = new long[docs.length][];
            Arrays.fill(none, new long[0]);
            return none;
        }
        boolean few = docs.length * POSTINGS_PER_TEXT < terms.getSumDocFreq();
        return few && reader.getFieldInfos().fieldInfo(textField) != null
                ? fromTexts(reader, docs)
                : fromTerms(terms, reader.maxDoc(), docs);
    }

    long[][] fromTexts(LeafReader reader, int[] docs) throws IOException {
        TextReader texts = new TextReader(reader, textField);
        long[][] sketches = new long[docs.length][];
        for (int i = 0; i < docs.length; i++) {
            cancellationCheck.run();
            String text = texts.text(docs[i]);
            sketches[i] = text == null
                    ? new long[0]
                    : FingerprintSketch.of(fingerprinter.fingerprints(Sentences.forFingerprints(text)), size);
        }
        return sketches;
    }

    long[][] fromTerms(Terms terms, int maxDoc, int[] docs) throws IOException {
        DocPositions places = new DocPositions(docs, maxDoc);
        long[][] sketches = new long[docs.length][size];
        int[] lengths = new int[docs.length];
        TermsEnum all = terms.iterator();
        PostingsEnum postings = null;
        long walked = 0;
        for (BytesRef term = all.next(); term != null; term = all.next()) {
            if (walked++ % CHECK_EVERY == 0) {
                cancellationCheck.run();
            }
            postings = all.postings(postings, PostingsEnum.NONE);
            long fingerprint = 0;
            boolean decoded = false;
            for (int doc = postings.nextDoc(); doc != DocIdSetIterator.NO_MORE_DOCS; doc = postings.nextDoc()) {
                int place = places.of(doc);
                if (place >= 0) {
                    if (decoded == false) {
                        fingerprint = FingerprintTerms.decode(term.bytes, term.offset, term.length);
                        decoded = true;
                    }
                    lengths[place] = insert(sketches[place], lengths[place], fingerprint);
                }
            }
        }
        for (int i = 0; i < docs.length; i++) {
            sketches[i] = FingerprintSketch.of(sketches[i], lengths[i]);
        }
        return sketches;
    }

    /** Inserts a value among the smallest ones, which are in ascending unsigned order. Returns the new number of values. */
    private static int insert(long[] smallest, int length, long value) {
        int at = length;
        while (at > 0 && Long.compareUnsigned(smallest[at - 1], value) > 0) {
            at--;
        }
        if (at == smallest.length) {
            return length;
        }
        int kept = Math.min(length + 1, smallest.length);
        System.arraycopy(smallest, at, smallest, at + 1, kept - 1 - at);
        smallest[at] = value;
        return kept;
    }

    /**
     * Returns the position of a document in a list of documents, in constant time. Stores a bit set, and the number of set bits before each
     * of its words.
     */
    private static final class DocPositions {

        private final FixedBitSet bits;
        private final int[] before;

        DocPositions(int[] docs, int maxDoc) {
            bits = new FixedBitSet(maxDoc);
            for (int doc : docs) {
                bits.set(doc);
            }
            long[] words = bits.getBits();
            before = new int[words.length];
            for (int i = 1; i < words.length; i++) {
                before[i] = before[i - 1] + Long.bitCount(words[i - 1]);
            }
        }

        int of(int doc) {
            if (bits.get(doc) == false) {
                return -1;
            }
            int word = doc >> 6;
            return before[word] + Long.bitCount(bits.getBits()[word] & (1L << doc) - 1);
        }
    }
}
