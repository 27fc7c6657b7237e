package org.ndd.compat;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.transport.TransportRequest;

/** A request between nodes that is no action's. */
public abstract class RequestBase extends TransportRequest {

    protected RequestBase() {}

    protected RequestBase(StreamInput in) throws IOException {
        super(in);
    }
}
