package org.ndd.search;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import org.apache.lucene.util.BytesRef;
import org.ndd.config.DocumentName;
import org.ndd.core.group.FingerprintSketch;
import org.ndd.core.partition.SketchClustering;

/**
 * Possibly similar texts or sets.
 *
 * @param members texts or sets, the leader first
 * @param docCount number of documents of all members
 */
record SketchedSet<T extends SketchedSet.SketchedDocuments>(List<T> members, long docCount) {

    T leader() {
        return members.get(0);
    }

    /** Creates a set of members that are already sorted. */
    static <T extends SketchedDocuments> SketchedSet<T> of(List<T> members) {
        return new SketchedSet<>(
                members, members.stream().mapToLong(SketchedDocuments::docCount).sum());
    }

    /**
     * Returns an order by size, largest first. Sets of equal size are in an order that is the same on all shards, so that truncated lists
     * contain the same sets.
     */
    static <T extends SketchedDocuments> Comparator<SketchedSet<T>> largestFirst() {
        return Comparator.<SketchedSet<T>>comparingLong(SketchedSet::docCount)
                .reversed()
                .thenComparing(SketchedSet::leader, SketchedDocuments.ORDER);
    }

    /**
     * Makes sets of possibly similar texts or sets, by {@link SketchClustering}.
     *
     * @param all texts or sets in any order; sorted by this method
     * @param sketchSize size at which sketches are compared
     * @param minResemblance minimum share of common fingerprints
     * @param cancellationCheck called periodically; may throw
     * @return all sets, largest first
     */
    static <T extends SketchedDocuments> List<SketchedSet<T>> of(
            List<T> all, int sketchSize, double minResemblance, Runnable cancellationCheck) {
        all.sort(SketchedDocuments.ORDER);
        List<long[]> sketches = new ArrayList<>(all.size());
        for (T element : all) {
            sketches.add(FingerprintSketch.of(element.sketch(), sketchSize));
        }
        int[] leaders = new SketchClustering(sketches, sketchSize, minResemblance).leaders(cancellationCheck);
        List<List<T>> members = new ArrayList<>(all.size());
        for (int i = 0; i < leaders.length; i++) {
            members.add(leaders[i] == i ? new ArrayList<>(1) : members.get(leaders[i]));
            members.get(i).add(all.get(i));
        }
        List<SketchedSet<T>> sets = new ArrayList<>();
        for (int i = 0; i < leaders.length; i++) {
            if (leaders[i] == i) {
                sets.add(of(members.get(i)));
            }
        }
        sets.sort(largestFirst());
        return sets;
    }

    /** Documents with the sketch of one text: documents of equal text on a shard, or a set that a shard has sent. */
    interface SketchedDocuments {

        /** An order that is the same on all shards. */
        Comparator<SketchedDocuments> ORDER = Comparator.comparing(SketchedDocuments::sketch, FingerprintSketch.ORDER)
                .thenComparing(SketchedDocuments::digest)
                .thenComparing(SketchedDocuments::decided, Comparator.nullsFirst(Comparator.naturalOrder()));

        long[] sketch();

        BytesRef digest();

        /** Returns the only document, if it has a decision; null for documents without decisions. */
        DocumentName decided();

        /** Returns the number of documents. */
        long docCount();
    }
}
