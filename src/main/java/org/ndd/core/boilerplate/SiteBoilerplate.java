package org.ndd.core.boilerplate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import java.util.stream.Stream;

/**
 * The lines that a site repeats in otherwise different documents, such as menus, footers and teasers, and the fingerprints of these lines.
 * Such fingerprints do not indicate that two documents are similar. Immutable. Boilerplate without lines is a result too: the site was
 * analyzed and repeats no lines.
 */
public final class SiteBoilerplate {

    /** Lines of lower levels first, then those on most documents. */
    static final Comparator<BoilerplateLine> ORDER = Comparator.comparing(BoilerplateLine::level)
            .thenComparing(BoilerplateLine::pages, Comparator.reverseOrder())
            .thenComparingLong(BoilerplateLine::hash);

    private final String site;
    private final List<BoilerplateLine> lines;
    private final long[] common;
    private final long[] full;
    private final long[] titleWords;
    private final long[] slots;
    private final long[] fingerprints;
    private final long version;

    /** The extent of the boilerplate that is masked. */
    public enum Level {
        /** Lines on at least half of the sampled documents. */
        COMMON,
        /** Common lines, and lines on at least 5 % of the documents if each group of similar documents counts as one. */
        FULL,
        /** Words that are in many titles of the site, and so do not distinguish documents; these are not lines, and never masked. */
        TITLE,
        /** Places that many short documents fill with different words, see {@link Slots}; these are not lines, and never masked. */
        SLOT
    }

    /**
     * Creates boilerplate without fingerprints.
     *
     * @param site name of the family
     * @param lines in any order; each line once
     */
    public SiteBoilerplate(String site, List<BoilerplateLine> lines) {
        this(site, lines, new long[0]);
    }

    /**
     * @param site name of the family
     * @param lines in any order; each line once
     * @param fingerprints those that are made of these lines alone, in any order; each once
     */
    public SiteBoilerplate(String site, List<BoilerplateLine> lines, long[] fingerprints) {
        this(
                site,
                lines.stream().sorted(ORDER).toList(),
                hashes(lines, Set.of(Level.COMMON)),
                hashes(lines, Set.of(Level.COMMON, Level.FULL)),
                hashes(lines, Set.of(Level.TITLE)),
                hashes(lines, Set.of(Level.SLOT)),
                Arrays.stream(fingerprints).sorted().toArray());
    }

    private SiteBoilerplate(
            String site,
            List<BoilerplateLine> lines,
            long[] common,
            long[] full,
            long[] titleWords,
            long[] slots,
            long[] fingerprints) {
        this.site = site;
        this.lines = lines;
        this.common = common;
        this.full = full;
        this.titleWords = titleWords;
        this.slots = slots;
        this.fingerprints = fingerprints;
        this.version = version(common, full, titleWords, slots, fingerprints);
    }

    /**
     * Returns boilerplate for comparisons, which displays no lines.
     *
     * @param common hashes of the lines of level {@link Level#COMMON}, ascending
     * @param full hashes of all lines, ascending
     * @param titleWords hashes of the words that are in many titles, ascending
     * @param slots hashes of the slots, ascending
     * @param fingerprints those that are made of these lines alone, ascending
     */
    public static SiteBoilerplate ofHashes(
            String site, long[] common, long[] full, long[] titleWords, long[] slots, long[] fingerprints) {
        return new SiteBoilerplate(site, List.of(), common, full, titleWords, slots, fingerprints);
    }

    /**
     * Returns the union of the boilerplate of two families. O(lines).
     *
     * @param other boilerplate of a family that is a part of this one; its name is that of the result
     */
    SiteBoilerplate with(SiteBoilerplate other) {
        record Key(Level level, long hash) {}
        Map<Key, BoilerplateLine> all = new HashMap<>();
        for (BoilerplateLine line :
                Stream.concat(lines.stream(), other.lines.stream()).toList()) {
            // a line is masked once, at its lower level
            Level level = line.level() == Level.COMMON ? Level.FULL : line.level();
            all.merge(new Key(level, line.hash()), line, (a, b) -> ORDER.compare(a, b) <= 0 ? a : b);
        }
        return new SiteBoilerplate(
                other.site,
                all.values().stream().sorted(ORDER).toList(),
                union(common, other.common),
                union(full, other.full),
                union(titleWords, other.titleWords),
                union(slots, other.slots),
                union(fingerprints, other.fingerprints));
    }

