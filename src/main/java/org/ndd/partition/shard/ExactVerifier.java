package org.ndd.partition.shard;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.ndd.core.compare.PageText;

/**
 * Verifies that texts and titles of equal digest are equal: a digest can be forged, a text cannot. A document whose text is not equal takes
 * part separately again. Works in rounds; not thread-safe.
 */
public final class ExactVerifier {

    private static final int CHUNK = 64;

    private final PinnedShard pinned;
    private final ShardDecisions decisions;
    private final FixedBitSet exact;
    private int next;
    private long pending;

    public ExactVerifier(ShardRun shard) {
        this.pinned = shard.pinned();
        this.decisions = shard.decisions();
        this.exact = decisions.exact();
        this.next = DocRef.next(exact, 0);
        this.pending = exact.cardinality();
    }

    /** Compares at least {@value #CHUNK} exact duplicates with their originals, or all that remain, and counts equal and remaining ones. */
    public StepCounts round(
            PageTexts texts, WorkStealingExecutor workers, BooleanSupplier mayContinue, Runnable ensureNotCancelled)
            throws IOException {
        StepCounts counts = new StepCounts();
        int[] chunk = new int[CHUNK];
        do {
            ensureNotCancelled.run();
            int size = 0;
            while (size < CHUNK && next != DocIdSetIterator.NO_MORE_DOCS) {
                chunk[size++] = next;
                next = DocRef.next(exact, next + 1);
            }
            verify(Arrays.copyOf(chunk, size), texts, workers, counts);
            pending -= size;
        } while (next != DocIdSetIterator.NO_MORE_DOCS && mayContinue.getAsBoolean());
        counts.add(StepCounts.Count.PENDING, pending);
        return counts;
    }

    private void verify(int[] docs, PageTexts texts, WorkStealingExecutor workers, StepCounts counts)
            throws IOException {
        long[] refs = new long[docs.length * 2];
        for (int i = 0; i < docs.length; i++) {
            refs[2 * i] = pinned.docs().ref(docs[i]);
            refs[2 * i + 1] = decisions.leaders().ref(docs[i]);
        }
        texts.prefetch(refs, workers);
        for (int i = 0; i < docs.length; i++) {
            if (page(refs[2 * i], texts).hasTextOf(page(refs[2 * i + 1], texts))) {
                counts.add(StepCounts.Count.EXACT_DUPLICATES, 1);
            } else {
                decisions.notExact(docs[i]);
            }
        }
    }

    private static PageText page(long ref, PageTexts texts) throws IOException {
        return texts.of(ref).page();
    }
}
