package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.group.Role;
import org.ndd.partition.shard.StepCounts.Count;

/**
 * Divides a set of possibly similar documents, as in the PKU report, into groups. In rank order, a document joins the first leader that is
 * similar and agrees in the fields of {@code must_agree}; otherwise it leads. Created for one set.
 */
final class SetClustering {

    private final PageTexts texts;
    private final PairComparator comparator;
    private final int maxLeaders;
    private final StepCounts counts;
    private final Runnable ensureNotCancelled;
    private final Map<Long, Cluster> clusters = new LinkedHashMap<>();
    private final Map<Long, Cluster> clusterOf = new HashMap<>();

    /** A leader with the documents that follow it. */
    record Cluster(Member leader, List<Member> members) {}

    SetClustering(
            PageTexts texts,
            PairComparator comparator,
            int maxLeaders,
            StepCounts counts,
            Runnable ensureNotCancelled) {
        this.texts = texts;
        this.comparator = comparator;
        this.maxLeaders = maxLeaders;
        this.counts = counts;
        this.ensureNotCancelled = ensureNotCancelled;
    }

    /** Returns the clusters of a set, in rank order of their leaders. */
    List<Cluster> cluster(List<Member> set) throws IOException {
        for (Member member : Member.sorted(set)) {
            if (member.role() != Role.EXACT) {
                join(member);
            }
        }
        for (Member member : set) {
            if (member.role() == Role.EXACT) {
                clusterOf.get(member.original()).members().add(member);
            }
        }
        return List.copyOf(clusters.values());
    }

    private void join(Member member) throws IOException {
        List<Cluster> candidates = clusters.values().stream()
                .filter(cluster -> cluster.leader().mustAgreeKeys().disagreesWith(member.mustAgreeKeys()) == false)
                .toList();
        PreparedPage page = texts.of(member.ref()).asPivot(Math.min(maxLeaders, candidates.size()));
        Cluster contains = null;
        int compared = 0;
        for (Cluster cluster : candidates) {
            if (compared++ == maxLeaders) {
                counts.add(Count.SKIPPED_COMPARISONS, candidates.size() - (long) maxLeaders);
                break;
            }
            counts.add(Count.COMPARISONS, 1);
            Comparison comparison = comparator.compare(texts.of(cluster.leader().ref()), page, ensureNotCancelled);
            if (comparison.similar()) {
                cluster.members().add(member);
                clusterOf.put(member.ref(), cluster);
                return;
            }
            contains = contains == null && comparison.partOf() ? cluster : contains;
        }
        if (contains != null) {
            counts.add(Count.PART_OF, 1);
            contains.members().add(member.withHead(member.head(), Role.PART_OF));
        }
        Cluster own = new Cluster(member.withHead(member.head(), Role.LEADER), new ArrayList<>());
        clusters.put(member.ref(), own);
        clusterOf.put(member.ref(), own);
    }
}
