package org.ndd.core.partition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.BiPredicate;
import java.util.function.Function;
import java.util.stream.Stream;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.FrequencyRule;
import org.ndd.core.group.Rank;

/**
 * Reference implementation: computes the leader of each document by id with maps and sorted lists, without any of the tested
 * classes except ranks and the frequency rule.
 */
final class ReferencePartition {

    private final CandidateParameters rules;
    private final List<PartitionDocument> ordered;
    private final BiPredicate<PageText, PageText> similar;
    private final BiPredicate<PageText, PageText> near;
    private final BiPredicate<PageText, PageText> close;
    private final boolean merges;
    private final Set<String> references;
    private final Function<String, SiteBoilerplate> boilerplate;
    private final Map<String, PartitionDocument> originals = new HashMap<>();
    private final Map<Long, List<PartitionDocument>> lists = new TreeMap<>();
    private final Set<Long> common = new HashSet<>();
    private final Map<String, List<String>> candidatesOf = new HashMap<>();

    /**
     * @param similar whether a document joins a leader
     * @param near whether a document may join a leader through a member
     * @param close whether a document joins a leader through a member
     * @param boilerplate boilerplate of a site; {@code null} if none is known
     */
    ReferencePartition(
            PartitionParameters parameters,
            List<PartitionDocument> documents,
            Function<String, SiteBoilerplate> boilerplate,
            BiPredicate<PageText, PageText> similar,
            BiPredicate<PageText, PageText> near,
            BiPredicate<PageText, PageText> close) {
        this.rules = parameters.candidates();
        this.references = parameters.references();
        this.boilerplate = boilerplate;
        this.merges = parameters.similarity() == SimilarityParameters.BALANCED;
        this.similar = similar;
        this.near = near;
        this.close = close;
        Comparator<PartitionDocument> byRank =
                Comparator.comparing(d -> isOfReference(d) ? Rank.of(d.id()).ofReference() : Rank.of(d.id()));
        Comparator<PartitionDocument> byCount =
                Comparator.comparing(d -> -d.content().fingerprints().length);
        boolean sets = rules.mode() == CandidateParameters.Mode.SETS;
        this.ordered = documents.stream()
                .sorted(sets ? byCount.thenComparing(byRank) : byRank)
                .toList();
        for (PartitionDocument document : ordered) {
            PartitionDocument original = ordered.stream()
                    .filter(d -> d == document
                            || isOfReference(document) == false
                                    && d.content()
                                            .text()
                                            .equals(document.content().text())
                                    && Objects.equals(
                                            d.content().digest(),
                                            document.content().digest())
                                    && d.mustAgreeKeys().equals(document.mustAgreeKeys()))
                    .findFirst()
                    .orElseThrow();
            originals.put(document.id(), original);
            if (original == document) {
                for (long fingerprint : fingerprints(document)) {
                    lists.computeIfAbsent(fingerprint, f -> new ArrayList<>()).add(document);
                }
            }
        }
        FrequencyRule frequencies = rules.frequencyRule(new TreeSet<>(
                        originals.values().stream().map(PartitionDocument::id).toList())
                .size());
        lists.forEach((fingerprint, list) -> {
            if (frequencies.keep(list.size(), sites(list)) == false) {
                common.add(fingerprint);
            }
        });
        if (sets) {
            lists.keySet().removeAll(common);
        }
    }

    private static List<Long> sites(List<PartitionDocument> list) {
        Map<String, Long> sites = new HashMap<>();
        list.stream().filter(d -> d.site() != null).forEach(d -> sites.merge(d.site(), 1L, Long::sum));
        return List.copyOf(sites.values());
    }

