package org.ndd.core.partition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.IntStream;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.CanonicalRule.CanonicalCandidate;
import org.ndd.core.group.Rank;

/**
 * Documents in rank order. In this package a document is identified by its position here: the first in rank order is 0. Not thread-safe.
 */
final class RankedDocuments {

    private final List<Ranked> documents;
    /** Boilerplate of each document; null if none is known. */
    private final SiteBoilerplate[] boilerplateOf;

    private final KeptPages pages = new KeptPages(Runtime.getRuntime().maxMemory() / 10);
    /** Keys that keep each document apart from others; null if no document is kept apart from any. */
    private final MustAgreeKeys[] mustAgreeKeys;

    record Ranked(PartitionDocument document, Rank rank) {

        static final Comparator<Ranked> ORDER = Comparator.comparing(Ranked::rank)
                .thenComparing(ranked -> ranked.document.index())
                .thenComparing(ranked -> ranked.document.id());

        boolean isSameAs(Ranked other) {
            return document.index().equals(other.document.index())
                    && document.id().equals(other.document.id());
        }
    }

    private RankedDocuments(List<Ranked> documents, Function<String, SiteBoilerplate> boilerplate) {
        this.documents = documents;
        this.boilerplateOf = documents.stream()
                .map(ranked -> boilerplate.apply(ranked.document.site()))
                .toArray(SiteBoilerplate[]::new);
        boolean noKeys = documents.stream().allMatch(ranked -> ranked.document.mustAgreeKeys() == MustAgreeKeys.NONE);
        this.mustAgreeKeys = noKeys
                ? null
                : documents.stream()
                        .map(ranked -> ranked.document.mustAgreeKeys())
                        .toArray(MustAgreeKeys[]::new);
    }

    /**
     * Orders documents.
     *
     * @param unordered documents of different index and id
     */
    static RankedDocuments of(
            Collection<PartitionDocument> unordered,
            PartitionParameters parameters,
            Function<String, SiteBoilerplate> boilerplate) {
        List<Ranked> ordered = unordered.stream()
                .map(document -> new Ranked(document, rank(document, parameters)))
                .sorted(Ranked.ORDER)
                .toList();
        for (int i = 1; i < ordered.size(); i++) {
            if (ordered.get(i).isSameAs(ordered.get(i - 1))) {
                throw new IllegalArgumentException("[documents] must have different ids, but was ["
                        + ordered.get(i).document().id() + "] twice");
            }
        }
        return new RankedDocuments(ordered, boilerplate);
    }

    /** Returns documents that are in rank order already. */
    static RankedDocuments inGivenOrder(
            List<PartitionDocument> ordered, Function<String, SiteBoilerplate> boilerplate) {
        List<Ranked> ranked = new ArrayList<>(ordered.size());
        for (PartitionDocument document : ordered) {
            ranked.add(new Ranked(document, new Rank(Long.MIN_VALUE, ranked.size())));
        }
        return new RankedDocuments(ranked, boilerplate);
    }

    private static Rank rank(PartitionDocument document, PartitionParameters parameters) {
        Rank rank = Rank.of(document.id());
        if (parameters.references().contains(document.index())) {
            return rank.ofReference();
        }
        return parameters.candidates().isOfSets()
                ? rank.byFingerprints(document.content().fingerprints().length)
                : rank;
    }

    int size() {
        return documents.size();
    }

    PartitionDocument document(int place) {
        return documents.get(place).document();
    }

    long rankHigh(int place) {
        return documents.get(place).rank().high();
    }

    boolean isOfReference(int place) {
        return Rank.isOfReference(rankHigh(place));
    }

    /** Returns the number of documents of the reference, which are the first. */
    int references() {
        return (int) IntStream.range(0, size()).takeWhile(this::isOfReference).count();
    }

    /** Returns the fingerprints of a document without those of its site's boilerplate. */
    long[] ownFingerprints(int place) {
        PartitionDocument document = document(place);
        SiteBoilerplate boilerplate = boilerplateOf[place];
        return boilerplate == null || boilerplate.hasFingerprints() == false
                ? document.content().fingerprints()
                : Arrays.stream(document.content().fingerprints())
                        .filter(fingerprint -> boilerplate.hasFingerprint(fingerprint) == false)
                        .toArray();
    }

    CanonicalCandidate canonicalCandidate(int place) {
        PartitionDocument document = document(place);
        return new CanonicalCandidate(
                document.id(),
                documents.get(place).rank(),
                document.content().length(),
                document.url(),
                document.canonicalFields());
    }

    /** Returns a document as it is compared. It is kept with its masked text until memory is needed for others. */
    PreparedPage page(int place) {
        PreparedPage known = pages.get(place);
        if (known == null) {
            known = new PreparedPage(document(place).page(boilerplateOf[place]));
            pages.keep(place, known);
        }
        return known;
    }

    /** Keeps the documents that were used last, in at most a tenth of the heap. */
    static final class KeptPages {

        private final LinkedHashMap<Integer, PreparedPage> pages = new LinkedHashMap<>(16, 0.75f, true);
        private final long maxBytes;
        private long bytes;

        KeptPages(long maxBytes) {
            this.maxBytes = maxBytes;
        }

        PreparedPage get(int place) {
            return pages.get(place);
        }

        /** Keeps a document, and drops others until all fit. One document is kept at any size. */
        void keep(int place, PreparedPage page) {
            pages.put(place, page);
            bytes += page.ramBytes();
            Iterator<PreparedPage> eldest = pages.values().iterator();
            while (bytes > maxBytes && pages.size() > 1) {
                bytes -= eldest.next().ramBytes();
                eldest.remove();
            }
        }

        long bytes() {
            return bytes;
        }
    }

    /** Returns whether two documents are kept apart, so that they are never duplicates. */
    boolean disagree(int a, int b) {
        return mustAgreeKeys != null && mustAgreeKeys[a].disagreesWith(mustAgreeKeys[b]);
    }

    /**
     * Returns for each document its original: the first in rank order with the same digest, equal text, and the same values of the fields
     * that keep documents apart. The values must be the same, not only compatible, so that both are kept apart from the same documents. A
     * digest can be forged, so a document whose text differs is its own original. So is a document with values beyond the first
     * {@link CandidateParameters#DIGEST_KEYS} of a digest, and each document of a reference.
     */
    int[] originals() {
        Map<String, Map<MustAgreeKeys, Integer>> byDigest = new HashMap<>();
        int[] originals = new int[size()];
        Arrays.setAll(originals, place -> {
            PartitionDocument document = document(place);
            if (document.content().digest() == null) {
                return place;
            }
            Map<MustAgreeKeys, Integer> byKeys =
                    byDigest.computeIfAbsent(document.content().digest(), digest -> new HashMap<>());
            if (byKeys.size() < CandidateParameters.DIGEST_KEYS) {
                byKeys.putIfAbsent(document.mustAgreeKeys(), place);
            }
            int other = byKeys.getOrDefault(document.mustAgreeKeys(), place);
            return isOfReference(place) == false && document(other).content().hasTextOf(document.content())
                    ? other
                    : place;
        });
        return originals;
    }
}
