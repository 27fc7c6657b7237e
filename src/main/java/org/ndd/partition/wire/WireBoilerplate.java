package org.ndd.partition.wire;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.boilerplate.SiteBoilerplate.Level;

/**
 * A site's boilerplate on the wire: the part of it that masking needs.
 *
 * @param boilerplate {@code null} if none is known
 */
public record WireBoilerplate(SiteBoilerplate boilerplate) implements Writeable {

    /** A request for the boilerplate of a site. */
    public record Request(String site) implements Writeable {

        public Request(StreamInput in) throws IOException {
            this(in.readString());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeString(site);
        }
    }

    public WireBoilerplate(StreamInput in) throws IOException {
        this(
                in.readBoolean()
                        ? SiteBoilerplate.ofHashes(
                                in.readString(),
                                in.readLongArray(),
                                in.readLongArray(),
                                in.readLongArray(),
                                new long[0])
                        : null);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeBoolean(boilerplate != null);
        if (boilerplate != null) {
            out.writeString(boilerplate.site());
            out.writeLongArray(boilerplate.hashes(Level.COMMON));
            out.writeLongArray(boilerplate.hashes(Level.FULL));
            out.writeLongArray(boilerplate.titleWords());
        }
    }
}
