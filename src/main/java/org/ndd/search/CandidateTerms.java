package org.ndd.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.apache.lucene.index.IndexReader;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.PostingsEnum;
import org.apache.lucene.index.Terms;
import org.apache.lucene.index.TermsEnum;
import org.apache.lucene.util.Bits;
import org.apache.lucene.util.BytesRef;
import org.ndd.core.group.FrequencyRule;
import org.ndd.ingest.VisibleTerms;

/**
 * Terms by which near-duplicate candidates of pages are found, with their weights in one shard. The weight is {@link FrequencyRule#weight}
 * of the number of documents that have the term, as in a run. Equal digests are always used.
 *
 * <p>Fingerprints in more than 1 % of the documents, but at least 1,000, are mostly boilerplate, and a page has rarer ones. They are used
 * for a page if at least half of its fingerprints are so common. In that case the page belongs to a large set of similar pages, which no
 * other term finds. The first {@value #COMMON_TERMS} of these, in the order of terms, are sufficient, since a near-duplicate has most of
 * them. For each, the first {@value #COMMON_DOCUMENTS} visible documents per segment count. Immutable; the size is limited by the pages,
 * not by the shard.
 */
final class CandidateTerms {

    /** Maximum number of pages per search: one bit each. */
    static final int MAX_PROBES = Long.SIZE;

    /**
     * Number of too common fingerprints that are used per page. A page that shares half of all fingerprints has none of these with
     * probability 1/256.
     */
    private static final int COMMON_TERMS = 8;

    /**
     * Maximum number of documents per segment that count for such a fingerprint. Reading those of eight fingerprints takes some hundredths
     * of a second.
     */
    static final int COMMON_DOCUMENTS = 1 << 16;

    private final String fingerprintField;
    private final String digestField;
    private final List<Probe> probes;
    private final int minimumShared;
    private final List<Term> used = new ArrayList<>();
    private int tooCommon;

    /**
     * @param probes bits of the pages that have the term
     * @param weight weight for each of the pages, see {@link FrequencyRule#weight}; 0 for a digest
     * @param common whether too many documents have the term
     */
    record Term(BytesRef bytes, boolean digest, long probes, int weight, boolean common) {}

    /**
     * Finds the terms in every segment of a shard.
     *
     * @param probes the pages, 1 to {@link #MAX_PROBES}
     * @param minimumShared minimum number of fingerprints that a candidate shares with one page, unless the digests are equal
     * @param check called before each term of each segment; may throw to end the search
     */
    CandidateTerms(
            IndexReader reader,
            String fingerprintField,
            String digestField,
            List<Probe> probes,
            int minimumShared,
            Runnable check)
            throws IOException {
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
        digests.forEach((digest, bits) -> used.add(new Term(new BytesRef(digest), true, bits, 0, false)));
        FrequencyRule rule = FrequencyRule.capped(FrequencyRule.relativeCap(reader.numDocs()));
        List<BytesRef> terms = fingerprints.keySet().stream().map(BytesRef::new).toList();
        long[] frequencies = frequencies(reader, terms, rule.cap() + 1, check);
        long[] bits = fingerprints.values().stream().mapToLong(Long::longValue).toArray();
        for (int i = 0; i < bits.length; i++) {
            if (frequencies[i] > 0 && rule.keep(frequencies[i])) {
                used.add(new Term(terms.get(i), false, bits[i], FrequencyRule.weight(frequencies[i]), false));
            }
        }
        addCommon(terms, bits, frequencies, rule);
    }

    private void addCommon(List<BytesRef> terms, long[] bits, long[] frequencies, FrequencyRule rule) {
        int[] common = new int[probes.size()];
        for (int i = 0; i < bits.length; i++) {
            for (long left = rule.keep(frequencies[i]) ? 0 : bits[i]; left != 0; left &= left - 1) {
                common[Long.numberOfTrailingZeros(left)]++;
            }
        }
        int[] most = new int[common.length];
        for (int probe = 0; probe < most.length; probe++) {
            boolean isOfCrowd =
                    2 * common[probe] >= probes.get(probe).fingerprints().size();
            most[probe] = isOfCrowd ? Math.max(COMMON_TERMS, minimumShared) : 0;
        }
        for (int i = 0; i < bits.length; i++) {
            if (rule.keep(frequencies[i]) == false) {
                long selected = 0;
                for (long left = bits[i]; left != 0; left &= left - 1) {
                    int probe = Long.numberOfTrailingZeros(left);
                    selected |= most[probe]-- > 0 ? 1L << probe : 0;
                }
                tooCommon += selected == bits[i] ? 0 : 1;
                if (selected != 0) {
                    used.add(new Term(terms.get(i), false, selected, FrequencyRule.weight(frequencies[i]), true));
                }
            }
        }
    }

    /** Returns the number of visible documents of each term, counted up to {@code enough}. */
    private long[] frequencies(IndexReader reader, List<BytesRef> terms, long enough, Runnable check)
            throws IOException {
        long[] frequencies = new long[terms.size()];
        for (LeafReaderContext leaf : reader.leaves()) {
            TermsEnum dictionary = dictionary(leaf.reader(), fingerprintField);
            for (int i = 0; dictionary != null && i < frequencies.length; i++) {
                check.run();
                if (frequencies[i] < enough && dictionary.seekExact(terms.get(i))) {
                    long more =
                            VisibleTerms.frequency(dictionary, leaf.reader().getLiveDocs(), enough - frequencies[i]);
                    frequencies[i] = Math.min(enough, frequencies[i] + more);
                }
            }
        }
        return frequencies;
    }

    private static TermsEnum dictionary(LeafReader reader, String field) throws IOException {
        Terms terms = reader.terms(field);
        return terms == null ? null : terms.iterator();
    }

    /** Returns the number of fingerprints in too many documents, which are not used for all pages that have them. */
    int tooCommon() {
        return tooCommon;
    }

    int minimumShared() {
        return minimumShared;
    }

    List<Probe> probes() {
        return probes;
    }

    /**
     * Returns an iterator over the candidates in one segment, or null if there are none.
     *
     * @param reader a segment of the shard
     * @param accepted determines which visible documents may be candidates, and for which pages
     * @param check called periodically; may throw to end the search
     * @param cut called if more documents of the segment have a fingerprint than are read, possibly several times
     */
    CandidateWalk walk(LeafReader reader, CandidateWalk.DocFilter accepted, Runnable check, Runnable cut)
            throws IOException {
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
        CandidateWalk.DocFilter visible = live == null ? accepted : doc -> live.get(doc) ? accepted.probes(doc) : 0;
        return postings.isEmpty() ? null : new CandidateWalk(this, postings, visible, check, cut);
    }

    /**
     * A page whose near-duplicates are searched.
     *
     * @param fingerprints its distinct fingerprint terms. Only the first {@value #MAX_FINGERPRINTS} in their order are used, which limits
     *     the number of posting lists that are read at the same time. The share of them that a near-duplicate has is about the same as its
     *     share of all
     * @param digest digest of its text, or null if it has none
     */
    public record Probe(Set<String> fingerprints, String digest) {

        static final int MAX_FINGERPRINTS = 1024;

        public Probe {
            fingerprints = fingerprints.size() <= MAX_FINGERPRINTS
                    ? Set.copyOf(fingerprints)
                    : fingerprints.stream().sorted().limit(MAX_FINGERPRINTS).collect(Collectors.toUnmodifiableSet());
        }
    }
}
