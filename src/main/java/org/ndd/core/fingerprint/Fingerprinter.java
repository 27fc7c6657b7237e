package org.ndd.core.fingerprint;

import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.ndd.core.text.ContentDigest;
import org.ndd.core.text.Sentences.Sentence;

/**
 * Computes the fingerprints of a document from its sentences, by a scheme of {@link FingerprintParameters.Scheme}. Immutable and
 * thread-safe; O(n) hashing, and O(s log s) for s sentences.
 *
 * <p>Sources: section 4.2 of the PKU report for {@code ROTATIONS}; {@code PASSAGES} keeps the smallest hashes of passages, the shortest
 * runs of sentences that are wide enough. A long sentence is a separate passage, so that an edit of its neighbor does not change its
 * fingerprint. Text repeated on a site yields fingerprints that occur only on that site and can be recognized as such. Near-duplicates
 * among short texts may share no passage, so a text with fewer than {@value #FEW_PASSAGES} passages has {@link CharacterGrams} too. With
 * {@code NOISE}, each text has these in the places that passages leave, at least half of all places.
 */
public final class Fingerprinter {

    /**
     * Minimum number of passages of a text without grams. Of near pairs with fewer, up to 96 % share no passage (one or two passages,
     * German descriptions); of those with more, 0.6 % (news).
     */
    static final int FEW_PASSAGES = 8;

    /**
     * Maximum number of grams of a text. With 8, all near pairs of products and descriptions share a fingerprint; 16 cost twice the
     * comparisons.
     */
    static final int MAX_GRAMS = 8;

    private final FingerprintParameters parameters;

    public Fingerprinter(FingerprintParameters parameters) {
        this.parameters = parameters;
    }

    /**
     * Returns the fingerprints of a document.
     *
     * @param sentences sentences in the order of the text
     * @return distinct fingerprints, ascending; empty if no sentence, and not all of them together, are long enough
     */
    public long[] fingerprints(List<Sentence> sentences) {
        List<Sentence> eligible = sentences.stream().filter(this::isEligible).toList();
        return switch (parameters.scheme()) {
            case PASSAGES, NOISE -> passagesAndGrams(eligible, null, sentences, null);
            case ROTATIONS -> rotations(eligible);
        };
    }

    /**
     * Returns the fingerprints of a document that are made only of some of its sentences, such as those of a site's boilerplate. Empty with
     * {@code ROTATIONS}, which takes sentences from all over the document.
     *
     * @param sentences sentences in the order of the text
     * @param some indices of these sentences
     * @return distinct fingerprints, ascending
     */
    public long[] fingerprintsWithin(List<Sentence> sentences, BitSet some) {
        if (parameters.scheme() == FingerprintParameters.Scheme.ROTATIONS) {
            return new long[0];
        }
        List<Sentence> eligible = new ArrayList<>(sentences.size());
        BitSet within = new BitSet();
        for (int i = 0; i < sentences.size(); i++) {
            if (isEligible(sentences.get(i))) {
                within.set(eligible.size(), some.get(i));
                eligible.add(sentences.get(i));
            }
        }
        return some.isEmpty() ? new long[0] : passagesAndGrams(eligible, within, sentences, some);
    }

    /**
     * Returns the smallest passages; in addition grams if there are few passages, or if texts have noise.
     *
     * @param within indices of the eligible sentences from which passages must be made; {@code null} for all
     * @param some indices of the sentences from which grams must be made; {@code null} for all
     */
    private long[] passagesAndGrams(List<Sentence> eligible, BitSet within, List<Sentence> sentences, BitSet some) {
        boolean noise = parameters.scheme() == FingerprintParameters.Scheme.NOISE;
        SmallestPassages passages = passages(eligible, noise ? (parameters.buckets() + 1) / 2 : parameters.buckets());
        long[] values = passages.values(within);
        if (noise || passages.size() < FEW_PASSAGES) {
            int places = parameters.buckets() - passages.size();
            int free = noise ? places : Math.min(MAX_GRAMS, places);
            SmallestValues grams = CharacterGrams.smallest(sentences, free);
            int ofPassages = values.length;
            values = Arrays.copyOf(values, ofPassages + grams.size());
            values = Arrays.copyOf(values, grams.copy(grams.size(), some, values, ofPassages));
        }
        Arrays.sort(values);
        return values;
    }

    private boolean isEligible(Sentence sentence) {
        return sentence.keyWidth() > parameters.minSentence();
    }

