package org.ndd.partition;

import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.rest.RestStatus;

/** Another run is about to publish to the destination of a run: status 409. */
final class DestinationTakenException extends ElasticsearchStatusException {

    private final String run;

    DestinationTakenException(String dest, String run, Exception cause) {
        super(
                "[dest.index] must be a destination to which no run is about to publish, but was [" + dest
                        + "], to which [" + run + "] is",
                RestStatus.CONFLICT,
                cause);
        this.run = run;
    }

    /** The other run. */
    String run() {
        return run;
    }
}
