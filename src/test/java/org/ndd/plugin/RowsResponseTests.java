package org.ndd.plugin;

import java.util.List;
import java.util.Map;
import java.util.concurrent.atomic.AtomicInteger;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.rest.ChunkedRestResponseBodyPart;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.test.rest.FakeRestChannel;
import org.elasticsearch.test.rest.FakeRestRequest;
import org.ndd.inspect.RowStream;

public class RowsResponseTests extends ESTestCase {

    public void testPageIsReportedOnceIfItCannotBeSent() {
        CancellableTask task = new CancellableTask(1, "transport", "export", "", null, Map.of());
        RowStream stream = new RowStream(
                null,
                source -> {},
                (documents, rows) -> {},
                List.of(Map.of("id", "1")),
                task,
                new ThreadContext(Settings.EMPTY),
                ActionListener.noop());
        FakeRestChannel channel = new FakeRestChannel(new FakeRestRequest(), true);
        stream.start(RowsResponse.stream(channel, RowFormat.NDJSON, "rows.ndjson"));
        AtomicInteger reported = new AtomicInteger();
        ActionListener<ChunkedRestResponseBodyPart> rejecting = new ActionListener<>() {
            @Override
            public void onResponse(ChunkedRestResponseBodyPart page) {
                reported.incrementAndGet();
                throw new IllegalStateException("the channel rejects the page");
            }

            @Override
            public void onFailure(Exception e) {
                reported.incrementAndGet();
            }
        };
        ChunkedRestResponseBodyPart first = channel.capturedResponse().chunkedContent();
        expectThrows(Throwable.class, () -> first.getNextPart(rejecting));
        assertEquals(1, reported.get());
    }
}