    private SmallestPassages passages(List<Sentence> sentences, int places) {
        MessageDigest md5 = ContentDigest.md5();
        byte[][] keys = sentences.stream().map(Fingerprinter::bytes).toArray(byte[][]::new);
        SmallestPassages smallest = new SmallestPassages(places);
        int end = 0;
        int width = 0;
        for (int start = 0; start < keys.length; start++) {
            while (width <= parameters.minWidth() && end < keys.length) {
                width += sentences.get(end++).keyWidth();
            }
            if (width <= parameters.minWidth()) {
                break;
            }
            boolean withinLine =
                    sentences.get(start).line() == sentences.get(end - 1).line();
            smallest.offer(digest(keys, start, end, md5), start, end, withinLine);
            width -= sentences.get(start).keyWidth();
        }
        if (smallest.size() == 0 && keys.length > 0) {
            smallest.offer(digest(keys, 0, keys.length, md5), 0, keys.length, true);
        }
        return smallest;
    }

    /** Returns the fingerprint of the digest of the keys of consecutive sentences, with a zero byte between each two. */
    private static long digest(byte[][] keys, int start, int end, MessageDigest md5) {
        for (int i = start; i < end; i++) {
            if (i > start) {
                md5.update((byte) 0);
            }
            md5.update(keys[i]);
        }
        return FingerprintTerms.fingerprint(ByteBuffer.wrap(md5.digest()).getLong());
    }

    private long[] rotations(List<Sentence> sentences) {
        MessageDigest md5 = ContentDigest.md5();
        Map<String, Integer> widths = new HashMap<>();
        List<Digest> digests = new ArrayList<>();
        for (Sentence sentence : sentences) {
            if (widths.put(sentence.key(), sentence.keyWidth()) == null) {
                ByteBuffer digest = ByteBuffer.wrap(md5.digest(bytes(sentence)));
                digests.add(new Digest(digest.getLong(), digest.getLong(), sentence.keyWidth()));
            }
        }
        Set<Long> fingerprints = new TreeSet<>();
        for (int round = 0; round < parameters.rounds(); round++) {
            List<List<Digest>> buckets = new ArrayList<>();
            for (int bucket = 0; bucket < parameters.buckets(); bucket++) {
                buckets.add(new ArrayList<>());
            }
            for (Digest digest : digests) {
                Digest rotated = digest.rotateLeft(round);
                buckets.get(rotated.mod(parameters.buckets())).add(rotated);
            }
            for (List<Digest> bucket : buckets) {
                addFingerprint(bucket, md5, fingerprints);
            }
        }
        return fingerprints.stream().mapToLong(Long::longValue).toArray();
    }

    private void addFingerprint(List<Digest> bucket, MessageDigest md5, Set<Long> fingerprints) {
        if (bucket.size() < parameters.perBucket()) {
            return;
        }
        bucket.sort(null);
        ByteBuffer smallest = ByteBuffer.allocate(parameters.perBucket() * 2 * Long.BYTES);
        int width = 0;
        for (Digest digest : bucket.subList(0, parameters.perBucket())) {
            smallest.putLong(digest.high).putLong(digest.low);
            width += digest.width;
        }
        if (width > parameters.minWidth()) {
            fingerprints.add(FingerprintTerms.fingerprint(
                    ByteBuffer.wrap(md5.digest(smallest.array())).getLong()));
        }
    }

    /** A 128-bit digest without sign, and the width of the key of which it is the digest. */
    private record Digest(long high, long low, int width) implements Comparable<Digest> {

        Digest rotateLeft(int bytes) {
            int bits = 8 * bytes;
            long h = bits < Long.SIZE ? high : low;
            long l = bits < Long.SIZE ? low : high;
            int shift = bits % Long.SIZE;
            return shift == 0
                    ? new Digest(h, l, width)
                    : new Digest(h << shift | l >>> Long.SIZE - shift, l << shift | h >>> Long.SIZE - shift, width);
        }

        /** Returns the remainder by long division, 32 bits at a time, for which a small modulus leaves room. */
        int mod(int modulus) {
            long rest = (high >>> 32) % modulus;
            rest = (rest << 32 | high & 0xFFFFFFFFL) % modulus;
            rest = (rest << 32 | low >>> 32) % modulus;
            return (int) ((rest << 32 | low & 0xFFFFFFFFL) % modulus);
        }

        @Override
        public int compareTo(Digest other) {
            int byHigh = Long.compareUnsigned(high, other.high);
            return byHigh != 0 ? byHigh : Long.compareUnsigned(low, other.low);
        }
    }

    private static byte[] bytes(Sentence sentence) {
        return sentence.key().getBytes(StandardCharsets.UTF_8);
    }
}
