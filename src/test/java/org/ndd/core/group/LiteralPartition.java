package org.ndd.core.group;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import org.ndd.core.compare.PageText;

/**
 * Slow and obvious: the leader of each document by id, by the words of the algorithm, over maps and sorted lists and without any of the
 * classes that are tested but ranks and the rule for frequencies.
 */
final class LiteralPartition {

    private final CandidateParameters rules;
    private final List<PartitionDocument> ordered;
    private final BiPredicate<PageText, PageText> similar;
    private final BiPredicate<PageText, PageText> near;
    private final BiPredicate<PageText, PageText> close;
    private final Map<String, PartitionDocument> originals = new HashMap<>();
    private final Map<Long, List<PartitionDocument>> lists = new TreeMap<>();

    /**
     * @param similar when a document joins a leader
     * @param near when it may join a leader through a member
     * @param close when it does
     */
    LiteralPartition(
            CandidateParameters rules,
            List<PartitionDocument> documents,
            BiPredicate<PageText, PageText> similar,
            BiPredicate<PageText, PageText> near,
            BiPredicate<PageText, PageText> close) {
        this.rules = rules;
        this.similar = similar;
        this.near = near;
        this.close = close;
        Comparator<PartitionDocument> byRank = Comparator.comparing(d -> Rank.of(d.id()));
        Comparator<PartitionDocument> byCount = Comparator.comparing(d -> -d.fingerprints().length);
        boolean sets = rules.mode() == CandidateParameters.Mode.SETS;
        this.ordered = documents.stream()
                .sorted(sets ? byCount.thenComparing(byRank) : byRank)
                .toList();
        for (PartitionDocument document : ordered) {
            PartitionDocument original = ordered.stream()
                    .filter(d -> d.text().equals(document.text()) && d.apart().equals(document.apart()))
                    .findFirst()
                    .orElseThrow();
            originals.put(document.id(), original);
            if (original == document) {
                for (long fingerprint : document.fingerprints()) {
                    lists.computeIfAbsent(fingerprint, f -> new ArrayList<>()).add(document);
                }
            }
        }
        FrequencyRule frequencies = rules.frequencyRule(new TreeSet<>(
                        originals.values().stream().map(PartitionDocument::id).toList())
                .size());
        lists.values().removeIf(list -> frequencies.keep(list.size(), sites(list)) == false);
    }

    private static List<Long> sites(List<PartitionDocument> list) {
        Map<String, Long> sites = new HashMap<>();
        list.stream().filter(d -> d.site() != null).forEach(d -> sites.merge(d.site(), 1L, Long::sum));
        return List.copyOf(sites.values());
    }

    /** Id of the leader by id of the document. */
    Map<String, String> leaders() {
        Map<String, String> leaders = new LinkedHashMap<>();
        Map<String, Set<String>> sets = new HashMap<>();
        gathered().forEach(set -> set.forEach(id -> sets.put(id, set)));
        for (PartitionDocument document : ordered) {
            String original = originals.get(document.id()).id();
            if (original.equals(document.id())) {
                List<String> candidates = rules.mode() == CandidateParameters.Mode.SETS
                        ? leaders.entrySet().stream()
                                .filter(e -> e.getKey().equals(e.getValue())
                                        && sets.get(document.id()).contains(e.getKey()))
                                .map(Map.Entry::getKey)
                                .filter(id -> apart(document, byId(id)) == false)
                                .toList()
                        : neighbours(document, leaders);
                List<String> compared =
                        candidates.stream().limit(rules.maxLeaders()).toList();
                leaders.put(
                        document.id(),
                        compared.stream()
                                .filter(leader -> similar.test(page(byId(leader)), page(document)))
                                .findFirst()
                                .orElseGet(() -> throughMember(document, compared, leaders)));
            } else {
                leaders.put(document.id(), leaders.get(original));
            }
        }
        return leaders;
    }

