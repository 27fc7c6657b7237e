package org.ndd.boilerplate;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * Which boilerplate a search compares with: determined once, on the node where the search starts, with the privileges of the user. Each
 * shard gets it with the search.
 *
 * @param inUse by concrete index of documents, the index that has its boilerplate; {@code null} if none is in use
 * @param families by index of boilerplate, how many families the user sees in it
 */
public record BoilerplateView(Map<String, String> inUse, Map<String, Long> families) implements Writeable {

    /** Of a search that compares no texts. */
    public static final BoilerplateView NONE = new BoilerplateView(Map.of(), Map.of());

    public BoilerplateView {
        inUse = Collections.unmodifiableMap(new TreeMap<>(inUse));
        families = Collections.unmodifiableMap(new TreeMap<>(families));
    }

    public BoilerplateView(StreamInput in) throws IOException {
        this(in.readMap(StreamInput::readOptionalString), in.readMap(StreamInput::readVLong));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeMap(inUse, StreamOutput::writeOptionalString);
        out.writeMap(families, StreamOutput::writeVLong);
    }
}
