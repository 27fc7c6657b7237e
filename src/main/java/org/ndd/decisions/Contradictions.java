package org.ndd.decisions;

import java.util.Collection;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import org.ndd.config.DocumentName;
import org.ndd.core.group.DecisionGraph;

/** The contradictions among decisions: two documents that were decided not to be duplicates, and that decisions connect as duplicates. */
final class Contradictions {

    /** Maximum number of contradictions that are found. */
    static final int MAX_CONTRADICTIONS = 100;

    private final List<List<DocumentName>> paths;
    private final Set<Set<DocumentName>> pairs = new HashSet<>();

    /** @param decisions one at most for each two documents, in any order */
    Contradictions(Collection<PairDecision> decisions) {
        TreeSet<DocumentName> documents = new TreeSet<>();
        decisions.forEach(decision ->
                documents.addAll(List.of(decision.a().name(), decision.b().name())));
        List<DocumentName> names = List.copyOf(documents);
        Map<DocumentName, Integer> numbers = new TreeMap<>();
        names.forEach(name -> numbers.put(name, numbers.size()));
        DecisionGraph graph = new DecisionGraph(names.size());
        for (PairDecision decision : decisions) {
            graph.add(
                    numbers.get(decision.a().name()),
                    numbers.get(decision.b().name()),
                    decision.kind() == PairDecision.Kind.DUPLICATES);
        }
        paths = graph.contradictions(MAX_CONTRADICTIONS).stream()
                .map(path -> path.stream().map(names::get).toList())
                .toList();
        for (List<DocumentName> path : paths) {
            pairs.add(Set.of(path.get(0), path.get(path.size() - 1)));
            for (int i = 1; i < path.size(); i++) {
                pairs.add(Set.of(path.get(i - 1), path.get(i)));
            }
        }
    }

    /** Each contradiction as a path of documents: neighbors in it were decided to be duplicates, and its ends not. */
    List<List<DocumentName>> paths() {
        return paths;
    }

    /** Whether a decision is part of one of them. */
    boolean contains(PairDecision decision) {
        return pairs.contains(Set.of(decision.a().name(), decision.b().name()));
    }
}
