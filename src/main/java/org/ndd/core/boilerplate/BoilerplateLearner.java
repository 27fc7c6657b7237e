package org.ndd.core.boilerplate;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.LongStream;
import java.util.stream.Stream;
import org.ndd.core.boilerplate.SiteBoilerplate.BoilerplateLine;
import org.ndd.core.boilerplate.SiteBoilerplate.Level;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.fingerprint.Fingerprinter;
import org.ndd.core.text.Sentences;
import org.ndd.core.text.Sentences.Sentence;

/**
 * Learns the lines that a family of documents repeats from a sample of them. All lines on half of the documents are boilerplate. Rarer
 * lines are boilerplate if {@linkplain TitleEvidence documents of enough different titles} have them. If titles do not decide, lines are
 * counted over one document per group of similar documents. So an article that a site has twenty times is not boilerplate. A line is also
 * not boilerplate if nearly all documents with it are of one group. Fingerprints that are made of such lines alone belong to the
 * boilerplate too.
 *
 * <p>Thread-safe if the grouping is. Time and memory are bounded by {@link #SAMPLE} documents and {@link #SAMPLE_CHARS} code units.
 */
public final class BoilerplateLearner {

    /** Minimum number of documents of a family with boilerplate: two that repeat a line may be versions of one text. */
    public static final int MIN_PAGES = 3;

    /**
     * Maximum number of documents of a family that are read. A footer on 1 % of a large family is on 20 of them; of 500 it would be on 5,
     * which chance makes 2 or 9.
     */
    public static final int SAMPLE = 2_000;

    /** Maximum number of these documents that are grouped, which takes far longer than counting lines. */
    static final int GROUPED = 500;

    /** Minimum number of documents of a family that is grouped. */
    static final int MIN_GROUPED = 10;

    /** Maximum number of code units of a document that are read, from its beginning. */
    public static final int PAGE_CHARS = 128 << 10;

    /** Approximate maximum number of code units of a sample; a family with longer documents has a smaller sample. */
    public static final long SAMPLE_CHARS = 500L * PAGE_CHARS;

    /** Maximum number of lines of boilerplate: those found on most documents are kept. */
    public static final int MAX_LINES = 10_000;

    /** Maximum number of fingerprints of boilerplate: those of most documents are kept. */
    private static final int MAX_FINGERPRINTS = 10_000;

    private static final int MIN_COUNT = 8;
    /**
     * Minimum number of different titles of a line in a family of fewer than {@link #MIN_GROUPED} documents; half of the documents are
     * also required.
     */
    private static final int MIN_TITLES_OF_SMALL_FAMILY = 3;

    private static final double COMMON_SHARE = 0.5;
    private static final double FULL_SHARE = 0.05;
    /** Minimum number of different titles of a line, as a share of the documents: the footer of a list is on 1 % of a large family. */
    private static final double TITLES_SHARE = 0.01;

    private static final double TITLE_SHARE = 0.2;
    private static final double ONE_GROUP_SHARE = 0.75;

    private final SampleGrouping grouping;
    private final Fingerprinter fingerprinter;

    /** Groups similar documents. */
    @FunctionalInterface
    public interface SampleGrouping {

        /**
         * Groups documents.
         *
         * @param texts masked texts in rank order
         * @return for each text the index of the text that leads its group; its own index if it leads
         */
        int[] leaders(List<String> texts);
    }

    /**
     * @param grouping groups similar documents
     * @param fingerprints parameters of the fingerprints of the documents
     */
    public BoilerplateLearner(SampleGrouping grouping, FingerprintParameters fingerprints) {
        this.grouping = grouping;
        this.fingerprinter = new Fingerprinter(fingerprints);
    }

