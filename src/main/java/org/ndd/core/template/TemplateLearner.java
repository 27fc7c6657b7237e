package org.ndd.core.template;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.fingerprint.Fingerprinter;
import org.ndd.core.template.SiteTemplate.Level;
import org.ndd.core.text.Sentence;
import org.ndd.core.text.Sentences;
import org.ndd.core.text.TitleWords;

/**
 * Learns what a site repeats from a sample of its pages. Lines on half of the pages are template whatever they are. Rarer ones are counted
 * over one page a group of pages that resemble each other, so that an article that a site carries twenty times is no template, and are none
 * where nearly all pages with them are of one group. Of the fingerprints of the pages, those that are made of such lines alone belong to
 * the template.
 *
 * <p>Thread-safe if the grouping is. Time and memory are bounded by {@link #SAMPLE} pages of {@link #PAGE_CHARS} code units.
 */
public final class TemplateLearner {

    /** Pages that a site must have to have a template. */
    public static final int LEAST_PAGES = 10;

    /** Pages of a site that are looked at, at most. */
    public static final int SAMPLE = 500;

    /** Code units of a page that are looked at, from its beginning. */
    public static final int PAGE_CHARS = 128 << 10;

    /** Lines of a template, at most: those found on most pages are kept. */
    public static final int MAX_LINES = 10_000;

    /** Fingerprints of a template, at most: those of most pages are kept. */
    private static final int MAX_FINGERPRINTS = 10_000;

    private static final int LEAST_COUNT = 8;
    private static final double COMMON_SHARE = 0.5;
    private static final double FULL_SHARE = 0.05;
    private static final double TITLE_SHARE = 0.2;
    private static final double ONE_GROUP_SHARE = 0.75;

    private final SampleGrouping grouping;
    private final Fingerprinter fingerprinter;

    /** Finds pages that resemble each other. */
    @FunctionalInterface
    public interface SampleGrouping {

        /**
         * Groups pages.
         *
         * @param texts masked texts in rank order
         * @return for each text the index of the text that leads its group, itself where it leads
         */
        int[] leaders(List<String> texts);
    }

    /** @param fingerprints how those of the pages are made */
    public TemplateLearner(SampleGrouping grouping, FingerprintParameters fingerprints) {
        this.grouping = grouping;
        this.fingerprinter = new Fingerprinter(fingerprints);
    }

    /**
     * Learns a template. A function of the sample and its order.
     *
     * @param site whose template it is
     * @param sample canonical texts of pages of the site in rank order, the first {@link #SAMPLE} where it has more
     * @param titles of the same pages, in the same order; empty where a page has none
     * @return {@code null} where the sample is too small to tell
     */
    public SiteTemplate learn(String site, List<String> sample, List<String> titles) {
        if (sample.size() < LEAST_PAGES) {
            return null;
        }
        List<HashedLines> pages = sample.stream()
                .limit(SAMPLE)
                .map(page -> page.length() <= PAGE_CHARS ? page : page.substring(0, PAGE_CHARS))
                .map(HashedLines::of)
                .toList();
        List<TemplateLine> lines = new ArrayList<>(repeated(pages, Level.COMMON, COMMON_SHARE, Set.of(), MAX_LINES));
        SiteTemplate common = new SiteTemplate(site, lines);
        List<HashedLines> masked =
                pages.stream().map(page -> common.mask(page, Level.COMMON)).toList();
        int[] leaderOf = grouping.leaders(masked.stream().map(HashedLines::text).toList());
        Map<Integer, List<HashedLines>> groups = new TreeMap<>();
        for (int page = 0; page < leaderOf.length; page++) {
            groups.computeIfAbsent(leaderOf[page], leader -> new ArrayList<>()).add(masked.get(page));
        }
        List<HashedLines> leaders = groups.keySet().stream().map(masked::get).toList();
        lines.addAll(repeated(
                leaders, Level.FULL, FULL_SHARE, ofOneGroup(masked, groups.values()), MAX_LINES - lines.size()));
        long[] fingerprints = fingerprints(new SiteTemplate(site, lines), pages);
        lines.addAll(titleWords(titles.subList(0, pages.size())));
        return new SiteTemplate(site, lines, fingerprints);
    }

