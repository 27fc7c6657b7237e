package org.ndd.documents;

import java.util.List;
import java.util.function.BiConsumer;
import org.elasticsearch.action.ActionListener;
import org.ndd.bulk.BatchLoop.BatchSize;

/**
 * Processes pages one after the other, in parts whose sources need little memory. The size of a source is only known after it was read, so
 * few are read at a time, and a part ends when they are large enough: large pages may follow many small ones.
 */
final class LiveParts<P> {

    interface Work<P> {

        void process(List<P> pages, LivePages live, ActionListener<Void> listener) throws Exception;
    }

    private final List<P> pages;
    private final BiConsumer<List<P>, ActionListener<LivePages>> read;
    private final Work<P> work;
    private long bytes;

    LiveParts(List<P> pages, BiConsumer<List<P>, ActionListener<LivePages>> read, Work<P> work) {
        this.pages = pages;
        this.read = read;
        this.work = work;
    }

    /** Processes all pages, once. The listener gets the total size of the sources in bytes. */
    void run(ActionListener<Long> listener) {
        processFrom(0, listener);
    }

    private void processFrom(int from, ActionListener<Long> listener) {
        if (from == pages.size()) {
            listener.onResponse(bytes);
        } else {
            readPart(from, from, null, listener);
        }
    }

    /**
     * Reads more pages of a part, and processes it when it is complete.
     *
     * @param from position of the first page of the part
     * @param to position of the next page to read
     * @param live the pages that were read; {@code null} if there are none yet
     */
    private void readPart(int from, int to, LivePages live, ActionListener<Long> listener) {
        int end = Math.min(pages.size(), to + BatchSize.FIRST_SIZE);
        ActionListener<Long> closing = live == null
                ? listener
                : listener.delegateResponse((l, e) -> {
                    live.close();
                    l.onFailure(e);
                });
        ActionListener.run(
                closing,
                c -> read.accept(
                        pages.subList(to, end),
                        ActionListener.wrap(
                                more -> {
                                    LivePages part = live == null ? more : live.with(more);
                                    if (end < pages.size() && part.bytes() < BatchSize.TARGET_BYTES) {
                                        readPart(from, end, part, listener);
                                    } else {
                                        processPart(from, end, part, listener);
                                    }
                                },
                                c::onFailure)));
    }

    private void processPart(int from, int end, LivePages part, ActionListener<Long> listener) {
        bytes += part.bytes();
        ActionListener<Void> next = ActionListener.runBefore(
                listener.delegateFailureAndWrap((l, done) -> processFrom(end, l)), part::close);
        ActionListener.run(next, l -> work.process(pages.subList(from, end), part, l));
    }
}
