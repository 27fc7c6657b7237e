package org.ndd.eval.baseline;

import java.io.IOException;
import java.io.StringReader;
import java.io.UncheckedIOException;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.minhash.MinHashFilter;
import org.apache.lucene.analysis.shingle.ShingleFilter;
import org.apache.lucene.analysis.standard.StandardTokenizer;
import org.apache.lucene.analysis.tokenattributes.CharTermAttribute;

/**
 * Lucene's {@code min_hash} token filter with its defaults (512 buckets of one hash, rotation) over shingles of five words of the standard
 * tokenizer, as in Elasticsearch's documentation, and bands over its terms as in Solr's query parser for it.
 */
final class LuceneMinHash {

    private static final int SHINGLE = 5;
    private static final int BUCKETS = 512;

    private LuceneMinHash() {}

    /**
     * Returns the keys of a text.
     *
     * @param rows terms per band
     */
    static long[] bands(String text, int rows) {
        return MinHash.bands(terms(text), rows);
    }

    /** Returns the hashes of the 512 terms of a text, one per bucket, or {@code null} for a text of fewer than five words. */
    static long[] terms(String text) {
        StandardTokenizer words = new StandardTokenizer();
        words.setReader(new StringReader(text));
        ShingleFilter shingles = new ShingleFilter(words, SHINGLE, SHINGLE);
        shingles.setOutputUnigrams(false);
        long[] terms = new long[BUCKETS];
        int size = 0;
        try (TokenStream stream = new MinHashFilter(shingles, 1, BUCKETS, 1, true)) {
            CharTermAttribute term = stream.addAttribute(CharTermAttribute.class);
            stream.reset();
            while (stream.incrementToken()) {
                terms[size++] = Hash64.of(term);
            }
            stream.end();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
        return size == BUCKETS ? terms : null;
    }

    /**
     * Returns the number of terms per band for a probability that similar documents share a band, by the formula of Solr's query parser.
     *
     * @param similarity similarity of documents to find
     * @param chance probability that they are found, below 1
     */
    static int rows(double similarity, double chance) {
        for (int bands = 1; bands <= BUCKETS; bands++) {
            int rows = BUCKETS / bands;
            if (1 - Math.pow(1 - Math.pow(similarity, rows), bands) > chance) {
                return rows;
            }
        }
        return 1;
    }
}