    /**
     * Learns boilerplate. The result is a function of the set of documents that are used. The selection and order of those that are grouped
     * depend on their texts and not on their ids.
     *
     * @param site name of the family
     * @param sample canonical texts of documents of the family in rank order; the first {@link #SAMPLE} are used, or fewer long ones
     * @param titles titles of the same documents, in the same order; empty if unknown
     * @return {@code null} if the sample is too small for a decision
     */
    public SiteBoilerplate learn(String site, List<String> sample, List<String> titles) {
        if (sample.size() < MIN_PAGES) {
            return null;
        }
        List<SampledDocument> documents =
                SampledDocument.inOrderOfContent(sample.subList(0, sampleSize(sample)), titles);
        List<HashedLines> pages = documents.stream()
                .map(document -> HashedLines.of(document.text()))
                .toList();
        List<String> sampleTitles =
                documents.stream().map(SampledDocument::title).toList();
        boolean few = pages.size() < MIN_GROUPED;
        List<BoilerplateLine> lines = few ? new ArrayList<>() : onManyPages(site, pages);
        double minCount = few
                ? Math.max(MIN_TITLES_OF_SMALL_FAMILY, 0.5 * pages.size())
                : Math.max(MIN_COUNT, TITLE_SHARE * pages.size());
        TitleEvidence evidence = new TitleEvidence(pages, sampleTitles, minCount);
        double minTitles = few ? minCount : Math.max(MIN_COUNT, TITLES_SHARE * pages.size());
        Map<Long, Integer> byTitles = evidence.lines(pages, minTitles, new SiteBoilerplate(site, lines));
        lines.forEach(line -> byTitles.remove(line.hash()));
        lines.addAll(lines(pages, Level.FULL, byTitles, MAX_LINES - lines.size()));
        long[] fingerprints = fingerprints(new SiteBoilerplate(site, lines), few ? List.of() : grouped(pages));
        if (few == false && site.equals(BoilerplateFamilies.NO_HOST) == false) {
            lines.addAll(dated(pages, evidence, minTitles, new SiteBoilerplate(site, lines)));
        }
        lines.addAll(CommonTitles.words(few ? sampleTitles.stream().distinct().toList() : sampleTitles, minCount));
        if (few == false) {
            lines.addAll(CommonTitles.shared(pages, sampleTitles, minTitles, new SiteBoilerplate(site, lines)));
            lines.addAll(Slots.of(documents.stream().map(SampledDocument::text).toList()));
        }
        return few && lines.isEmpty() ? null : new SiteBoilerplate(site, lines, fingerprints);
    }

    /** Returns the number of documents of a sample that are read. */
    private static int sampleSize(List<String> sample) {
        long chars = 0;
        int pages = 0;
        while (pages < Math.min(SAMPLE, sample.size()) && chars < SAMPLE_CHARS) {
            chars += Math.min(PAGE_CHARS, sample.get(pages++).length());
        }
        return pages;
    }

    /** Returns the documents that are grouped. */
    private static List<HashedLines> grouped(List<HashedLines> pages) {
        return pages.subList(0, Math.min(GROUPED, pages.size()));
    }

    /**
     * Returns whether at least half of the documents have enough text in addition to some lines. Documents without a host have no layout in
     * common. If they have little other text, most of them are copies of one text, and its lines are not boilerplate.
     */
    private static boolean haveOtherText(List<HashedLines> pages, SiteBoilerplate lines) {
        long enough = pages.stream()
                .filter(page -> {
                    int left = page.lengthWithout(lines::hasLine);
                    return left >= TitleEvidence.OWN_TEXT || 2 * left >= page.lengthWithout(hash -> false);
                })
                .count();
        return 2 * enough >= pages.size();
    }

