package org.ndd.partition;

import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.rest.RestStatus;

/** Another node coordinates the run or the job: this coordinator stops immediately, and reports nothing about it any more. */
public final class StaleCoordinatorException extends ElasticsearchStatusException {

    /** @param what such as {@code run [x]} */
    public StaleCoordinatorException(String what, long coordinator) {
        super(what + " has a later coordinator than [" + coordinator + "]", RestStatus.CONFLICT);
    }
}
