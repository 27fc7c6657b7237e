package org.ndd.job;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.io.InputStream;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Properties;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.test.ESTestCase;
import org.ndd.job.JobRecord.State;
import org.ndd.partition.RecordStore;
import org.ndd.partition.RecordWriter;
import org.ndd.partition.plan.PartitionRequest;

/** Records of jobs survive upgrades: later releases read the bytes that a release wrote if they know the format. */
public class JobRecordTests extends ESTestCase {

    private static final NamedWriteableRegistry NONE = new NamedWriteableRegistry(List.of());

    private static JobRecord read(BytesReference bytes, TransportVersion wire) throws IOException {
        return RecordStore.read(JobRecord::new, bytes, wire, NONE);
    }

    private static void assertSameRecord(JobRecord expected, JobRecord read) {
        assertEquals(expected.id(), read.id());
        assertArrayEquals(expected.request().indices(), read.request().indices());
        assertEquals(expected.dest(), read.dest());
        assertEquals(expected.request().options(), read.request().options());
        assertEquals(expected.request().publication(), read.request().publication());
        assertEquals(expected.frequency(), read.frequency());
        assertEquals(expected.config().changesRetention(), read.config().changesRetention());
        assertEquals(expected.state(), read.state());
        assertEquals(expected.status().failure(), read.status().failure());
        assertEquals(expected.status().retries(), read.status().retries());
        assertEquals(expected.runs().current(), read.runs().current());
        assertEquals(expected.runs().outdated(), read.runs().outdated());
        assertEquals(expected.runs().pending(), read.runs().pending());
        assertEquals(expected.runs().reason(), read.runs().reason());
        assertEquals(expected.runs().positions(), read.runs().positions());
        assertEquals(expected.checkpoints().number(), read.checkpoints().number());
        assertEquals(expected.checkpoints().totals(), read.checkpoints().totals());
        assertEquals(expected.checkpoints().last(), read.checkpoints().last());
        assertEquals(expected.user(), read.user());
    }

    public void testFrozenBytes() throws IOException {
        Properties frozen = new Properties();
        try (InputStream in = JobRecordTests.class.getResourceAsStream("job-record.properties")) {
            frozen.load(in);
        }
        TransportVersion wire = TransportVersion.fromId(Integer.parseInt(frozen.getProperty("wire_version")));
        String bytes = frozen.getProperty("started");
        assertSameRecord(TestJobs.old(), read(new BytesArray(Base64.getDecoder().decode(bytes)), wire));
        BytesReference written = RecordStore.toBytes(TestJobs.old(), wire);
        assertEquals(
                "written bytes must equal the frozen ones",
                bytes,
                Base64.getEncoder().encodeToString(BytesReference.toBytes(written)));
    }

    public void testEveryState() throws IOException {
        TransportVersion wire = TransportVersion.current();
        for (JobRecord job : List.of(
                TestJobs.job(),
                JobRecord.create("new", TestJobs.config()),
                TestJobs.old(),
                TestJobs.old().updated(weekly(), TestJobs.user("bob")),
                TestJobs.old().stopped(),
                TestJobs.old().failed("why"),
                TestJobs.old().stopped().startedBy(TestJobs.user("bob")))) {
            assertSameRecord(job, read(RecordStore.toBytes(job, wire), wire));
        }
        String text = new String(
                BytesReference.toBytes(RecordStore.toBytes(TestJobs.old(), wire)), StandardCharsets.ISO_8859_1);
        assertThat("enums are serialized by name", text, containsString("STARTED"));
    }

    public void testRejectsRecordWithoutFormat() throws IOException {
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            TestJobs.old().writeTo(out);
            Exception e =
                    expectThrows(IllegalArgumentException.class, () -> read(out.bytes(), TransportVersion.current()));
            assertThat(e.getMessage(), containsString("[format] of the state of a run must be [10]"));
        }
    }

    public void testStartedJobRequiresUser() {
        Exception e = expectThrows(
                IllegalArgumentException.class, () -> TestJobs.old().stopped().startedBy(null));
        assertThat(e.getMessage(), containsString("[user] must be stored as long as job [pages-live] is started"));
        assertNull("a stopped job stores no user", TestJobs.old().stopped().user());
        assertNull(TestJobs.old().failed("why").user());
        assertFalse(TestJobs.old().toString().contains("alice"));
    }

    public void testStopClearsTransientState() {
        JobRecord stopped = TestJobs.old().stopped();
        assertEquals(State.STOPPED, stopped.state());
        assertNull(stopped.runs().pending());
        assertNull(stopped.runs().reason());
        assertNull(stopped.status().failure());
        assertEquals(0, stopped.status().retries());
        assertEquals(TestJobs.old().runs().positions(), stopped.runs().positions());
        assertEquals(2, stopped.checkpoints().number());
        assertEquals(14, stopped.checkpoints().totals().get("changed"));
    }

    private static JobConfig weekly() {
        return new JobConfig(TestJobs.request().to("elsewhere"), TestJobs.FREQUENCY, TimeValue.timeValueDays(7));
    }

    private static JobConfig ofOtherSource() throws IOException {
        return new JobConfig(
                PartitionRequest.parse(new String[] {"others"}, null, false),
                TestJobs.FREQUENCY,
                TestJobs.CHANGES_RETENTION);
    }

    public void testUpdate() throws IOException {
        JobRecord job = TestJobs.old();
        JobRecord same = job.updated(weekly(), null);
        assertFalse("keeps the groups", same.runs().outdated());
        assertEquals(TestJobs.user("alice"), same.user());
        assertEquals(TimeValue.timeValueDays(7), same.config().changesRetention());
        JobRecord other = job.updated(ofOtherSource(), TestJobs.user("bob"));
        assertTrue("the groups are those of another source", other.runs().outdated());
        assertEquals(TestJobs.user("bob"), other.user());
        assertEquals("run-1", other.runs().current());
        assertTrue(
                "until another run is published",
                other.updated(weekly(), null).runs().outdated());
        assertFalse(other.awaitRun("run-3", "why", ofOtherSource()).runs().outdated());
        assertTrue(
                "a run that started before the update",
                other.awaitRun("run-3", "why", TestJobs.config()).runs().outdated());
        JobRecord stopped = job.stopped().updated(ofOtherSource(), TestJobs.user("bob"));
        assertNull("a stopped job stores no user", stopped.user());
        assertTrue(stopped.runs().outdated());
        assertFalse(
                "no groups yet",
                JobRecord.create("new", TestJobs.config())
                        .updated(ofOtherSource(), null)
                        .runs()
                        .outdated());
    }

    public void testWriteVersions() {
        long task = RecordWriter.version(3, 1);
        long afterIt = RecordWriter.nextVersion(RecordWriter.version(3, 1_000_000_000));
        assertTrue(task < afterIt);
        assertTrue("stopped, started, and stopped again", afterIt < RecordWriter.nextVersion(afterIt));
        assertTrue(
                "the next task has a higher version than all of these",
                RecordWriter.nextVersion(RecordWriter.nextVersion(afterIt)) < RecordWriter.version(4, 1));
        assertTrue(
                "a new job has a lower version than its first task",
                RecordWriter.nextVersion(1) < RecordWriter.version(1, 1));
    }
}
