package org.ndd.partition;

import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.rest.RestStatus;

/** Another node leads the run by now: this leader stops at once, and says nothing of the run any more. */
final class OvertakenException extends ElasticsearchStatusException {

    OvertakenException(String run, long leader) {
        super("run [" + run + "] has a later leader than [" + leader + "]", RestStatus.CONFLICT);
    }
}
