package org.ndd.job.update;

/** Documents that have to be grouped together do not fit into the memory of a checkpoint: a full run groups them. */
public final class TooLargeToRegroupException extends RuntimeException {

    private static final long serialVersionUID = 1;

    public TooLargeToRegroupException(String message) {
        super(message);
    }
}
