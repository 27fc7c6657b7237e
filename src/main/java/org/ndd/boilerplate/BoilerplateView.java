package org.ndd.boilerplate;

import java.io.IOException;
import java.util.Collections;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;

/**
 * The boilerplate that a search excludes from comparisons. Determined once, on the node where the search starts, with the privileges of the
 * user. Each shard receives it with the search.
 *
 * @param inUse for each concrete index of documents, the index that contains its boilerplate; {@code null} if none is in use
 * @param families for each index of boilerplate, the number of families that the user may see
 */
public record BoilerplateView(Map<String, String> inUse, Map<String, Long> families) implements Writeable {

    /** View of a search that does not compare texts. */
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
