package org.ndd.partition.shard;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * Number of documents of each site that have a fingerprint.
 *
 * @param counts documents by site; documents without a site do not count
 */
public record SiteCounts(Map<String, Long> counts) implements Writeable {

    public SiteCounts(StreamInput in) throws IOException {
        this(in.readMap(StreamInput::readVLong));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeMap(counts, StreamOutput::writeVLong);
    }
}