    private static long[] union(long[] a, long[] b) {
        return LongStream.concat(Arrays.stream(a), Arrays.stream(b))
                .sorted()
                .distinct()
                .toArray();
    }

    /** Returns the same boilerplate for masking alone: without the displayed lines and without fingerprints. */
    public SiteBoilerplate withoutLines() {
        return new SiteBoilerplate(site, List.of(), common, full, titleWords, slots, new long[0]);
    }

    /** Returns the same boilerplate for comparisons: without the displayed lines. */
    public SiteBoilerplate hashesOnly() {
        return new SiteBoilerplate(site, List.of(), common, full, titleWords, slots, fingerprints);
    }

    private static long version(long[]... parts) {
        long version = 0;
        for (long[] part : parts) {
            version = LineHash.mix(version) + digest(part);
        }
        return version;
    }

    private static long[] hashes(List<BoilerplateLine> lines, Set<Level> levels) {
        return lines.stream()
                .filter(line -> levels.contains(line.level()))
                .mapToLong(BoilerplateLine::hash)
                .sorted()
                .toArray();
    }

    private static long digest(long[] hashes) {
        long digest = hashes.length;
        for (long hash : hashes) {
            digest = LineHash.mix(digest ^ hash);
        }
        return digest;
    }

    /** Returns the name of the family. */
    public String site() {
        return site;
    }

    /**
     * Returns a number that is equal for the same lines at the same levels and the same fingerprints, and almost certainly differs
     * otherwise.
     */
    public long version() {
        return version;
    }

    /** Returns the hashes of the lines of a level and of the levels before it, ascending. */
    public long[] hashes(Level level) {
        return (level == Level.COMMON ? common : full).clone();
    }

    /** Returns the hashes of the words that are in many titles of the site, ascending. */
    public long[] titleWords() {
        return titleWords.clone();
    }

    /** Returns whether a word, in the case of canonical text, is in many titles of the site. O(log words). */
    public boolean hasTitleWord(String word) {
        return Arrays.binarySearch(titleWords, LineHash.of(word)) >= 0;
    }

    /** Returns the hashes of the slots, ascending. */
    public long[] slots() {
        return slots.clone();
    }

    public boolean hasSlots() {
        return slots.length > 0;
    }

    /**
     * Returns whether a place is a slot. O(log slots).
     *
     * @param hash see {@link Slots#hash}
     */
    public boolean hasSlot(long hash) {
        return Arrays.binarySearch(slots, hash) >= 0;
    }

    /** Returns whether it contains a line with this hash. O(log lines). */
    boolean hasLine(long hash) {
        return Arrays.binarySearch(full, hash) >= 0;
    }

    /** Returns the fingerprints that are made of its lines alone, ascending. */
    public long[] fingerprints() {
        return fingerprints.clone();
    }

    public boolean hasFingerprints() {
        return fingerprints.length > 0;
    }

    /** Returns whether a fingerprint is made of its lines alone. O(log fingerprints). */
    public boolean hasFingerprint(long fingerprint) {
        return Arrays.binarySearch(fingerprints, fingerprint) >= 0;
    }

    /** Returns the approximate number of bytes of heap, without displayed lines. */
    public long ramBytes() {
        return 160L
                + 2L * site.length()
                + 8L * (common.length + full.length + titleWords.length + slots.length + fingerprints.length);
    }

    /** Returns all lines, words of titles and slots, those on most documents first; empty if it is for masking or comparisons alone. */
    public List<BoilerplateLine> lines() {
        return lines;
    }

    /** Returns whether nothing is masked. */
    public boolean isEmpty() {
        return full.length == 0;
    }

