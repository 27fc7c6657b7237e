package org.ndd.job.changes;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.core.Releasable;
import org.elasticsearch.index.shard.ShardId;

/**
 * The documents that changed. The receiver must close it, because the circuit breaker accounts for its memory. If history is lost or too
 * many documents changed, it has neither documents nor positions: all documents must then be read.
 *
 * @param byIndex documents by the name of their index, in the order of ids, each id once with its last operation. If an id was deleted
 *     from one shard and exists on another, because its routing changed, it counts as existing. May contain documents that the user has no
 *     right to see
 * @param positions position up to which each shard was read
 * @param lost shards with operations after their position that no longer exist, or with another history. May be incomplete, because
 *     reading stops after the first of these
 * @param tooMany whether more documents changed than the limit of the request
 * @param memory releases the memory from the circuit breaker
 */
public record ChangedDocuments(
        Map<String, List<ChangedDocument>> byIndex,
        Map<ShardId, ShardPosition> positions,
        Set<ShardId> lost,
        boolean tooMany,
        Releasable memory)
        implements Releasable {

    /** Returns whether the changed documents could not be determined. */
    public boolean isUnknown() {
        return tooMany || lost.isEmpty() == false;
    }

    /** Returns the number of changed documents. */
    public long count() {
        return byIndex.values().stream().mapToLong(List::size).sum();
    }

    @Override
    public void close() {
        memory.close();
    }

    /**
     * A document with an operation, in the state after its last operation.
     *
     * @param id id of the document, which the user may have no right to see
     * @param routing routing value; {@code null} if the document has none, or was deleted: Elasticsearch does not keep the routing of
     *     deleted documents
     * @param deleted whether the last operation deleted the document
     */
    public record ChangedDocument(String id, String routing, boolean deleted) implements Writeable {

        public ChangedDocument {
            Objects.requireNonNull(id);
        }

        ChangedDocument(StreamInput in) throws IOException {
            this(in.readString(), in.readOptionalString(), in.readBoolean());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeString(id);
            out.writeOptionalString(routing);
            out.writeBoolean(deleted);
        }
    }
}
