package org.ndd.partition.shard;

import java.io.IOException;
import java.util.Arrays;
import java.util.function.BooleanSupplier;
import java.util.stream.LongStream;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.ndd.bulk.PeriodicCheck.TimeSlice;
import org.ndd.bulk.WorkStealingExecutor;
import org.ndd.core.compare.PageText;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.partition.shard.Leaders.KnownLeaders;
import org.ndd.partition.shard.ShardMethod.ShardClients;

/**
 * Decides which leaders the documents of a shard follow, in rounds. A document is ready when all its predecessors are decided, on any
 * shard. A round continues while it finds ready documents and may decide more, but for at most about one second. The next round starts at
 * the end of the previous one, so that rounds also reach ready documents after many that are not ready. The decisions do not depend on how
 * they are divided into rounds. Created for one round.
 */
public final class Decider {

    /** Number of documents that a round decides between checks of the time. */
    private static final int CHUNK = 256;

    private final int ordinal;
    private final ShardDecisions decisions;
    private final ShardClients peers;
    private final Runnable ensureNotCancelled;
    private final Runnable keep;
    private final BooleanSupplier time;
    private final long most;

    /**
     * @param most maximum number of documents to decide; documents that an earlier attempt of the run decided do not count
     * @param keep called periodically; may store the decisions so far
     * @param time whether there is time for more, such as {@link TimeSlice}
     */
    public Decider(
            ShardRun shard,
            ShardClients peers,
            long most,
            Runnable ensureNotCancelled,
            Runnable keep,
            BooleanSupplier time) {
        this.ordinal = shard.ordinal();
        this.decisions = shard.decisions();
        this.peers = peers;
        this.most = most;
        this.ensureNotCancelled = ensureNotCancelled;
        this.keep = keep;
        this.time = time;
    }

    /** Executes one round; {@link Count#PENDING} of its counts is 0 when all documents are decided. */
    public StepCounts round(DecisionRule rule) throws IOException {
        StepCounts counts = new StepCounts();
        FixedBitSet pending = decisions.pending();
        int start = decisions.nextToDecide();
        long left = most;
        boolean mayContinue = left > 0;
        boolean progress = true;
        while (progress && mayContinue) {
            // documents before the start of the first pass were not examined yet
            progress = start > 0;
            int[] chunk = new int[CHUNK];
            int doc = PinnedShard.nextDoc(pending, start);
            start = 0;
            while (doc != DocIdSetIterator.NO_MORE_DOCS && mayContinue) {
                ensureNotCancelled.run();
                int size = 0;
                while (size < CHUNK && doc != DocIdSetIterator.NO_MORE_DOCS) {
                    chunk[size++] = doc;
                    doc = PinnedShard.nextDoc(pending, doc + 1);
                }
                int[] ready = ready(Arrays.copyOf(chunk, size));
                long replayed = counts.get(Count.REPLAYED);
                int decided = rule.decide(ready, left, counts);
                left -= decided - (counts.get(Count.REPLAYED) - replayed);
                for (int i = 0; i < decided; i++) {
                    pending.clear(ready[i]);
                }
                counts.add(Count.DECIDED, decided);
                progress |= decided > 0;
                keep.run();
                mayContinue = left > 0 && time.getAsBoolean();
            }
            decisions.nextToDecide(doc == DocIdSetIterator.NO_MORE_DOCS ? 0 : doc);
        }
        counts.add(Count.PENDING, pending.cardinality());
        return counts;
    }

    /** Looks up the leaders of predecessors, and returns the documents for which all leaders are known. */
    private int[] ready(int[] docs) throws IOException {
        Predecessors predecessors = decisions.predecessors();
        // predecessors on this shard come first: for a document that waits for one of them, no other shard is queried
        int[] some = Arrays.stream(docs)
                .filter(doc -> decisions.leaders().resolve(predecessors, doc, ordinal))
                .toArray();
        long[] open = Arrays.stream(some)
                .mapToObj(doc -> LongStream.range(predecessors.start(doc), predecessors.end(doc)))
                .flatMapToLong(entries -> entries)
                .filter(entry -> predecessors.resolved(entry) == false)
                .map(predecessors::document)
                .toArray();
        KnownLeaders known = KnownLeaders.of(peers, open);
        int[] ready = new int[some.length];
        int size = 0;
        for (int doc : some) {
            boolean all = true;
            for (long entry = predecessors.start(doc); entry < predecessors.end(doc); entry++) {
                all &= predecessors.resolved(entry) || known.resolve(predecessors, entry);
            }
            if (all) {
                ready[size++] = doc;
            }
        }
        return Arrays.copyOf(ready, size);
    }

    /** Decides which leaders documents follow, when all required values are known. Created for one round. */
    public interface DecisionRule {

        /**
         * @param docs ascending; the leaders of all their predecessors are known
         * @param most maximum number of documents to decide; documents that an earlier attempt of the run decided do not count, and are
         *     counted as {@link StepCounts.Count#REPLAYED}
         * @return the number of decided documents: the first ones, and fewer than all if the maximum is reached
         */
        int decide(int[] docs, long most, StepCounts counts) throws IOException;
    }

    /**
     * Verifies that texts and titles of equal digest are equal: a digest can be forged, a text cannot. A document whose text is not equal
     * takes part separately again. Works in rounds; not thread-safe.
     */
    public static final class ExactVerifier {

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
            this.next = PinnedShard.nextDoc(exact, 0);
            this.pending = exact.cardinality();
        }

        /**
         * Compares at least {@value #CHUNK} exact duplicates with their originals, or all that remain, and counts equal and remaining ones.
         */
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
                    next = PinnedShard.nextDoc(exact, next + 1);
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
}
