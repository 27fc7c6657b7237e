package org.ndd.compat;

import org.elasticsearch.action.support.nodes.BaseNodesRequest;
import org.elasticsearch.core.TimeValue;

/** A request to all nodes. */
public abstract class NodesRequestBase<R extends NodesRequestBase<R>> extends BaseNodesRequest {

    /** @param timeout maximum time to wait for each node, or {@code null} for no limit */
    protected NodesRequestBase(TimeValue timeout) {
        super(new String[0]);
        setTimeout(timeout);
    }
}
