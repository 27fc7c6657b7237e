package org.ndd.partition.node;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.function.BooleanSupplier;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.apache.lucene.index.StoredFields;
import org.ndd.config.DocumentFields;
import org.ndd.config.SourceState;
import org.ndd.ingest.KeywordReader;
import org.ndd.ingest.TextReader;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.partition.shard.PinnedShard;

/**
 * Counts documents whose input changed after the processor ran: a partial update through the bulk API does not run the pipeline. Reading
 * whole documents is expensive, so at most {@value #SAMPLE} documents per shard are read, always the same ones. The report contains the
 * number of documents that were read. Works in rounds; not thread-safe.
 */
final class OutdatedCounter {

    private static final int SAMPLE = 20_000;
    private static final int CHUNK = 64;

    private final PinnedShard shard;
    private final DocumentFields fields;
    private final int[] sample;
    private int next;
    private KeywordReader hashes;
    private int begin;
    private int end;

    OutdatedCounter(PinnedShard shard, DocumentFields fields) {
        this.shard = shard;
        this.fields = fields;
        this.sample = shard.sampleOf(SAMPLE);
    }

    /** Checks at least {@value #CHUNK} documents, or all that remain. Counts those checked, outdated and still to be checked. */
    StepCounts round(BooleanSupplier mayContinue, Runnable ensureNotCancelled) throws IOException {
        StepCounts counts = new StepCounts();
        StoredFields stored = shard.reader().storedFields();
        do {
            ensureNotCancelled.run();
            for (int last = Math.min(sample.length, next + CHUNK); next < last; next++) {
                boolean written = hasHash(sample[next]);
                Map<String, Object> source = written ? TextReader.source(stored, sample[next]) : null;
                if (written == false || source != null) {
                    counts.add(Count.OUTDATED_CHECKED, 1);
                    counts.add(Count.OUTDATED, written && new SourceState(source, fields).inputChanged() ? 1 : 0);
                }
            }
        } while (next < sample.length && mayContinue.getAsBoolean());
        counts.add(Count.PENDING, sample.length - next);
        return counts;
    }

    /** Whether the processor wrote a document. Fields that the index itself computes from the source are never outdated. */
    private boolean hasHash(int doc) throws IOException {
        if (doc >= end) {
            List<LeafReaderContext> leaves = shard.reader().leaves();
            LeafReaderContext leaf = leaves.get(ReaderUtil.subIndex(doc, leaves));
            begin = leaf.docBase;
            end = leaf.docBase + leaf.reader().maxDoc();
            hashes = new KeywordReader(leaf.reader(), fields.path(DocumentFields.SOURCE_HASH));
        }
        return hashes.value(doc - begin) != null;
    }
}
