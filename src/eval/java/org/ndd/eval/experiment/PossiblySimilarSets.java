package org.ndd.eval.experiment;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.IntStream;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.fingerprint.Fingerprinter;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.FrequencyRule;
import org.ndd.core.group.Rank;
import org.ndd.eval.method.Page;

/**
 * The report's first stage: disjoint sets of perhaps-similar pages (section 4.2). Pages are ordered by the number of their fingerprints; a
 * page is in the set of the first label, in rank order, of the pages above it that share a kept fingerprint with it, else it heads a set of
 * its own.
 */
final class PossiblySimilarSets {

    private final int[] labels;
    private final Map<Integer, List<Integer>> members = new HashMap<>();

    /** @param rounds of rotations: up to 7 fingerprints each, 1 to 16 */
    PossiblySimilarSets(List<Page> pages, int rounds) {
        FingerprintParameters report = FingerprintParameters.PKU2007;
        Fingerprinter fingerprinter = new Fingerprinter(new FingerprintParameters(
                report.scheme(),
                report.minSentence(),
                report.minWidth(),
                report.buckets(),
                rounds,
                report.perBucket()));
        List<long[]> fingerprints = pages.stream()
                .map(page -> fingerprinter.fingerprints(page.analysis().sentences()))
                .toList();
        Set<Long> dropped = dropped(pages, fingerprints);
        this.labels = new int[pages.size()];
        Map<Long, Integer> first = new HashMap<>();
        List<Integer> order = order(pages, fingerprints);
        for (int place = 0; place < order.size(); place++) {
            int page = order.get(place);
            int label = place;
            for (long fingerprint : fingerprints.get(page)) {
                label = Math.min(label, first.getOrDefault(fingerprint, label));
            }
            for (long fingerprint : fingerprints.get(page)) {
                if (dropped.contains(fingerprint) == false) {
                    first.merge(fingerprint, label, Math::min);
                }
            }
            labels[page] = order.get(label);
            members.computeIfAbsent(labels[page], head -> new ArrayList<>()).add(page);
        }
    }

    private static List<Integer> order(List<Page> pages, List<long[]> fingerprints) {
        List<Rank> ranks = IntStream.range(0, pages.size())
                .mapToObj(page -> Rank.of(pages.get(page).id()).byFingerprints(fingerprints.get(page).length))
                .toList();
        return IntStream.range(0, pages.size())
                .boxed()
                .sorted(Comparator.comparing(ranks::get))
                .toList();
    }

    private static Set<Long> dropped(List<Page> pages, List<long[]> fingerprints) {
        Map<Long, Map<String, Long>> sites = new HashMap<>();
        for (int page = 0; page < pages.size(); page++) {
            String site = pages.get(page).site();
            for (long fingerprint : fingerprints.get(page)) {
                // A page of no known site is on one of its own.
                sites.computeIfAbsent(fingerprint, f -> new HashMap<>())
                        .merge(site == null ? " " + page : site, 1L, Long::sum);
            }
        }
        FrequencyRule rule = CandidateParameters.SETS.frequencyRule(pages.size());
        Set<Long> dropped = new HashSet<>();
        sites.forEach((fingerprint, counts) -> {
            long df = counts.values().stream().mapToLong(Long::longValue).sum();
            if (rule.keep(df, counts.values()) == false) {
                dropped.add(fingerprint);
            }
        });
        return dropped;
    }

    /** Position of the page at the head of a page's set. */
    int head(int page) {
        return labels[page];
    }

    /** Positions of the pages of a page's set, its own among them, in the report's order. */
    List<Integer> set(int page) {
        return members.get(labels[page]);
    }

    /** Sets of one or more. */
    int size() {
        return members.size();
    }
}
