package org.ndd.partition;

import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.rest.RestStatus;

/** Another node coordinates the run by now: this coordinator stops at once, and reports nothing about the run any more. */
final class OvertakenException extends ElasticsearchStatusException {

    OvertakenException(String run, long coordinator) {
        super("run [" + run + "] has a later coordinator than [" + coordinator + "]", RestStatus.CONFLICT);
    }
}
