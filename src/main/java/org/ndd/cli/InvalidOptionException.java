package org.ndd.cli;

/** A command line that is rejected, with the reason as users read it. */
final class InvalidOptionException extends RuntimeException {

    InvalidOptionException(String message) {
        super(message);
    }

    /** The reason that parsers of the APIs gave. */
    InvalidOptionException(RuntimeException rejected) {
        super(root(rejected).getMessage(), rejected);
    }

    private static Throwable root(Throwable e) {
        return e.getCause() == null ? e : root(e.getCause());
    }
}
