package org.ndd.partition.shard;

import java.io.IOException;
import java.util.Arrays;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;

/**
 * Makes sure that texts of equal digest are equal: a digest can be forged, a text cannot. What is not equal takes part on its own again.
 */
public final class ExactVerifier {

    private static final int CHUNK = 64;

    private final ShardRun shard;
    private final PageTexts texts;
    private final Runnable ensureNotCancelled;

    public ExactVerifier(ShardRun shard, PageTexts texts, Runnable ensureNotCancelled) {
        this.shard = shard;
        this.texts = texts;
        this.ensureNotCancelled = ensureNotCancelled;
    }

    /**
     * Compares every exact duplicate of the shard with the document that stands for it.
     *
     * @return how many are equal
     */
    public StepCounts verify() throws IOException {
        StepCounts counts = new StepCounts();
        FixedBitSet exact = shard.exact();
        int[] chunk = new int[CHUNK];
        int size = 0;
        for (int doc = DocBits.next(exact, 0);
                doc != DocIdSetIterator.NO_MORE_DOCS;
                doc = DocBits.next(exact, doc + 1)) {
            chunk[size++] = doc;
            if (size == CHUNK) {
                verify(chunk, counts);
                size = 0;
            }
        }
        verify(Arrays.copyOf(chunk, size), counts);
        return counts;
    }

    private void verify(int[] docs, StepCounts counts) throws IOException {
        ensureNotCancelled.run();
        long[] wanted = new long[docs.length * 2];
        for (int i = 0; i < docs.length; i++) {
            wanted[2 * i] = DocRef.of(shard.ordinal(), docs[i]);
            wanted[2 * i + 1] = shard.leaders().ref(docs[i]);
        }
        texts.prefetch(wanted);
        for (int i = 0; i < docs.length; i++) {
            if (text(wanted[2 * i]).equals(text(wanted[2 * i + 1]))) {
                counts.add(StepCounts.Count.EXACT_DUPLICATES, 1);
            } else {
                shard.notExact(docs[i]);
            }
        }
    }

    private String text(long ref) throws IOException {
        return texts.of(ref).page().text();
    }
}
