package org.ndd.partition;

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
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.TermQueryBuilder;
import org.elasticsearch.test.ESTestCase;
import org.ndd.partition.RunStore.RunRecord;

/** Records of runs survive upgrades: later releases read the bytes that a release wrote if they know the format. */
public class RunRecordTests extends ESTestCase {

    private static final NamedWriteableRegistry QUERIES = new NamedWriteableRegistry(List.of(
            new NamedWriteableRegistry.Entry(QueryBuilder.class, TermQueryBuilder.NAME, TermQueryBuilder::new)));

    private static Properties frozen() throws IOException {
        Properties frozen = new Properties();
        try (InputStream in = RunRecordTests.class.getResourceAsStream("run-record.properties")) {
            frozen.load(in);
        }
        return frozen;
    }

    private static String encode(BytesReference bytes) {
        return Base64.getEncoder().encodeToString(BytesReference.toBytes(bytes));
    }

    private static RunRecord read(BytesReference bytes, TransportVersion wire) throws IOException {
        return RecordStore.read(RunRecord::new, bytes, wire, QUERIES);
    }

    public void testFrozenBytes() throws IOException {
        Properties frozen = frozen();
        TransportVersion wire = TransportVersion.fromId(Integer.parseInt(frozen.getProperty("wire_version")));
        String bytes = frozen.getProperty("running");
        RunRecord record = read(new BytesArray(Base64.getDecoder().decode(bytes)), wire);
        RunRecord expected = TestRuns.record("alice");
        assertEquals(expected.pins(), record.pins());
        assertEquals(expected.user(), record.user());
        assertEquals(expected.windows(), record.windows());
        assertEquals(expected.groupsWritten(), record.groupsWritten());
        assertEquals(expected.spec().options(), record.spec().options());
        assertEquals(expected.spec().source().query(), record.spec().source().query());
        assertEquals(expected.spec().source().concrete(), record.spec().source().concrete());
        assertEquals(expected.spec().timeout(), record.spec().timeout());
        assertEquals(expected.report().state(), record.report().state());
        assertEquals("written bytes must equal the frozen ones", bytes, encode(RecordStore.toBytes(expected, wire)));
    }

    public void testRejectsRecordWithoutFormat() throws IOException {
        TransportVersion wire = TransportVersion.current();
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            TestRuns.record("alice").writeTo(out);
            Exception e = expectThrows(IllegalArgumentException.class, () -> read(out.bytes(), wire));
            assertThat(e.getMessage(), containsString("[format] of the state of a run must be [10]"));
        }
        String text = new String(
                BytesReference.toBytes(RecordStore.toBytes(TestRuns.record("alice"), wire)),
                StandardCharsets.ISO_8859_1);
        assertThat("enums are serialized by name", text, containsString("RUNNING"));
        assertThat(text, containsString("LEARN"));
    }
}