    /**
     * Lines that are an article's even where many groups have them: of an article that a site carries in very many versions those that say
     * much beside it lead groups of their own, but most of the pages with a line of it are in one.
     */
    private static Set<Long> ofOneGroup(List<HashedLines> pages, Collection<List<HashedLines>> groups) {
        Map<Long, Integer> onPages = counts(pages, LEAST_COUNT);
        Set<Long> lines = new HashSet<>();
        for (List<HashedLines> group : groups) {
            counts(group, ONE_GROUP_SHARE * LEAST_COUNT).forEach((line, count) -> {
                if (count > ONE_GROUP_SHARE * onPages.getOrDefault(line, Integer.MAX_VALUE)) {
                    lines.add(line);
                }
            });
        }
        return lines;
    }

    /** The words of at least a fifth of the titles, and of at least 8: the site's name, and what all its pages are. */
    private static List<TemplateLine> titleWords(List<String> titles) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String title : titles) {
            for (String word : new LinkedHashSet<>(TitleWords.of(title))) {
                counts.merge(word, 1, Integer::sum);
            }
        }
        double least = Math.max(LEAST_COUNT, TITLE_SHARE * titles.size());
        return counts.entrySet().stream()
                .filter(word -> word.getValue() >= least)
                .map(word -> new TemplateLine(LineHash.of(word.getKey()), Level.TITLE, word.getValue(), word.getKey()))
                .toList();
    }

    /** The fingerprints of the pages that are made of template lines alone, those of enough pages. */
    private long[] fingerprints(SiteTemplate template, List<HashedLines> pages) {
        Map<Long, Integer> counts = new HashMap<>();
        for (HashedLines page : template.isEmpty() ? List.<HashedLines>of() : pages) {
            for (long fingerprint : fingerprints(template, page)) {
                counts.merge(fingerprint, 1, Integer::sum);
            }
        }
        return counts.entrySet().stream()
                .filter(entry -> entry.getValue() >= LEAST_COUNT)
                .sorted(Map.Entry.<Long, Integer>comparingByValue()
                        .reversed()
                        .thenComparing(Map.Entry.comparingByKey()))
                .limit(MAX_FINGERPRINTS)
                .mapToLong(Map.Entry::getKey)
                .toArray();
    }

    private long[] fingerprints(SiteTemplate template, HashedLines page) {
        BitSet units = new BitSet();
        page.forEach((start, end, hash) -> {
            if (template.hasLine(hash)) {
                units.set(start, end);
            }
        });
        if (units.isEmpty()) {
            return new long[0];
        }
        List<Sentence> sentences = Sentences.forFingerprints(page.text());
        BitSet within = new BitSet();
        for (int i = 0; i < sentences.size(); i++) {
            // no sentence goes on over a line break
            within.set(i, units.get(sentences.get(i).start()));
        }
        return fingerprinter.fingerprintsWithin(sentences, within);
    }

    private static List<TemplateLine> repeated(
            List<HashedLines> pages, Level level, double share, Set<Long> without, int limit) {
        Map<Long, Integer> counts = counts(pages, Math.max(LEAST_COUNT, share * pages.size()));
        counts.keySet().removeAll(without);
        List<TemplateLine> lines = new ArrayList<>();
        for (HashedLines page : counts.isEmpty() ? List.<HashedLines>of() : pages) {
            page.forEach((start, end, hash) -> {
                Integer count = counts.remove(hash);
                if (count != null) {
                    lines.add(new TemplateLine(hash, level, count, page.text().substring(start, end)));
                }
            });
        }
        lines.sort(Comparator.comparing(TemplateLine::pages, Comparator.reverseOrder())
                .thenComparingLong(TemplateLine::hash));
        return lines.subList(0, Math.min(limit, lines.size()));
    }

    /**
     * On how many pages a line is, for those on enough pages. Counts by sorting hashes: pages of short lines have very many different ones.
     */
    private static Map<Long, Integer> counts(List<HashedLines> pages, double least) {
        long[] hashes = pages.stream()
                .flatMapToLong(page -> Arrays.stream(page.different()))
                .sorted()
                .toArray();
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
}
