package org.ndd.it;

/**
 * One request of a page of the documentation, and what is expected of its answer.
 *
 * @param line of the page on which it stands, from 1
 * @param method such as {@code GET}
 * @param endpoint path with its parameters
 * @param body empty where there is none
 * @param status the status that is expected; 0 for any below 400
 * @param result the JSON that is shown as its answer; {@code null} where none is
 * @param until path and value that the answer must come to hold, such as {@code state=completed}; {@code null} where it
 *     is asked once
 * @param set path and name under which a value of the answer is kept for later requests; {@code null} where nothing is
 * @param answer how the result is compared with the response
 */
record DocsRequest(
        int line,
        String method,
        String endpoint,
        String body,
        int status,
        String result,
        Assignment until,
        Assignment set,
        DocsAnswer answer) {

    /** {@code left=right} of a directive. */
    record Assignment(String left, String right) {

        static Assignment of(String text) {
            int equals = text.indexOf('=');
            if (equals < 1 || equals == text.length() - 1) {
                throw new IllegalArgumentException("[TEST] must hold [path=value], but was [" + text + "]");
            }
            return new Assignment(text.substring(0, equals), text.substring(equals + 1));
        }
    }

    boolean isBulk() {
        String path = endpoint.contains("?") ? endpoint.substring(0, endpoint.indexOf('?')) : endpoint;
        return path.endsWith("_bulk");
    }

    /** With a value that an earlier request kept, in place of its name. */
    DocsRequest with(String name, String value) {
        return new DocsRequest(
                line,
                method,
                endpoint.replace(name, value),
                body.replace(name, value),
                status,
                result == null ? null : result.replace(name, value),
                until,
                set,
                answer);
    }
}
