package org.ndd.core.fingerprint;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collections;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.SortedSet;
import java.util.TreeMap;
import java.util.TreeSet;
import org.elasticsearch.common.hash.MessageDigests;
import org.ndd.core.text.Sentences.Sentence;
import org.ndd.core.text.Width;

/** A slow implementation of fingerprints, with sets of sentences and big integers, to compare {@link Fingerprinter} with. */
final class ReferenceFingerprints {

    static final BigInteger TWO_TO_128 = BigInteger.ONE.shiftLeft(128);

    private ReferenceFingerprints() {}

    static byte[] md5(String text) {
        return MessageDigests.md5().digest(text.getBytes(StandardCharsets.UTF_8));
    }

    static BigInteger number(byte[] bytes) {
        return new BigInteger(1, bytes);
    }

    static BigInteger fingerprint(byte[] digest) {
        return scaled(number(digest).shiftRight(64));
    }

    /** The first 63 of 64 bits as a part of 36^8. */
    static BigInteger scaled(BigInteger hash) {
        return hash.shiftRight(1).multiply(BigInteger.valueOf(36).pow(8)).shiftRight(63);
    }

    static List<Sentence> eligible(List<Sentence> sentences, FingerprintParameters parameters) {
        return sentences.stream()
                .filter(s -> s.keyWidth() > parameters.minSentence())
                .toList();
    }

    static SortedSet<BigInteger> passages(List<Sentence> all, FingerprintParameters parameters) {
        List<Sentence> sentences = eligible(all, parameters);
        SortedSet<BigInteger> values = new TreeSet<>();
        SortedSet<BigInteger> prose = new TreeSet<>();
        for (int start = 0; start < sentences.size(); start++) {
            for (int end = start + 1; end <= sentences.size(); end++) {
                List<Sentence> passage = sentences.subList(start, end);
                if (passage.stream().mapToInt(Sentence::keyWidth).sum() > parameters.minWidth()) {
                    BigInteger v = fingerprint(md5(joined(passage)));
                    values.add(v);
                    if (passage.get(0).line() == passage.get(passage.size() - 1).line()) {
                        prose.add(v);
                    }
                    break;
                }
            }
        }
        if (values.isEmpty() && sentences.isEmpty() == false) {
            return new TreeSet<>(List.of(fingerprint(md5(joined(sentences)))));
        }
        // half of the fingerprints are of prose: if the smallest include fewer, the next fingerprints of prose replace
        // the largest others
        int places = parameters.noise() ? (parameters.buckets() + 1) / 2 : parameters.buckets();
        SortedSet<BigInteger> kept = new TreeSet<>(values.stream().limit(places).toList());
        for (BigInteger v : prose) {
            SortedSet<BigInteger> others = new TreeSet<>(kept);
            others.removeAll(prose);
            if (kept.size() - others.size() < places / 2 && kept.add(v) && kept.size() > places) {
                kept.remove(others.last());
            }
        }
        return kept;
    }

    static String joined(List<Sentence> sentences) {
        return String.join("\u0000", sentences.stream().map(Sentence::key).toList());
    }

    /** The passages and, if there are few, the smallest grams, optionally of the selected sentences only. */
    static SortedSet<BigInteger> passagesAndGrams(
            List<Sentence> sentences, FingerprintParameters parameters, BitSet some) {
        SortedSet<BigInteger> kept = passages(sentences, parameters);
        if (kept.size() >= 8 && parameters.noise() == false) {
            return kept;
        }
        Map<BigInteger, BitSet> grams = new TreeMap<>();
        List<Integer> sentenceOf = new ArrayList<>();
        StringBuilder text = new StringBuilder();
        for (int i = 0; i < sentences.size(); i++) {
            text.append(sentences.get(i).key());
            sentenceOf.addAll(Collections.nCopies(sentences.get(i).key().length(), i));
        }
        for (int start = 0; start < text.length(); start++) {
            int end = start + 1;
            while (end < text.length() && Width.of(text.substring(start, end)) < 14) {
                end++;
            }
            if (Width.of(text.substring(start, end)) >= 14) {
                BitSet of = new BitSet();
                sentenceOf.subList(start, end).forEach(of::set);
                grams.putIfAbsent(gram(text.substring(start, end)), of);
            }
        }
        int most = Math.min(
                parameters.noise() ? FingerprintParameters.MAX_FINGERPRINTS : 8, parameters.buckets() - kept.size());
        SortedSet<BigInteger> all = new TreeSet<>(kept);
        grams.entrySet().stream().limit(most).forEach(gram -> {
            if (some == null || isWithin(gram.getValue(), some)) {
                all.add(gram.getKey());
            }
        });
        return all;
    }

    static boolean isWithin(BitSet sentences, BitSet some) {
        return sentences.stream().allMatch(some::get);
    }

    /** The fingerprint of the mixed polynomial hash of the characters, modulo 2^64. */
    static BigInteger gram(String text) {
        BigInteger modulus = BigInteger.ONE.shiftLeft(64);
        BigInteger hash = BigInteger.ZERO;
        for (char c : text.toCharArray()) {
            hash = hash.multiply(new BigInteger("9E3779B97F4A7C15", 16))
                    .add(BigInteger.valueOf(c))
                    .mod(modulus);
        }
        for (String factor : List.of("FF51AFD7ED558CCD", "C4CEB9FE1A85EC53")) {
            hash = hash.xor(hash.shiftRight(33))
                    .multiply(new BigInteger(factor, 16))
                    .mod(modulus);
        }
        return scaled(hash.xor(hash.shiftRight(33)));
    }

    static SortedSet<BigInteger> rotations(List<Sentence> all, FingerprintParameters parameters) {
        Map<String, Integer> widths = new LinkedHashMap<>();
        eligible(all, parameters).forEach(s -> widths.put(s.key(), s.keyWidth()));
        SortedSet<BigInteger> fingerprints = new TreeSet<>();
        for (int round = 0; round < parameters.rounds(); round++) {
            for (int bucket = 0; bucket < parameters.buckets(); bucket++) {
                TreeMap<BigInteger, Integer> inBucket = new TreeMap<>();
                for (Map.Entry<String, Integer> entry : widths.entrySet()) {
                    BigInteger r = rotateLeft(number(md5(entry.getKey())), round);
                    if (r.mod(BigInteger.valueOf(parameters.buckets())).intValue() == bucket) {
                        inBucket.put(r, entry.getValue());
                    }
                }
                List<BigInteger> smallest =
                        inBucket.keySet().stream().limit(parameters.perBucket()).toList();
                int width = smallest.stream().mapToInt(inBucket::get).sum();
                if (smallest.size() == parameters.perBucket() && width > parameters.minWidth()) {
                    ByteBuffer bytes = ByteBuffer.allocate(16 * smallest.size());
                    smallest.forEach(r -> bytes.put(sixteenBytes(r)));
                    fingerprints.add(fingerprint(MessageDigests.md5().digest(bytes.array())));
                }
            }
        }
        return fingerprints;
    }

    static BigInteger rotateLeft(BigInteger value, int bytes) {
        BigInteger shifted = value.shiftLeft(8 * bytes);
        return shifted.mod(TWO_TO_128).or(shifted.divide(TWO_TO_128));
    }

    static byte[] sixteenBytes(BigInteger value) {
        byte[] bytes = value.add(TWO_TO_128).toByteArray();
        return Arrays.copyOfRange(bytes, bytes.length - 16, bytes.length);
    }
}