    private String throughMember(PartitionDocument document, List<String> compared, Map<String, String> leaders) {
        if (rules.mode() == CandidateParameters.Mode.SETS) {
            return document.id();
        }
        List<String> members = best(shared(document)).stream()
                .limit(16)
                .filter(id -> leaders.get(id).equals(id) == false)
                .filter(id -> compared.contains(leaders.get(id)))
                .filter(id -> near.test(page(byId(leaders.get(id))), page(document)))
                .limit(4)
                .toList();
        return members.stream()
                .filter(id -> close.test(page(byId(id)), page(document)))
                .map(leaders::get)
                .findFirst()
                .orElse(document.id());
    }

    private Map<String, Long> shared(PartitionDocument document) {
        Map<String, Long> shared = new HashMap<>();
        for (long fingerprint : document.fingerprints()) {
            List<PartitionDocument> list = lists.getOrDefault(fingerprint, List.of());
            for (PartitionDocument other : list.stream()
                    .limit(1024)
                    .filter(other -> apart(document, other) == false)
                    .limit(64)
                    .toList()) {
                if (place(other) < place(document)) {
                    shared.merge(other.id(), (1L << 30) / list.size() / list.size(), Long::sum);
                }
            }
        }
        return shared;
    }

    private List<String> neighbours(PartitionDocument document, Map<String, String> leaders) {
        Map<String, Long> shared = shared(document);
        Map<String, Long> votes = new HashMap<>();
        best(shared).stream().limit(16).forEach(id -> votes.merge(leaders.get(id), shared.get(id), Long::sum));
        votes.keySet().removeIf(leader -> apart(document, byId(leader)));
        return best(votes);
    }

    private static boolean apart(PartitionDocument a, PartitionDocument b) {
        long[] keysOfA = a.apart().toArray();
        long[] keysOfB = b.apart().toArray();
        for (int field = 0; field < keysOfA.length; field++) {
            if (keysOfA[field] != 0 && keysOfB[field] != 0 && keysOfA[field] != keysOfB[field]) {
                return true;
            }
        }
        return false;
    }

    private List<String> best(Map<String, Long> scores) {
        Comparator<String> byScore = Comparator.comparing(id -> -scores.get(id));
        return scores.keySet().stream()
                .sorted(byScore.thenComparing(id -> place(byId(id))))
                .toList();
    }

    /**
     * Perhaps-similar sets as the report gathers them: documents are read in order; each takes from those that are left the ones that share a
     * fingerprint with it, and, passing on from higher to lower only, those that share one with these.
     */
    List<Set<String>> gathered() {
        List<PartitionDocument> left = new ArrayList<>(ordered);
        left.removeIf(document -> originals.get(document.id()) != document);
        List<Set<String>> sets = new ArrayList<>();
        while (left.isEmpty() == false) {
            List<PartitionDocument> set = new ArrayList<>();
            set.add(left.remove(0));
            for (int i = 0; i < set.size(); i++) {
                PartitionDocument from = set.get(i);
                List<PartitionDocument> found = left.stream()
                        .filter(to -> place(to) > place(from) && sharesKept(from, to))
                        .toList();
                set.addAll(found);
                left.removeAll(found);
            }
            sets.add(new TreeSet<>(set.stream().map(PartitionDocument::id).toList()));
        }
        return sets;
    }

    private boolean sharesKept(PartitionDocument a, PartitionDocument b) {
        return Arrays.stream(a.fingerprints())
                .anyMatch(f ->
                        lists.containsKey(f) && Arrays.stream(b.fingerprints()).anyMatch(g -> f == g));
    }

    private int place(PartitionDocument document) {
        return ordered.indexOf(document);
    }

    private PartitionDocument byId(String id) {
        return ordered.stream().filter(d -> d.id().equals(id)).findFirst().orElseThrow();
    }

    private static PageText page(PartitionDocument document) {
        return new PageText(document.text(), document.site(), null);
    }
}
