package org.ndd.backfill;

import java.util.function.BooleanSupplier;
import org.elasticsearch.action.ActionListener;
import org.ndd.backfill.BatchReader.Batch;
import org.ndd.bulk.Backoff;
import org.ndd.bulk.BatchSize;
import org.ndd.throttle.Pause;

/**
 * One slice of the index: repeatedly reads a batch, writes the documents that are due, and waits for the throttle, sequentially, until the
 * end.
 */
final class BackfillSlice {

    private final BackfillTask task;
    private final BatchReader reader;
    private final DocumentWriter writer;
    private final Pause pause;
    private final BatchSize size;
    private final BooleanSupplier stopped;

    /** @param stopped whether another slice ended the backfill */
    BackfillSlice(
            BackfillTask task,
            BatchReader reader,
            DocumentWriter writer,
            Pause pause,
            BatchSize size,
            BooleanSupplier stopped) {
        this.task = task;
        this.reader = reader;
        this.writer = writer;
        this.pause = pause;
        this.size = size;
        this.stopped = stopped;
    }

    void run(ActionListener<Void> listener) {
        if (stopped.getAsBoolean()) {
            listener.onResponse(null);
            return;
        }
        task.awaitThrottle(pause, listener.delegateFailureAndWrap((l, nothing) -> read(l)));
    }

    private void read(ActionListener<Void> listener) {
        int batchSize = size.next(task.throttle().perSecond());
        new Backoff(pause, task.searchRetries)
                .<Batch>run(
                        l -> reader.next(batchSize, l), listener.delegateFailureAndWrap((l, batch) -> write(batch, l)));
    }

    private void write(Batch batch, ActionListener<Void> listener) {
        if (batch.read() == 0) {
            batch.close();
            listener.onResponse(null);
            return;
        }
        task.batches.increment();
        task.noops.add(batch.read() - batch.due().size());
        task.throttle().take(batch.read());
        size.adapt(batch.read(), batch.bytes());
        writer.write(
                batch.due(),
                ActionListener.runBefore(listener.delegateFailureAndWrap((l, nothing) -> run(l)), batch::close));
    }
}
