package org.ndd.job.changes;

import java.io.IOException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.shard.ShardId;
import org.ndd.compat.NddVersion;

/**
 * The common part of requests to a shard.
 *
 * @param shard shard of the request. Its index has a UUID, so an index that was created again under the same name does not respond
 *     instead
 * @param requested indices as the user typed them, against which the request is authorized: the user may have rights only for an alias
 */
record ShardRequestTarget(ShardId shard, OriginalIndices requested) implements Writeable {

    /**
     * @throws org.elasticsearch.ElasticsearchStatusException (503) if the requesting node has another version of ndd, which is
     *     temporary
     */
    static ShardRequestTarget read(StreamInput in) throws IOException {
        NddVersion.readSame(in);
        return new ShardRequestTarget(new ShardId(in), OriginalIndices.readOriginalIndices(in));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        NddVersion.write(out);
        shard.writeTo(out);
        OriginalIndices.writeOriginalIndices(requested, out);
    }
}
