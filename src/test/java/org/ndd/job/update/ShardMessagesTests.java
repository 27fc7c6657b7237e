package org.ndd.job.update;

import static org.hamcrest.Matchers.containsString;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.action.UnavailableShardsException;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.replication.ReplicationResponse.ShardInfo;
import org.elasticsearch.action.support.replication.ReplicationResponse.ShardInfo.Failure;
import org.elasticsearch.common.io.stream.BytesStreamOutput;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.test.ESTestCase;
import org.ndd.bulk.TransientFailures;
import org.ndd.config.ShardPosition;
import org.ndd.job.update.ShardLeaseAction.Order;
import org.ndd.job.update.ShardLeaseAction.ShardRequestTarget;

/** Serialization of the messages between nodes. */
public class ShardMessagesTests extends ESTestCase {

    private static final ShardId SHARD = new ShardId("pages", "uuid", 3);

    private final NamedWriteableRegistry registry = new NamedWriteableRegistry(List.of());

    private static ShardRequestTarget question() {
        return new ShardRequestTarget(
                SHARD, new OriginalIndices(new String[] {"an-alias"}, IndicesOptions.strictExpandOpen()));
    }

    private <T extends Writeable> T copy(T message, Writeable.Reader<T> reader) throws IOException {
        return copyWriteable(message, registry, reader);
    }

    /** Compares the serialized bytes, because messages do not implement equals. */
    private <T extends Writeable> T assertArrives(T message, Writeable.Reader<T> reader) throws IOException {
        T copy = copy(message, reader);
        assertEquals(bytes(message), bytes(copy));
        return copy;
    }

    private static String bytes(Writeable message) throws IOException {
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            message.writeTo(out);
            return out.bytes().toBytesRef().toString();
        }
    }

    /**
     * Security rejects requests to shards with patterns. A user may have privileges on the alias only that a pattern matches, so the index
     * is named only if a pattern matches it.
     */
    public void testRequestsToShardsNameNoPatterns() {
        String[][] expected = {
            {"alias", "alias"},
            {"pa*", "pages"},
            {"_all", "pages"},
            {"alias,other*", "alias"},
            {"alias,pa*,-x", "pages"},
            {"al*", "alias"},
            {"al*,other", "alias"},
            {"al*,-alias", "pages"},
            {"*", "pages"}
        };
        for (String[] each : expected) {
            OriginalIndices typed = new OriginalIndices(each[0].split(","), IndicesOptions.strictExpandOpen());
            String[] names =
                    IndexChanges.named(SHARD, Set.of("alias", "view"), typed).indices();
            assertEquals(each[0], List.of(each[1]), List.of(names));
        }
    }

    public void testPositions() throws IOException {
        for (long number : List.of(-1L, 0L, Long.MAX_VALUE)) {
            ShardPosition position = new ShardPosition(number, "history");
            assertEquals(position, copy(position, ShardPosition::new));
        }
        Exception e = expectThrows(IllegalArgumentException.class, () -> new ShardPosition(-2, "history"));
        assertEquals("[seq_no] must be at least -1, but was [-2]", e.getMessage());
    }

    public void testRequestsKeepOriginalIndices() throws IOException {
        var changes = assertArrives(
                new ShardChangesAction.Request(question(), "history", 5, 7, true), ShardChangesAction.Request::new);
        assertArrayEquals(new String[] {"an-alias"}, changes.indices());
        assertEquals(IndicesOptions.strictExpandOpen(), changes.indicesOptions());
        assertEquals(SHARD, changes.shardId());
        for (ShardLeaseAction.Request order : List.of(
                new ShardLeaseAction.Request(question(), Order.RETAIN, "job", new ShardPosition(5, "history")),
                new ShardLeaseAction.Request(question(), Order.RETAIN, "job", null),
                new ShardLeaseAction.Request(question(), Order.RETAIN_NEXT, "job", null),
                new ShardLeaseAction.Request(question(), Order.RENEW, "job", null),
                new ShardLeaseAction.Request(question(), Order.RELEASE, "job", null))) {
            var lease = assertArrives(order, ShardLeaseAction.Request::new);
            assertArrayEquals(new String[] {"an-alias"}, lease.indices());
            assertEquals(IndicesOptions.strictExpandOpen(), lease.indicesOptions());
        }
    }

    public void testResponses() throws IOException {
        ShardChangesAction.Response response = new ShardChangesAction.Response(List.of("a", "b"), 7, 9, false);
        response.setShardInfo(ShardInfo.allSuccessful(2));
        ShardChangesAction.Response copy = assertArrives(response, ShardChangesAction.Response::new);
        assertEquals(response.ids, copy.ids);
        assertEquals(7, copy.to);
        assertTrue(copy.more());
        assertFalse(copy.historyGone);
        copy.ensureRefreshed(SHARD);
        ShardChangesAction.Response gone = new ShardChangesAction.Response(List.of(), -1, -1, true);
        gone.setShardInfo(ShardInfo.EMPTY);
        assertTrue(assertArrives(gone, ShardChangesAction.Response::new).historyGone);
        assertFalse(gone.more());
        assertArrives(new ShardLeaseAction.Response(new ShardPosition(-1, "history")), ShardLeaseAction.Response::new);
    }

    public void testUnrefreshedCopyIsTransientFailure() {
        ShardChangesAction.Response response = new ShardChangesAction.Response(List.of(), 7, 7, false);
        Failure failure =
                new Failure(SHARD, "node", new IllegalStateException("why"), RestStatus.INTERNAL_SERVER_ERROR, false);
        response.setShardInfo(ShardInfo.of(2, 1, new Failure[] {failure}));
        UnavailableShardsException e =
                expectThrows(UnavailableShardsException.class, () -> response.ensureRefreshed(SHARD));
        assertThat(e.getMessage(), containsString("why"));
        assertTrue(TransientFailures.isTransient(e));
    }

    public void testRejectsOtherVersion() throws IOException {
        try (BytesStreamOutput out = new BytesStreamOutput()) {
            out.writeString("0.0.9");
            SHARD.writeTo(out);
            try (StreamInput in = out.bytes().streamInput()) {
                ElasticsearchStatusException e =
                        expectThrows(ElasticsearchStatusException.class, () -> ShardRequestTarget.read(in));
                assertThat(e.getMessage(), containsString("but was [0.0.9] on the node that sent the request"));
                assertTrue(TransientFailures.isTransient(e));
            }
        }
    }
}
