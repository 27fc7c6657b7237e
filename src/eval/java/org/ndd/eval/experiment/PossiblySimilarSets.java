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
 * The first stage of the PKU report: disjoint sets of possibly similar documents (section 4.2). Documents are ordered by the number of
 * their fingerprints. A document is in the set of the first label, in rank order, of the documents before it that share a selected
 * fingerprint with it; otherwise it is the head of a new set.
 */
final class PossiblySimilarSets {

    private final int[] labels;
    private final Map<Integer, List<Integer>> members = new HashMap<>();

    /** @param rounds rounds of rotations: up to 7 fingerprints each, 1 to 16 */
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
                // A document without a site belongs to a distinct site.
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

    /** Returns the position of the head of the set of a document. */
    int head(int page) {
        return labels[page];
    }

    /** Returns the positions of the documents in the set of a document, including itself, in the order of the report. */
    List<Integer> set(int page) {
        return members.get(labels[page]);
    }

    /** Returns the number of sets. */
    int size() {
        return members.size();
    }
}
