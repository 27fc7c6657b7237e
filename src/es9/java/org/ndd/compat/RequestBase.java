package org.ndd.compat;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.transport.AbstractTransportRequest;

/** Base class for transport requests that do not belong to an action. */
public abstract class RequestBase extends AbstractTransportRequest {

    protected RequestBase() {}

    protected RequestBase(StreamInput in) throws IOException {
        super(in);
    }
}
