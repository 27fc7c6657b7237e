package org.ndd.core.template;

import java.util.Arrays;
import java.util.Comparator;
import java.util.List;

/**
 * The lines that a site repeats over pages that are otherwise different: menus, footers, teasers. Immutable. A template without lines is
 * knowledge too: the site was looked at and repeats nothing.
 */
public final class SiteTemplate {

    private final String site;
    private final List<TemplateLine> lines;
    private final long[] common;
    private final long[] full;
    private final long version;

    /** How much of a template is masked. */
    public enum Level {
        /** Lines on at least half of the sampled pages. */
        COMMON,
        /** These, and lines on at least 5 % of the pages once pages that resemble each other count as one. */
        FULL
    }

    /**
     * @param site whose template this is
     * @param lines in any order; each line once
     */
    public SiteTemplate(String site, List<TemplateLine> lines) {
        this.site = site;
        this.lines = lines.stream()
                .sorted(Comparator.comparing(TemplateLine::level)
                        .thenComparing(TemplateLine::pages, Comparator.reverseOrder())
                        .thenComparingLong(TemplateLine::hash))
                .toList();
        this.common = hashes(lines, Level.COMMON);
        this.full = hashes(lines, Level.FULL);
        this.version = Arrays.hashCode(common) * 0x9E3779B97F4A7C15L ^ Arrays.hashCode(full);
    }

    private static long[] hashes(List<TemplateLine> lines, Level level) {
        return lines.stream()
                .filter(line -> line.level().compareTo(level) <= 0)
                .mapToLong(TemplateLine::hash)
                .sorted()
                .toArray();
    }

    public String site() {
        return site;
    }

    /** The same for the same lines, another one otherwise. */
    public long version() {
        return version;
    }

    /** All lines, those on most pages first. */
    public List<TemplateLine> lines() {
        return lines;
    }

    public boolean isEmpty() {
        return full.length == 0;
    }

    /**
     * A text without the lines of this template. O(n log lines).
     *
     * @param text canonical text
     * @return the lines that are left, separated by line breaks; the text itself where none is in the template
     */
    public String mask(String text, Level level) {
        long[] hashes = level == Level.COMMON ? common : full;
        if (hashes.length == 0) {
            return text;
        }
        StringBuilder kept = null;
        int keptUntil = 0;
        for (int start = 0; start <= text.length(); ) {
            int end = text.indexOf('\n', start) < 0 ? text.length() : text.indexOf('\n', start);
            if (Arrays.binarySearch(hashes, LineHash.of(text, start, end)) >= 0) {
                kept = kept == null ? new StringBuilder(text.length()) : kept;
                kept.append(text, keptUntil, start);
                keptUntil = Math.min(text.length(), end + 1);
            }
            start = end + 1;
        }
        if (kept == null) {
            return text;
        }
        kept.append(text, keptUntil, text.length());
        int length = kept.length();
        boolean endsWithBreak = length > 0 && kept.charAt(length - 1) == '\n';
        return endsWithBreak ? kept.substring(0, length - 1) : kept.toString();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof SiteTemplate template && site.equals(template.site) && lines.equals(template.lines);
    }

    @Override
    public int hashCode() {
        return site.hashCode() * 31 + lines.hashCode();
    }

    @Override
    public String toString() {
        return "SiteTemplate[" + site + ", " + lines.size() + " lines]";
    }
}