    /** Returns lines that are boilerplate because many documents have them, if each group of similar documents counts as one. */
    private List<BoilerplateLine> onManyPages(String site, List<HashedLines> pages) {
        List<BoilerplateLine> lines = new ArrayList<>(repeated(pages, Level.COMMON, COMMON_SHARE, Set.of(), MAX_LINES));
        if (site.equals(BoilerplateFamilies.NO_HOST)
                && haveOtherText(pages, new SiteBoilerplate(site, lines)) == false) {
            lines.clear();
        }
        SiteBoilerplate common = new SiteBoilerplate(site, lines);
        List<HashedLines> masked = grouped(pages).stream()
                .map(page -> common.mask(page, Level.COMMON))
                .toList();
        int[] leaderOf = grouping.leaders(masked.stream().map(HashedLines::text).toList());
        Map<Integer, List<HashedLines>> groups = new TreeMap<>();
        for (int page = 0; page < leaderOf.length; page++) {
            groups.computeIfAbsent(leaderOf[page], leader -> new ArrayList<>()).add(masked.get(page));
        }
        List<HashedLines> leaders = groups.keySet().stream().map(masked::get).toList();
        lines.addAll(repeated(
                leaders, Level.FULL, FULL_SHARE, linesOfOneGroup(masked, groups.values()), MAX_LINES - lines.size()));
        return lines;
    }

    /**
     * Returns lines that belong to an article even if many groups have them. If a site has an article in very many versions, those with
     * much other text lead separate groups. But most of the documents with a line of the article are in one group.
     */
    private static Set<Long> linesOfOneGroup(List<HashedLines> pages, Collection<List<HashedLines>> groups) {
        Map<Long, Integer> onPages = LineCounts.atLeast(pages.stream().map(HashedLines::different), MIN_COUNT);
        Set<Long> lines = new HashSet<>();
        for (List<HashedLines> group : groups) {
            LineCounts.atLeast(group.stream().map(HashedLines::different), ONE_GROUP_SHARE * MIN_COUNT)
                    .forEach((line, count) -> {
                        if (count > ONE_GROUP_SHARE * onPages.getOrDefault(line, Integer.MAX_VALUE)) {
                            lines.add(line);
                        }
                    });
        }
        return lines;
    }

    /**
     * Returns the lines with a date that documents with enough different titles have with different numbers. They are only of use between
     * two sites, so the family of the documents without a site needs none.
     */
    private static List<BoilerplateLine> dated(
            List<HashedLines> pages, TitleEvidence evidence, double minTitles, SiteBoilerplate known) {
        List<HashedLines> withForms =
                pages.stream().map(page -> page.withForms(known::hasLine)).toList();
        Map<Long, Integer> counts = evidence.lines(withForms, minTitles, known);
        return lines(withForms, Level.DATED, counts, Integer.MAX_VALUE).stream()
                .filter(line -> line.hash()
                        == LineHash.ofForm(line.text(), 0, line.text().length()))
                .limit(MAX_LINES - known.lines().size())
                .toList();
    }

    /** Returns the fingerprints that are made of boilerplate lines alone in enough documents. */
    private long[] fingerprints(SiteBoilerplate boilerplate, List<HashedLines> pages) {
        Map<Long, Integer> counts = new HashMap<>();
        for (HashedLines page : boilerplate.isEmpty() ? List.<HashedLines>of() : pages) {
            for (long fingerprint : fingerprints(boilerplate, page)) {
                counts.merge(fingerprint, 1, Integer::sum);
            }
        }
        return counts.entrySet().stream()
                .filter(entry -> entry.getValue() >= MIN_COUNT)
                .sorted(Map.Entry.<Long, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MAX_FINGERPRINTS)
                .mapToLong(Map.Entry::getKey)
                .toArray();
    }

    private long[] fingerprints(SiteBoilerplate boilerplate, HashedLines page) {
        BitSet units = new BitSet();
        page.forEach((start, end, hash) -> {
            if (boilerplate.hasLine(hash)) {
                units.set(start, end);
            }
        });
        if (units.isEmpty()) {
            return new long[0];
        }
        List<Sentence> sentences = Sentences.forFingerprints(page.text());
        BitSet within = new BitSet();
        for (int i = 0; i < sentences.size(); i++) {
            // no sentence continues over a line break
            within.set(i, units.get(sentences.get(i).start()));
        }
        return fingerprinter.fingerprintsWithin(sentences, within);
    }