    /** Ids of leaders by document id. */
    Map<String, String> leaders() {
        Map<String, String> leaders = new LinkedHashMap<>();
        Map<String, Set<String>> sets = new HashMap<>();
        gathered().forEach(set -> set.forEach(id -> sets.put(id, set)));
        for (PartitionDocument document : ordered) {
            String original = originals.get(document.id()).id();
            if (isOfReference(document)) {
                leaders.put(document.id(), document.id());
            } else if (original.equals(document.id())) {
                List<String> candidates = rules.mode() == CandidateParameters.Mode.SETS
                        ? leaders.entrySet().stream()
                                .filter(e -> e.getKey().equals(e.getValue())
                                        && sets.get(document.id()).contains(e.getKey()))
                                .map(Map.Entry::getKey)
                                .filter(id -> apart(document, byId(id)) == false)
                                .toList()
                        : neighbors(document, leaders);
                List<String> compared = firstOfEachPart(candidates, rules.maxLeaders());
                candidatesOf.put(document.id(), compared);
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
        return merges && rules.mode() == CandidateParameters.Mode.NEIGHBORS ? merged(leaders) : leaders;
    }

    /** Merges each leader, in rank order, into the similar leader to which most documents connect it. */
    private Map<String, String> merged(Map<String, String> leaders) {
        Map<String, String> merged = new HashMap<>();
        for (PartitionDocument lower : ordered) {
            merged.put(lower.id(), lower.id());
            Map<String, Long> bridges = new HashMap<>();
            ordered.stream()
                    .filter(upper -> place(upper) < place(lower) && apart(upper, lower) == false)
                    .forEach(upper -> bridges.put(
                            upper.id(), (long) bridges(lower, upper, leaders).size()));
            if (isOfReference(lower) || bridges.values().stream().noneMatch(count -> count > 0)) {
                continue;
            }
            String upper = best(bridges).get(0);
            PartitionDocument into = byId(merged.get(upper));
            boolean belongs = similar.test(page(into), page(lower))
                    || near.test(page(into), page(lower))
                            && bridges(lower, byId(upper), leaders).stream()
                                    .limit(4)
                                    .anyMatch(bridge -> {
                                        PartitionDocument other =
                                                leaders.get(bridge.id()).equals(lower.id()) ? into : lower;
                                        return place(bridge) < place(other)
                                                ? close.test(page(bridge), page(other))
                                                : close.test(page(other), page(bridge));
                                    });
            if (belongs && apart(into, lower) == false) {
                merged.put(lower.id(), into.id());
            }
        }
        Map<String, String> all = new LinkedHashMap<>();
        leaders.forEach((id, leader) -> all.put(id, merged.get(leader)));
        return all;
    }

    /** The followers of one of two leaders that have the other leader as a later candidate. */
    private List<PartitionDocument> bridges(PartitionDocument a, PartitionDocument b, Map<String, String> leaders) {
        return ordered.stream()
                .filter(document -> {
                    List<String> candidates = candidatesOf.getOrDefault(document.id(), List.of());
                    int followed = candidates.indexOf(leaders.get(document.id()));
                    List<String> behind =
                            followed < 0 ? List.of() : candidates.subList(followed + 1, candidates.size());
                    return leaders.get(document.id()).equals(a.id()) && behind.contains(b.id())
                            || leaders.get(document.id()).equals(b.id()) && behind.contains(a.id());
                })
                .toList();
    }

    private String throughMember(PartitionDocument document, List<String> compared, Map<String, String> leaders) {
        if (rules.mode() == CandidateParameters.Mode.SETS) {
            return document.id();
        }
        List<String> members = firstOfEachPart(best(shared(document)), predecessors()).stream()
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
        for (long fingerprint : fingerprints(document)) {
            List<PartitionDocument> list = lists.getOrDefault(fingerprint, List.of());
            for (PartitionDocument other : list.stream()
                    .limit(1024)
                    .filter(other -> apart(document, other) == false)
                    .limit(common.contains(fingerprint) ? 4 : head())
                    .toList()) {
                if (list.contains(document) && place(other) < place(document)) {
                    int df = list.size();
                    shared.merge(other.id(), (1L << 30) / df / df, Long::sum);
                }
            }
        }
        return shared;
    }

    private int head() {
        return Math.min(1024, Math.max(64, 8 * rules.maxLeaders()));
    }

    private int predecessors() {
        return Math.min(256, Math.max(16, 2 * rules.maxLeaders()));
    }

    private List<String> neighbors(PartitionDocument document, Map<String, String> leaders) {
        Map<String, Long> shared = shared(document);
        Map<String, Long> votes = new HashMap<>();
        firstOfEachPart(best(shared), predecessors())
                .forEach(id -> votes.merge(leaders.get(id), shared.get(id), Long::sum));
        votes.keySet().removeIf(leader -> apart(document, byId(leader)));
        return best(votes);
    }

    /** The first documents of the reference and the first others. */
    private List<String> firstOfEachPart(List<String> ids, int n) {
        return Stream.of(true, false)
                .flatMap(part -> ids.stream()
                        .filter(id -> isOfReference(byId(id)) == part)
                        .limit(n))
                .toList();
    }

    private boolean isOfReference(PartitionDocument document) {
        return references.contains(document.index());
    }

    private long[] fingerprints(PartitionDocument document) {
        SiteBoilerplate ofSite = boilerplate.apply(document.site());
        return Arrays.stream(document.content().fingerprints())
                .filter(fingerprint -> ofSite == null || ofSite.hasFingerprint(fingerprint) == false)
                .toArray();
    }

    private static boolean apart(PartitionDocument a, PartitionDocument b) {
        long[] keysOfA = a.mustAgreeKeys().toArray();
        long[] keysOfB = b.mustAgreeKeys().toArray();
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
     * Possibly similar sets of the PKU report: documents are read in order; each takes the remaining documents that share a
     * fingerprint with it, and, from higher to lower only, those that share a fingerprint with these.
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
        return Arrays.stream(a.content().fingerprints())
                .anyMatch(f -> lists.containsKey(f)
                        && Arrays.stream(b.content().fingerprints()).anyMatch(g -> f == g));
    }

    private int place(PartitionDocument document) {
        return ordered.indexOf(document);
    }

    private PartitionDocument byId(String id) {
        return ordered.stream().filter(d -> d.id().equals(id)).findFirst().orElseThrow();
    }

    private PageText page(PartitionDocument document) {
        return document.page(boilerplate.apply(document.site()));
    }
}
