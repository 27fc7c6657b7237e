package org.ndd.rest;

import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.xcontent.XContentParseException;

/**
 * Cuts the messages of errors that repeat a long value of a request. A body may have a value of 100 MB, which the response and its causes
 * would contain several times.
 */
final class ShortMessages {

    /** Maximum characters of a message. Messages with three names of indices, of at most 255 bytes each, have less than 1,200. */
    static final int MAX_LENGTH = 2000;

    private ShortMessages() {}

    /** Returns an exception with the same type, status and causes, without long messages; the same one if it has none. */
    static Exception of(Exception e) {
        if (isLong(e) == false) {
            return e;
        }
        String message = cut(e.getMessage());
        Exception cause = e.getCause() instanceof Exception known ? of(known) : null;
        if (e instanceof XContentParseException) {
            return new XContentParseException(null, message, cause);
        }
        if (e instanceof ResourceNotFoundException) {
            return new ResourceNotFoundException(message, cause);
        }
        if (e instanceof ElasticsearchStatusException status) {
            return new ElasticsearchStatusException(message, status.status(), cause);
        }
        return e instanceof IllegalArgumentException ? new IllegalArgumentException(message, cause) : e;
    }

    private static boolean isLong(Throwable e) {
        return e != null
                && (e.getMessage() != null && e.getMessage().length() > MAX_LENGTH
                        || e.getCause() != e && isLong(e.getCause()));
    }

    private static String cut(String message) {
        if (message == null || message.length() <= MAX_LENGTH) {
            return message;
        }
        boolean splitsPair = Character.isHighSurrogate(message.charAt(MAX_LENGTH - 1));
        return message.substring(0, splitsPair ? MAX_LENGTH - 1 : MAX_LENGTH) + "... (" + message.length()
                + " characters)";
    }
}