    /**
     * Returns a text without the lines of this boilerplate. O(n log lines).
     *
     * @param text canonical text
     * @return the remaining lines, separated by line breaks; the text itself if none is in the boilerplate
     */
    public String mask(String text, Level level) {
        return isEmpty() ? text : mask(HashedLines.of(text), level).text();
    }

    /** Returns lines without those of this boilerplate, by their hashes. */
    HashedLines mask(HashedLines lines, Level level) {
        long[] hashes = level == Level.COMMON ? common : full;
        return hashes.length == 0 ? lines : lines.without(hash -> Arrays.binarySearch(hashes, hash) >= 0);
    }

    /**
     * Returns those of the given lines that belong to this boilerplate, ascending. O(lines log lines).
     *
     * @param hashes hashes of lines
     */
    public long[] linesAmong(long[] hashes) {
        return Arrays.stream(hashes).filter(this::hasLine).sorted().toArray();
    }

    /**
     * Returns a text without the lines of this boilerplate, except for given ones. O(n log lines).
     *
     * @param text canonical text
     * @param kept hashes of lines that stay, ascending
     * @return the remaining lines, separated by line breaks
     */
    public String mask(String text, long[] kept) {
        return HashedLines.of(text)
                .without(hash -> hasLine(hash) && Arrays.binarySearch(kept, hash) < 0)
                .text();
    }

    /**
     * The results of masking a text at both levels.
     *
     * @param full the text without all lines of the boilerplate
     * @param commonLength length of the text without common lines, in code units
     * @param lines the lines of the first, if they are known; else null
     */
    public record Masked(String full, int commonLength, HashedLines lines) {

        /** Returns the result for a text without boilerplate. */
        public static Masked none(String text) {
            return new Masked(text, text.length(), null);
        }

        /** Returns the distinct hashes of the lines of {@link #full}, without empty lines; ascending. O(n log n) for n lines if known. */
        public long[] lineHashes() {
            return (lines == null ? HashedLines.of(full) : lines).different();
        }
    }

    /** Masks a text at both levels in one pass, since reading it takes most of the time. O(n log lines). */
    public Masked mask(String text) {
        if (isEmpty()) {
            return Masked.none(text);
        }
        HashedLines lines = HashedLines.of(text);
        // with a line break after each line
        int commonLength = lines.lengthWithout(hash -> Arrays.binarySearch(common, hash) >= 0);
        HashedLines left = mask(lines, Level.FULL);
        return new Masked(left.text(), Math.max(0, commonLength - 1), left);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SiteBoilerplate boilerplate
                && site.equals(boilerplate.site)
                && lines.equals(boilerplate.lines)
                && Arrays.equals(common, boilerplate.common)
                && Arrays.equals(full, boilerplate.full)
                && Arrays.equals(titleWords, boilerplate.titleWords)
                && Arrays.equals(slots, boilerplate.slots)
                && Arrays.equals(fingerprints, boilerplate.fingerprints);
    }

    @Override
    public int hashCode() {
        return site.hashCode() * 31 + Long.hashCode(version);
    }

    @Override
    public String toString() {
        return "SiteBoilerplate[" + site + ", " + lines.size() + " lines, " + fingerprints.length + " fingerprints]";
    }

    /**
     * A line that a site repeats.
     *
     * @param hash represents the line, see {@link LineHash}
     * @param level level at which it is masked
     * @param pages number of documents of the sample that have it; for {@link SiteBoilerplate.Level#FULL} of its leaders
     * @param text the line as displayed; cut to {@link #SHOWN} code units
     */
    public record BoilerplateLine(long hash, SiteBoilerplate.Level level, int pages, String text) {

        /** Maximum number of code units of a line that are kept to be displayed. */
        public static final int SHOWN = 200;

        public BoilerplateLine {
            if (text.length() > SHOWN) {
                text = text.substring(0, Character.isHighSurrogate(text.charAt(SHOWN - 1)) ? SHOWN - 1 : SHOWN);
            }
        }
    }
}
