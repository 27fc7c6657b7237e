package org.ndd.boilerplate;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.boilerplate.SiteBoilerplate.Level;

/** The form of boilerplate in messages between nodes: for comparisons, without the displayed lines. */
public final class BoilerplateWire {

    private BoilerplateWire() {}

    public static SiteBoilerplate read(StreamInput in) throws IOException {
        return SiteBoilerplate.ofHashes(
                in.readString(),
                in.readLongArray(),
                in.readLongArray(),
                in.readLongArray(),
                in.readLongArray(),
                in.readLongArray());
    }

    public static void write(StreamOutput out, SiteBoilerplate boilerplate) throws IOException {
        out.writeString(boilerplate.site());
        out.writeLongArray(boilerplate.hashes(Level.COMMON));
        out.writeLongArray(boilerplate.hashes(Level.FULL));
        out.writeLongArray(boilerplate.titleWords());
        out.writeLongArray(boilerplate.slots());
        out.writeLongArray(boilerplate.fingerprints());
    }
}
