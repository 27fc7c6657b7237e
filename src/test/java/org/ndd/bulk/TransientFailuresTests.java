package org.ndd.bulk;

import java.io.IOException;
import org.apache.lucene.store.AlreadyClosedException;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.action.NoShardAvailableActionException;
import org.elasticsearch.action.search.SearchPhaseExecutionException;
import org.elasticsearch.action.search.ShardSearchFailure;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.index.shard.ShardId;
import org.elasticsearch.indices.IndexClosedException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.SearchContextMissingException;
import org.elasticsearch.search.SearchShardTarget;
import org.elasticsearch.search.internal.ShardSearchContextId;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.transport.NodeNotConnectedException;
import org.elasticsearch.transport.RemoteTransportException;

/** A run waits for the end of transient failures, and ends immediately with other failures. */
public class TransientFailuresTests extends ESTestCase {

    public void testFullDiskIsTransient() {
        Exception full = new IOException("No space left on device");
        assertTrue(TransientFailures.isTransient(full));
        assertTrue(TransientFailures.isTransient(
                new RemoteTransportException("node", new ElasticsearchException("x", full))));
        assertFalse(TransientFailures.isTransient(new IOException("Input/output error")));
        assertFalse(TransientFailures.isTransient(new IllegalStateException("No space left on device")));
    }

    public void testBusyIsTransient() {
        for (RestStatus status : RestStatus.values()) {
            boolean busy = status == RestStatus.TOO_MANY_REQUESTS || status == RestStatus.SERVICE_UNAVAILABLE;
            assertEquals(
                    status.name(), busy, TransientFailures.isTransient(new ElasticsearchStatusException("no", status)));
        }
        assertTrue(TransientFailures.isTransient(new AlreadyClosedException("shard")));
        assertTrue(TransientFailures.isTransient(
                new IndexNotFoundException("the destination of a run may be in transition")));
    }

    public void testSearchIsTransientIfAllShardFailuresAre() {
        ShardSearchFailure lost = new ShardSearchFailure(new NodeNotConnectedException(null, "not connected"));
        ShardSearchFailure broken = new ShardSearchFailure(new IllegalStateException("broken"));
        assertTrue(TransientFailures.isTransient(search(lost, lost)));
        assertFalse(TransientFailures.isTransient(search(lost, broken)));
        assertFalse(TransientFailures.isTransient(search(broken)));
        assertTrue("no shard copy was active", TransientFailures.isTransient(search()));
    }

    private static Exception search(ShardSearchFailure... failures) {
        return new SearchPhaseExecutionException("query", "all shards failed", failures);
    }

    public void testLostReader() {
        Exception lost = new NodeNotConnectedException(null, "lost");
        Exception missing = new RemoteTransportException(
                "node", new SearchContextMissingException(new ShardSearchContextId("session", 1)));
        assertTrue(
                TransientFailures.isLostReader(search(new ShardSearchFailure(lost), new ShardSearchFailure(missing))));
        assertFalse(TransientFailures.isLostReader(
                search(new ShardSearchFailure(lost), new ShardSearchFailure(new IndexNotFoundException("pages")))));
        assertFalse("all copies may return", TransientFailures.isLostReader(search()));
        assertFalse(TransientFailures.isLostReader(lost));
    }

    public void testDescriptionNamesIndex() {
        assertEquals(
                "IndexClosedException: [pages] closed",
                TransientFailures.describe(new IndexClosedException(new Index("pages", "uuid"))));
        assertEquals(
                "IndexNotFoundException: no such index [pages]",
                TransientFailures.describe(new IndexNotFoundException("pages")));
    }

    public void testDescriptionOfFailedSearchNamesShard() {
        SearchShardTarget target = new SearchShardTarget("node", new ShardId("pages", "uuid", 2), null);
        Exception lost = new NoShardAvailableActionException(target.getShardId());
        assertEquals(
                "NoShardAvailableActionException: [pages][2]",
                TransientFailures.describe(
                        new SearchPhaseExecutionException("query", "all shards failed", lost, new ShardSearchFailure[] {
                            new ShardSearchFailure(lost, target)
                        })));
        SearchPhaseExecutionException rejected = new SearchPhaseExecutionException(
                "query", "Search rejected due to missing shards [[pages][2]]", null, ShardSearchFailure.EMPTY_ARRAY);
        assertEquals(
                "SearchPhaseExecutionException: Search rejected due to missing shards [[pages][2]]",
                TransientFailures.describe(
                        new SearchPhaseExecutionException("query", "", rejected, ShardSearchFailure.EMPTY_ARRAY)));
    }

    public void testCircuitBreakerIsNotTransient() {
        Exception memory = new CircuitBreakingException("full", CircuitBreaker.Durability.TRANSIENT);
        assertFalse(TransientFailures.isTransient(memory));
        assertTrue(TransientFailures.isTooLittleMemory(new RemoteTransportException("node", memory)));
    }
}
