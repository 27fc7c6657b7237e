package org.ndd.partition;

import static org.ndd.Soon.answer;

import java.util.Base64;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.elasticsearch.TransportVersion;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.ndd.partition.RunStore.RunRecord;
import org.ndd.plugin.NddPlugin;

public class RecordStoreTests extends ESSingleNodeTestCase {

    private static final TimeValue WAIT = TimeValue.timeValueSeconds(30);

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    /** During a rolling upgrade, a node of the previous version may take over a run that a newer node started. */
    public void testWritesFormatOfOldestNode() throws Exception {
        TransportVersion older =
                TransportVersion.fromId(TransportVersion.current().id() - 1);
        RecordStore store = new RecordStore(client(), getInstanceFromNode(NamedWriteableRegistry.class), () -> older);
        RunRecord record = TestRuns.record("alice");
        answer((ActionListener<Void> l) -> store.put("run", record, false, 1, l));
        Map<String, Object> kept =
                client().prepareGet(RecordStore.INDEX, "run").get().getSourceAsMap();
        assertEquals(older.id(), kept.get("wire_version"));
        assertEquals(
                Base64.getEncoder().encodeToString(BytesReference.toBytes(RecordStore.toBytes(record, older))),
                kept.get("record"));
        RecordStore.Versioned<RunRecord> read = answer(l -> store.get("run", RunRecord::new, "not kept", l));
        assertEquals(
                record.spec().source().query(), read.record().spec().source().query());
    }
}
