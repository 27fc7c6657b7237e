package org.ndd.rest;

import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.rest.RestRequest;
import org.ndd.config.IndicesActionRequest;

/** The URL parameters {@code ignore_unavailable}, {@code allow_no_indices} and {@code expand_wildcards}, as Elasticsearch reads them. */
final class IndicesParameters {

    private IndicesParameters() {}

    /**
     * Reads the parameters into a request; those that are missing keep the default of the request.
     *
     * @throws IllegalArgumentException (400) if a value is invalid
     */
    static <T extends IndicesActionRequest> T read(RestRequest rest, T request) {
        request.indicesOptions(IndicesOptions.fromRequest(rest, request.indicesOptions()));
        return request;
    }
}
