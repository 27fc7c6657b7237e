package org.ndd.job;

import java.util.Collection;
import java.util.List;
import java.util.Optional;
import java.util.Set;
import java.util.concurrent.CountDownLatch;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.EsExecutors;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.index.engine.EngineConfig;
import org.elasticsearch.index.engine.EngineFactory;
import org.elasticsearch.index.engine.InternalEngine;
import org.elasticsearch.plugins.EnginePlugin;
import org.elasticsearch.plugins.Plugin;
import org.ndd.plugin.NddPlugin;

/** A write that is in progress when the full run of a job begins, and that later writes overtake. */
public class ConcurrentWriteTests extends GroupCheckpointTestCase {

    private static final String LATE = "late";

    private static final CountDownLatch STARTED = new CountDownLatch(1);
    private static final CountDownLatch RESUMED = new CountDownLatch(1);

    /** Suspends the write of one document after it got its sequence number. */
    public static final class SuspendedWritePlugin extends Plugin implements EnginePlugin {

        @Override
        public Optional<EngineFactory> getEngineFactory(IndexSettings settings) {
            return settings.getIndex().getName().startsWith(ALIAS)
                    ? Optional.of(SuspendedEngine::new)
                    : Optional.empty();
        }

        private static final class SuspendedEngine extends InternalEngine {

            SuspendedEngine(EngineConfig config) {
                super(config);
            }

            @Override
            protected long generateSeqNoForOperationOnPrimary(Operation operation) {
                long seqNo = super.generateSeqNoForOperationOnPrimary(operation);
                if (operation instanceof Index index && LATE.equals(index.id())) {
                    STARTED.countDown();
                    try {
                        assertTrue(RESUMED.await(60, TimeUnit.SECONDS));
                    } catch (InterruptedException e) {
                        throw new AssertionError(e);
                    }
                }
                return seqNo;
            }
        }
    }

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class, SuspendedWritePlugin.class);
    }

    /** Another write needs another thread. */
    @Override
    protected Settings nodeSettings() {
        return Settings.builder()
                .put(super.nodeSettings())
                .put(EsExecutors.NODE_PROCESSORS_SETTING.getKey(), 2)
                .build();
    }

    public void testCheckpointReadsOvertakenWrite() throws Exception {
        String text = "The ferry to the southern islands sails again from Monday, when the storm is over. "
                + "Passengers with tickets of last week can use them on any day of this month.";
        create("pages-1");
        put("pages-1", "a", text);
        Thread writer = new Thread(() -> put("pages-1", LATE, text));
        writer.start();
        try {
            assertTrue(STARTED.await(60, TimeUnit.SECONDS));
            put("pages-1", "b", text);
            begin();
        } finally {
            RESUMED.countDown();
            writer.join();
        }
        assertEquals(Set.of(Set.of("pages-1/a", "pages-1/b")), groups());
        assertNull(checkpoint().fullRun());
        assertEquals(Set.of(Set.of("pages-1/a", "pages-1/b", "pages-1/late")), groups());
    }
}
