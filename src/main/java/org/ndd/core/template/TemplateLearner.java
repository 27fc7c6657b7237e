package org.ndd.core.template;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.ndd.core.template.SiteTemplate.Level;

/**
 * Learns what a site repeats from a sample of its pages. Lines on half of the pages are template whatever they are. Rarer ones are counted
 * over one page a group of pages that resemble each other: an article that a site carries twenty times is no template.
 */
public final class TemplateLearner {

    /** Pages that a site must have to have a template. */
    public static final int LEAST_PAGES = 10;

    /** Pages that are looked at a site, at most. */
    public static final int SAMPLE = 500;

    /** Code units that are looked at a page, so that learning is bounded by 500 × 128 Ki code units a site. */
    public static final int PAGE_CHARS = 128 << 10;

    private static final int LEAST_COUNT = 8;
    private static final double COMMON_SHARE = 0.5;
    private static final double FULL_SHARE = 0.05;

    private final SampleGrouping grouping;

    /** Finds pages that resemble each other. */
    @FunctionalInterface
    public interface SampleGrouping {

        /**
         * @param texts masked texts in rank order
         * @return for each text the index of the text that leads its group, itself where it leads
         */
        int[] leaders(List<String> texts);
    }

    public TemplateLearner(SampleGrouping grouping) {
        this.grouping = grouping;
    }

    /**
     * Learns a template.
     *
     * @param site whose template it is
     * @param sample canonical texts of pages of the site in rank order, the {@link #SAMPLE} of lowest rank where it has more
     * @return {@code null} where the sample is too small to tell
     */
    public SiteTemplate learn(String site, List<String> sample) {
        if (sample.size() < LEAST_PAGES) {
            return null;
        }
        List<String> pages = sample.stream()
                .limit(SAMPLE)
                .map(page -> page.length() <= PAGE_CHARS ? page : page.substring(0, PAGE_CHARS))
                .toList();
        List<TemplateLine> common = repeated(pages, Level.COMMON, COMMON_SHARE, Set.of());
        SiteTemplate first = new SiteTemplate(site, common);
        List<String> masked = pages.stream().map(page -> first.mask(page, Level.COMMON)).toList();
        int[] leaders = grouping.leaders(masked);
        Set<Integer> leading = new TreeSet<>();
        for (int leader : leaders) {
            leading.add(leader);
        }
        Set<Long> known = new HashSet<>();
        common.forEach(line -> known.add(line.hash()));
        List<TemplateLine> all = new ArrayList<>(common);
        all.addAll(repeated(leading.stream().map(masked::get).toList(), Level.FULL, FULL_SHARE, known));
        return new SiteTemplate(site, all);
    }

    private static List<TemplateLine> repeated(List<String> pages, Level level, double share, Set<Long> known) {
        Map<Long, Integer> counts = new HashMap<>();
        for (String page : pages) {
            linesOf(page).keySet().forEach(hash -> counts.merge(hash, 1, Integer::sum));
        }
        double least = Math.max(LEAST_COUNT, share * pages.size());
        Set<Long> wanted = new HashSet<>();
        counts.forEach((hash, count) -> {
            if (count >= least && known.contains(hash) == false) {
                wanted.add(hash);
            }
        });
        List<TemplateLine> lines = new ArrayList<>();
        for (String page : pages) {
            linesOf(page).forEach((hash, line) -> {
                if (wanted.remove(hash)) {
                    lines.add(new TemplateLine(hash, level, counts.get(hash), line));
                }
            });
        }
        return lines;
    }

    private static Map<Long, String> linesOf(String page) {
        Map<Long, String> lines = new LinkedHashMap<>();
        for (int start = 0; start <= page.length(); ) {
            int end = page.indexOf('\n', start) < 0 ? page.length() : page.indexOf('\n', start);
            if (end > start) {
                lines.putIfAbsent(LineHash.of(page, start, end), page.substring(start, end));
            }
            start = end + 1;
        }
        return lines;
    }
}
