package org.ndd.pair;

import org.elasticsearch.common.breaker.CircuitBreaker;

/** The services of a node with another circuit breaker. */
public final class LimitedServices {

    private LimitedServices() {}

    /** Returns the same services, whose memory the breaker limits. */
    public static PairServices of(PairServices node, CircuitBreaker breaker) {
        return new PairServices(
                node.client(),
                node.cluster(),
                node.threads(),
                node.boilerplate(),
                node.registry(),
                breaker,
                node.resolver());
    }
}
