package org.ndd.core.boilerplate;

import java.util.Arrays;
import java.util.Comparator;
import java.util.EnumMap;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
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
    /** Hashes by level, ascending; those of {@link Level#FULL} include those of {@link Level#COMMON}. */
    private final Map<Level, long[]> hashes;

    private final long[] fingerprints;
    private final long version;

    /** The extent of the boilerplate that is masked. */
    public enum Level {
        /** Lines on at least half of the sampled documents. */
        COMMON,
        /** Common lines, and lines on at least 5 % of the documents if each group of similar documents counts as one. */
        FULL,
        /**
         * Lines with a date, such as that of an article, that documents with different titles have with other numbers. They are masked
         * between two sites only: within a site, such a number can be the only difference between two things.
         */
        DATED,
        /** Words that are in many titles of the site, and so do not distinguish documents; these are not lines, and never masked. */
        TITLE,
        /**
         * Whole titles of many documents whose first lines differ, such as the name of the site or "List of members"; these are not lines,
         * and never masked.
         */
        SHARED_TITLE,
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
                ofLines(lines),
                Arrays.stream(fingerprints).sorted().toArray());
    }

    private SiteBoilerplate(String site, List<BoilerplateLine> lines, Map<Level, long[]> hashes, long[] fingerprints) {
        this.site = site;
        this.lines = lines;
        this.hashes = hashes;
        this.fingerprints = fingerprints;
        this.version = version(hashes, fingerprints);
    }

    private static Map<Level, long[]> ofLines(List<BoilerplateLine> lines) {
        return ofLevels(level -> lines.stream()
                .filter(line -> line.level() == level || level == Level.FULL && line.level() == Level.COMMON)
                .mapToLong(BoilerplateLine::hash)
                .sorted()
                .toArray());
    }

    private static Map<Level, long[]> ofLevels(Function<Level, long[]> hashes) {
        Map<Level, long[]> ofLevels = new EnumMap<>(Level.class);
        for (Level level : Level.values()) {
            ofLevels.put(level, hashes.apply(level));
        }
        return ofLevels;
    }

    /**
     * Returns boilerplate for comparisons, which displays no lines.
     *
     * @param hashes returns the hashes of each level, ascending; see {@link #hashes}
     * @param fingerprints those that are made of these lines alone, ascending
     */
    public static SiteBoilerplate ofHashes(String site, Function<Level, long[]> hashes, long[] fingerprints) {
        return new SiteBoilerplate(site, List.of(), ofLevels(hashes), fingerprints);
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
                ofLevels(level -> union(hashes.get(level), other.hashes.get(level))),
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
        return new SiteBoilerplate(site, List.of(), hashes, new long[0]);
    }

    /** Returns the same boilerplate for comparisons: without the displayed lines. */
    public SiteBoilerplate hashesOnly() {
        return new SiteBoilerplate(site, List.of(), hashes, fingerprints);
    }

    private static long version(Map<Level, long[]> hashes, long[] fingerprints) {
        long version = 0;
        for (Level level : Level.values()) {
            version = LineHash.mix(version) + digest(hashes.get(level));
        }
        return LineHash.mix(version) + digest(fingerprints);
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

    /** Returns the hashes of a level, ascending; those of {@link Level#FULL} include those of {@link Level#COMMON}. */
    public long[] hashes(Level level) {
        return hashes.get(level).clone();
    }

    private boolean has(Level level, long hash) {
        return Arrays.binarySearch(hashes.get(level), hash) >= 0;
    }

    private boolean has(Level level) {
        return hashes.get(level).length > 0;
    }

    /** Returns whether a word, in the case of canonical text, is in many titles of the site. O(log words). */
    public boolean hasTitleWord(String word) {
        return has(Level.TITLE, LineHash.of(word));
    }

    /** Returns whether a title, as canonical text, is that of many documents whose first lines differ. O(log titles). */
    public boolean hasSharedTitle(String title) {
        return has(Level.SHARED_TITLE) && has(Level.SHARED_TITLE, LineHash.of(title));
    }

    public boolean hasSlots() {
        return has(Level.SLOT);
    }

    /**
     * Returns whether a place is a slot. O(log slots).
     *
     * @param hash see {@link Slots#hash}
     */
    public boolean hasSlot(long hash) {
        return has(Level.SLOT, hash);
    }

    /** Returns whether it contains a line with this hash. O(log lines). */
    boolean hasLine(long hash) {
        return has(Level.FULL, hash);
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
                + 8L * fingerprints.length
                + 8L * hashes.values().stream().mapToLong(part -> part.length).sum();
    }

    /** Returns all lines, titles, words of titles and slots, those on most documents first; empty if it is for masking or comparisons. */
    public List<BoilerplateLine> lines() {
        return lines;
    }

    /** Returns whether nothing is masked. */
    public boolean isEmpty() {
        return has(Level.FULL) == false && hasDatedLines() == false;
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
        return has(level) ? lines.without(hash -> has(level, hash)) : lines;
    }

    /**
     * Returns those of the given lines and forms that belong to this boilerplate, ascending. O(lines log lines).
     *
     * @param hashes hashes of lines and forms, see {@link Masked#lineHashes}
     */
    public long[] linesAmong(long[] hashes) {
        return Arrays.stream(hashes)
                .filter(hash -> hasLine(hash) || has(Level.DATED, hash))
                .sorted()
                .toArray();
    }

    /** Returns whether some lines are masked between two sites only. */
    public boolean hasDatedLines() {
        return has(Level.DATED);
    }

    /**
     * Returns a text without the lines of this boilerplate, dated ones too, except for given ones. O(n log lines).
     *
     * @param text canonical text
     * @param kept hashes of lines and forms that stay, ascending
     * @return the remaining lines, separated by line breaks
     */
    public String maskForOtherSite(String text, long[] kept) {
        HashedLines own = HashedLines.of(text).without(hash -> hasLine(hash) && Arrays.binarySearch(kept, hash) < 0);
        return withoutDated(own, kept).text();
    }

    private HashedLines withoutDated(HashedLines lines, long... kept) {
        return hasDatedLines()
                ? lines.withForms(hash -> false)
                        .without(form -> has(Level.DATED, form) && Arrays.binarySearch(kept, form) < 0)
                : lines;
    }

    /**
     * A text without boilerplate.
     *
     * @param full the text without common and full lines
     * @param forOtherSites the same also without dated lines
     * @param commonLength length of the text without common lines, in code units
     * @param lines the lines of {@code forOtherSites}, if they are known; else null
     */
    public record Masked(String full, String forOtherSites, int commonLength, HashedLines lines) {

        /** Returns the result for a text without boilerplate. */
        public static Masked none(String text) {
            return new Masked(text, text, text.length(), null);
        }

        /** Returns the distinct hashes of the lines of {@link #forOtherSites} and of their forms; ascending. O(n log n) for n lines. */
        public long[] lineHashes() {
            HashedLines own = lines == null ? HashedLines.of(forOtherSites) : lines;
            return union(own.different(), own.withForms(hash -> false).different());
        }
    }

    /** Masks a text at all levels in one pass, since reading it takes most of the time. O(n log lines). */
    public Masked mask(String text) {
        if (isEmpty()) {
            return Masked.none(text);
        }
        HashedLines lines = HashedLines.of(text);
        // with a line break after each line
        int commonLength = lines.lengthWithout(hash -> has(Level.COMMON, hash));
        HashedLines full = mask(lines, Level.FULL);
        String forOtherSites = withoutDated(full).text();
        boolean same = forOtherSites.length() == full.text().length();
        return new Masked(full.text(), forOtherSites, Math.max(0, commonLength - 1), same ? full : null);
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SiteBoilerplate boilerplate
                && site.equals(boilerplate.site)
                && lines.equals(boilerplate.lines)
                && Arrays.stream(Level.values())
                        .allMatch(level -> Arrays.equals(hashes.get(level), boilerplate.hashes.get(level)))
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
