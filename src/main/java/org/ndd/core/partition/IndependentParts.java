package org.ndd.core.partition;

import java.util.ArrayList;
import java.util.Arrays;
import java.util.List;
import java.util.SortedMap;
import java.util.TreeMap;
import org.ndd.core.group.CandidateParameters;

/**
 * Divides documents into parts whose partitions do not depend on each other. No document shares a fingerprint or a digest with a document
 * of another part, directly or through others. So each part can be partitioned alone, with the same groups as all of them together.
 * Document frequencies are counted within a part, as no other part has the fingerprint. The rule of too common fingerprints must not depend
 * on the number of documents, see {@link CandidateParameters#forSubset}.
 *
 * <p>O(n log n) for n fingerprints; 12 bytes per fingerprint.
 */
public final class IndependentParts {

    private static final int NONE = -1;

    private final int[] parents;

    private IndependentParts(int documents) {
        parents = new int[documents];
        Arrays.setAll(parents, document -> document);
    }

    /**
     * Divides documents.
     *
     * @param keys for each document its fingerprints and a hash of its digest, each once; equal hashes of different digests only make parts
     *     larger
     * @return for each part the positions of its documents, ascending; the parts in the order of their first documents
     */
    public static List<List<Integer>> of(List<long[]> keys) {
        long[] shared = PostingLists.repeated(keys.stream());
        int[] first = new int[shared.length];
        Arrays.fill(first, NONE);
        IndependentParts parts = new IndependentParts(keys.size());
        for (int document = 0; document < keys.size(); document++) {
            for (long key : keys.get(document)) {
                int place = Arrays.binarySearch(shared, key);
                if (place >= 0 && first[place] == NONE) {
                    first[place] = document;
                } else if (place >= 0) {
                    parts.unite(first[place], document);
                }
            }
        }
        SortedMap<Integer, List<Integer>> byFirst = new TreeMap<>();
        for (int document = 0; document < keys.size(); document++) {
            byFirst.computeIfAbsent(parts.root(document), root -> new ArrayList<>())
                    .add(document);
        }
        return List.copyOf(byFirst.values());
    }

    /** Unites two parts; the first document of both becomes that of the united part. */
    private void unite(int a, int b) {
        int rootA = root(a);
        int rootB = root(b);
        parents[Math.max(rootA, rootB)] = Math.min(rootA, rootB);
    }

    private int root(int document) {
        int root = document;
        while (parents[root] != root) {
            parents[root] = parents[parents[root]];
            root = parents[root];
        }
        return root;
    }
}
