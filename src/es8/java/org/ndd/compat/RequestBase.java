package org.ndd.compat;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.transport.TransportRequest;

/** Base class for transport requests that do not belong to an action. */
public abstract class RequestBase extends TransportRequest {

    protected RequestBase() {}

    protected RequestBase(StreamInput in) throws IOException {
        super(in);
    }
}
