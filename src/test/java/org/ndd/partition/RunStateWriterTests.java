package org.ndd.partition;

import static org.hamcrest.Matchers.containsString;
import static org.ndd.Soon.answer;

import java.util.Collection;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.engine.VersionConflictEngineException;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.bulk.ExistingIndices;
import org.ndd.config.TaskState;
import org.ndd.partition.RecordWriter.StaleCoordinatorException;
import org.ndd.partition.RunStore.RunRecord;
import org.ndd.partition.RunStore.RunStateWriter;
import org.ndd.plugin.NddPlugin;

/** Older state never replaces newer state, for any writing node and any delay. */
public class RunStateWriterTests extends ESSingleNodeTestCase {

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    private RunStore store() {
        return getInstanceFromNode(RunStore.class);
    }

    private RunStateWriter writer(long leader) {
        return new RunStateWriter(
                TestRuns.record("alice"),
                leader,
                TestRuns.progress(),
                new RunIndex(ExistingIndices.writeOnlyTo(client()), TestRuns.ID),
                store());
    }

    private static void keep(RunStateWriter writer) {
        answer((ActionListener<Void> l) -> writer.write(l));
    }

    private void put(RunRecord record, long version) {
        answer((ActionListener<Void> l) -> store().put(record, version, l));
    }

    private RecordStore.Versioned<RunRecord> kept() {
        return answer(l -> store().get(TestRuns.ID, l));
    }

    private void end(RunStateWriter writer) {
        PartitionProgress progress = TestRuns.progress();
        progress.cancelled();
        ThreadPool threads = getInstanceFromNode(ThreadPool.class);
        answer((ActionListener<Void> l) -> writer.end(progress.report(), threads, TimeValue.timeValueSeconds(10), l));
    }

    public void testFormerCoordinatorIsRejected() {
        RunStateWriter old = writer(1);
        keep(old);
        RunStateWriter now = writer(2);
        now.change(RunRecord::written);
        keep(now);
        Exception e = expectThrows(StaleCoordinatorException.class, () -> keep(old));
        assertThat(e.getMessage(), containsString("has a later coordinator than [1]"));
        end(old);
        assertTrue(kept().record().groupsWritten());
        assertFalse("a former coordinator must not end the run", kept().record().hasEnded());
        keep(now);
    }

    public void testDelayedWriteDoesNotReplaceNewer() {
        RunStateWriter writer = writer(3);
        keep(writer);
        long version = kept().version();
        RunRecord later = TestRuns.record("alice").written();
        put(later, version + 5);
        keep(writer);
        assertTrue(
                "a later write of the same coordinator is kept without a failure",
                kept().record().groupsWritten());
        expectThrows(VersionConflictEngineException.class, () -> put(TestRuns.record("bob"), version + 5));
        assertEquals("alice", kept().record().user().headers().get(UserCheckPlugin.HEADER));
    }

    public void testNoWritesAfterEnd() {
        RunStateWriter writer = writer(1);
        keep(writer);
        end(writer);
        // a request that changes the speed may arrive before the task of the run ends
        writer.change(record -> record.reported(TestRuns.progress().report()));
        keep(writer);
        assertTrue(kept().record().hasEnded());
        assertNull(kept().record().user());
        assertEquals(TaskState.CANCELLED, kept().record().report().state());
    }

    public void testRunningRunRequiresUser() {
        RunRecord record = TestRuns.record("alice");
        Exception e = expectThrows(
                IllegalArgumentException.class, () -> new RunRecord(record.report(), record.pins(), false, null));
        assertThat(
                e.getMessage(), containsString("[user] must be kept as long as run [" + TestRuns.ID + "] is running"));
        assertFalse(record.toString().contains("alice"));
    }
}