    private static List<BoilerplateLine> repeated(
            List<HashedLines> pages, Level level, double share, Set<Long> without, int limit) {
        Map<Long, Integer> counts = LineCounts.atLeast(
                pages.stream().map(HashedLines::different), Math.max(MIN_COUNT, share * pages.size()));
        counts.keySet().removeAll(without);
        return lines(pages, level, counts, limit);
    }

    /** Returns lines with their texts from the documents; those with the greatest counts if there are too many. */
    private static List<BoilerplateLine> lines(
            List<HashedLines> pages, Level level, Map<Long, Integer> counts, int limit) {
        Set<Long> missing = new HashSet<>(counts.keySet());
        List<BoilerplateLine> lines = new ArrayList<>();
        for (HashedLines page : counts.isEmpty() ? List.<HashedLines>of() : pages) {
            page.forEach((start, end, hash) -> {
                if (missing.remove(hash)) {
                    lines.add(new BoilerplateLine(
                            hash, level, counts.get(hash), page.text().substring(start, end)));
                }
            });
        }
        lines.sort(SiteBoilerplate.ORDER);
        return lines.subList(0, Math.min(limit, lines.size()));
    }

    /**
     * A document from which boilerplate is learned.
     *
     * @param text canonical text, or its beginning
     * @param title title as displayed; empty if unknown
     * @param hash hash of both
     */
    private record SampledDocument(String text, String title, long hash) {

        /** An order that is independent of ids and topics; equal documents are interchangeable. */
        private static final Comparator<SampledDocument> BY_CONTENT = Comparator.comparingLong(SampledDocument::hash)
                .thenComparing(SampledDocument::text)
                .thenComparing(SampledDocument::title);

        /** Number of texts that are hashed together. */
        private static final int HASHED = 32;

        /**
         * Returns documents in an order that is the same for any order of the texts, with the first {@link #PAGE_CHARS} code units of each.
         * O(n log n) for n documents, and linear in their text.
         *
         * @param texts canonical texts
         * @param titles titles of the same documents; further ones are ignored
         */
        static List<SampledDocument> inOrderOfContent(List<String> texts, List<String> titles) {
            List<SampledDocument> documents = new ArrayList<>(texts.size());
            for (int from = 0; from < texts.size(); from += HASHED) {
                List<String> some = texts.subList(from, Math.min(texts.size(), from + HASHED)).stream()
                        .map(text -> text.length() <= PAGE_CHARS ? text : text.substring(0, PAGE_CHARS))
                        .toList();
                long[] hashes = LineHasher.hashes(some);
                for (int i = 0; i < hashes.length; i++) {
                    String title = titles.get(from + i);
                    documents.add(
                            new SampledDocument(some.get(i), title, hashes[i] + LineHash.mix(LineHash.of(title))));
                }
            }
            documents.sort(BY_CONTENT);
            return documents;
        }
    }

    /** Counts lines. */
    static final class LineCounts {

        private LineCounts() {}

        /**
         * Counts the texts that have a line, for lines that enough of them have. Counts by sorting hashes: documents of short lines have
         * very many different ones. O(n log n) for n lines.
         *
         * @param lines hashes of the lines of each text, each once
         * @param least minimum number of texts
         * @return number of texts by hash
         */
        static Map<Long, Integer> atLeast(Stream<long[]> lines, double least) {
            long[] hashes = lines.flatMapToLong(LongStream::of).sorted().toArray();
            Map<Long, Integer> counts = new HashMap<>();
            for (int start = 0; start < hashes.length; ) {
                int end = start + 1;
                while (end < hashes.length && hashes[end] == hashes[start]) {
                    end++;
                }
                if (end - start >= least) {
                    counts.put(hashes[start], end - start);
                }
                start = end;
            }
            return counts;
        }

        /** Returns the distinct hashes of the lines of several documents. */
        static long[] distinctHashes(Stream<HashedLines> pages) {
            return pages.flatMapToLong(page -> Arrays.stream(page.different()))
                    .sorted()
                    .distinct()
                    .toArray();
        }
    }
}
