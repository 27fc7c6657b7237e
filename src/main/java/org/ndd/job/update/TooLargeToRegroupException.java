package org.ndd.job.update;

/** Documents that must be grouped together do not fit into the memory of a checkpoint, so the job needs a full run. */
public final class TooLargeToRegroupException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public TooLargeToRegroupException(String message) {
        super(message);
    }
}
