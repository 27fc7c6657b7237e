package org.ndd.config;

import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.support.TransportAction;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.ToXContentObject;

/** A response that does not leave the node of its request, except as JSON, so it has no wire format. */
public abstract class LocalResponse extends ActionResponse implements ToXContentObject {

    @Override
    public final void writeTo(StreamOutput out) {
        TransportAction.localOnly();
    }
}
