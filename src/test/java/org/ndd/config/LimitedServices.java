package org.ndd.config;

import org.elasticsearch.common.breaker.CircuitBreaker;

/** The services of a node with another circuit breaker. */
public final class LimitedServices {

    private LimitedServices() {}

    /** Returns the same services, whose memory the breaker limits. */
    public static NodeServices of(NodeServices node, CircuitBreaker breaker) {
        return new NodeServices(
                node.client(), node.cluster(), node.threads(), node.resolver(), node.indices(), breaker);
    }
}
