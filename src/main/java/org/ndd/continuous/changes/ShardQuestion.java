package org.ndd.continuous.changes;

import java.io.IOException;
import org.elasticsearch.action.OriginalIndices;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.shard.ShardId;
import org.ndd.version.NddVersion;

/**
 * What a question to a shard begins with.
 *
 * @param shard which is asked. Its index has a UUID, so an index made anew under the same name does not answer for the one of before
 * @param asked the indices as the user wrote them, which the question is authorised against: the user may have rights for an alias only
 */
record ShardQuestion(ShardId shard, OriginalIndices asked) implements Writeable {

    /** @throws org.elasticsearch.ElasticsearchStatusException where a node with another version of ndd asks: 503, as that passes */
    static ShardQuestion read(StreamInput in) throws IOException {
        NddVersion.readSame(in);
        return new ShardQuestion(new ShardId(in), OriginalIndices.readOriginalIndices(in));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        NddVersion.write(out);
        shard.writeTo(out);
        OriginalIndices.writeOriginalIndices(asked, out);
    }
}
