package org.ndd.partition.shard;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * The boilerplate fingerprints of a site: those that its documents have from its boilerplate alone.
 *
 * @param fingerprints ascending
 */
public record SiteFingerprints(String site, long[] fingerprints) implements Writeable {

    public SiteFingerprints(StreamInput in) throws IOException {
        this(in.readString(), in.readLongArray());
    }

    long bytes() {
        return 2L * site.length() + (long) Long.BYTES * fingerprints.length;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(site);
        out.writeLongArray(fingerprints);
    }
}
