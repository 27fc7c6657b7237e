package org.ndd.backfill;

import java.util.function.BooleanSupplier;
import org.elasticsearch.action.ActionListener;
import org.ndd.backfill.PageReader.Page;
import org.ndd.bulk.Backoff;
import org.ndd.bulk.PageSize;
import org.ndd.pace.Pause;

/** One part of the index: reads a page, writes what has to be written, waits its turn, and so on to the end. One thing at a time. */
final class BackfillSlice {

    private final BackfillTask task;
    private final PageReader reader;
    private final DocumentWriter writer;
    private final Pause pause;
    private final PageSize size;
    private final BooleanSupplier stopped;

    /** @param stopped whether another slice ended the backfill */
    BackfillSlice(
            BackfillTask task,
            PageReader reader,
            DocumentWriter writer,
            Pause pause,
            PageSize size,
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
        task.awaitTurn(pause, listener.delegateFailureAndWrap((l, nothing) -> read(l)));
    }

    private void read(ActionListener<Void> listener) {
        int wanted = size.next(task.throttle().perSecond());
        new Backoff(pause, task.searchRetries)
                .<Page>run(l -> reader.next(wanted, l), listener.delegateFailureAndWrap((l, page) -> write(page, l)));
    }

    private void write(Page page, ActionListener<Void> listener) {
        if (page.read() == 0) {
            page.close();
            listener.onResponse(null);
            return;
        }
        task.batches.increment();
        task.noops.add(page.read() - page.due().size());
        task.throttle().take(page.read());
        size.learn(page.read(), page.bytes());
        writer.write(
                page.due(),
                ActionListener.runBefore(listener.delegateFailureAndWrap((l, nothing) -> run(l)), page::close));
    }
}
