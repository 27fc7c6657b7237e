package org.ndd.rest;

import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.RestRequest;

/** A URL parameter that is a span of time. Of some that are none, Elasticsearch's own message does not say which parameter it was. */
final class TimeParameter {

    private TimeParameter() {}

    /**
     * Its value.
     *
     * @param standard where it is not given
     * @throws IllegalArgumentException where it is no span of time
     */
    static TimeValue read(RestRequest request, String name, TimeValue standard) {
        try {
            return request.paramAsTime(name, standard);
        } catch (IllegalArgumentException e) {
            throw new IllegalArgumentException(
                    "[" + name + "] must be a time such as [30s], but was [" + request.param(name) + "]");
        }
    }
}
