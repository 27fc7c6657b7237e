package org.ndd.rest;

import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.RestRequest;

/**
 * A URL parameter that is a time value. For some invalid values, the message of Elasticsearch does not contain the name of the parameter.
 */
final class TimeParameter {

    private TimeParameter() {}

    /**
     * Returns its value.
     *
     * @param standard default value
     * @throws IllegalArgumentException if it is not a time value
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
