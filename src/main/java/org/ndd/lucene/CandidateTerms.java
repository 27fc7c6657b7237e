package org.ndd.lucene;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.TreeMap;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.ndd.core.group.FrequencyRule;

/**
 * The terms that lead to candidates for being near-duplicates of some pages, and what each counts in one shard: {@link
 * FrequencyRule#weight} of the number of documents that have it, as in a run. Fingerprints on more than 1 % of the
 * documents, at least 1,000, are not used; equal digests always are. Immutable; bounded by the pages, not by the shard.
 */
public final class CandidateTerms {

    /** Pages that can be looked for at once: a bit each. */
    public static final int MAX_PROBES = Long.SIZE;

    private final String fingerprintField;
    private final String digestField;
    private final List<Probe> probes;
    private final int minimumShared;
    private final List<Term> used = new ArrayList<>();
    private final int tooCommon;

    /**
     * @param probes bits of the pages that have it
     * @param weight what it counts for each, see {@link FrequencyRule#weight}; 0 for a digest
     */
    record Term(BytesRef bytes, boolean digest, long probes, int weight) {}

    /**
     * Looks the terms up in every segment of a shard.
     *
     * @param probes the pages; 1 to {@link #MAX_PROBES}
     * @param minimumShared fingerprints that a candidate shares with one page at least, unless the digests are equal
     */
    public CandidateTerms(
            IndexReader reader, String fingerprintField, String digestField, List<Probe> probes, int minimumShared)
            throws IOException {
        if (probes.isEmpty() || probes.size() > MAX_PROBES) {
            throw new IllegalArgumentException(
                    "[probes] must be between [1] and [" + MAX_PROBES + "], but was [" + probes.size() + "]");
        }
        this.fingerprintField = fingerprintField;
        this.digestField = digestField;
        this.probes = List.copyOf(probes);
        this.minimumShared = minimumShared;
        TreeMap<String, Long> fingerprints = new TreeMap<>();
        TreeMap<String, Long> digests = new TreeMap<>();
        for (int probe = 0; probe < probes.size(); probe++) {
            long bit = 1L << probe;
            probes.get(probe).fingerprints().forEach(term -> fingerprints.merge(term, bit, (a, b) -> a | b));
            if (probes.get(probe).digest() != null) {
                digests.merge(probes.get(probe).digest(), bit, (a, b) -> a | b);
            }
        }
        digests.forEach((digest, bits) -> used.add(new Term(new BytesRef(digest), true, bits, 0)));
        FrequencyRule rule = FrequencyRule.capped(FrequencyRule.relativeCap(reader.numDocs()));
        List<BytesRef> terms = fingerprints.keySet().stream().map(BytesRef::new).toList();
        long[] frequencies = frequencies(reader, terms, rule.cap() + 1);
        int dropped = 0;
        int i = 0;
        for (long bits : fingerprints.values()) {
            if (rule.keep(frequencies[i]) == false) {
                dropped++;
            } else if (frequencies[i] > 0) {
                used.add(new Term(terms.get(i), false, bits, FrequencyRule.weight(frequencies[i])));
            }
            i++;
        }
        this.tooCommon = dropped;
    }

    /** How many visible documents have each term, or {@code enough} where there are at least as many. */
    private long[] frequencies(IndexReader reader, List<BytesRef> terms, long enough) throws IOException {
        long[] frequencies = new long[terms.size()];
        for (LeafReaderContext leaf : reader.leaves()) {
            TermsEnum dictionary = dictionary(leaf.reader(), fingerprintField);
            for (int i = 0; dictionary != null && i < frequencies.length; i++) {
                if (frequencies[i] < enough && dictionary.seekExact(terms.get(i))) {
                    long more = frequency(dictionary, leaf.reader().getLiveDocs(), enough - frequencies[i]);
                    frequencies[i] = Math.min(enough, frequencies[i] + more);
                }
            }
        }
        return frequencies;
    }

    /** Documents that are deleted, or that the user may not see, are not counted: they must not decide about others. */
    private static long frequency(TermsEnum term, Bits visible, long enough) throws IOException {
        if (visible == null) {
            return term.docFreq();
        }
        long count = 0;
        PostingsEnum docs = term.postings(null, PostingsEnum.NONE);
        while (count < enough && docs.nextDoc() != DocIdSetIterator.NO_MORE_DOCS) {
            count += visible.get(docs.docID()) ? 1 : 0;
        }
        return count;
    }

    private static TermsEnum dictionary(LeafReader reader, String field) throws IOException {
        Terms terms = reader.terms(field);
        return terms == null ? null : terms.iterator();
    }

    /** How many fingerprints of the pages are on too many documents to be used. */
    public int tooCommon() {
        return tooCommon;
    }

    int minimumShared() {
        return minimumShared;
    }

    List<Probe> probes() {
        return probes;
    }

    /**
     * A walk over the candidates in one segment, or null where there is none.
     *
     * @param reader a segment of the shard
     * @param accepted which visible documents may be candidates, and for which of the pages
     * @param check called now and then on the way; may throw
     */
    public CandidateWalk walk(LeafReader reader, CandidateWalk.Accepted accepted, Runnable check) throws IOException {
        TermsEnum fingerprints = dictionary(reader, fingerprintField);
        TermsEnum digests = dictionary(reader, digestField);
        List<CandidateWalk.Postings> postings = new ArrayList<>();
        for (Term term : used) {
            TermsEnum dictionary = term.digest() ? digests : fingerprints;
            if (dictionary != null && dictionary.seekExact(term.bytes())) {
                postings.add(new CandidateWalk.Postings(dictionary.postings(null, PostingsEnum.NONE), term));
            }
        }
        Bits live = reader.getLiveDocs();
        CandidateWalk.Accepted visible = live == null ? accepted : doc -> live.get(doc) ? accepted.probes(doc) : 0;
        return postings.isEmpty() ? null : new CandidateWalk(this, postings, visible, check);
    }
}
