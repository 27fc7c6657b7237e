package org.ndd.it;

/**
 * A request of a page of the documentation, and its expected response.
 *
 * @param line line of the request in the page, from 1
 * @param method such as {@code GET}
 * @param endpoint path with its parameters
 * @param body empty if there is none
 * @param status the expected status; 0 for any status below 400
 * @param result the documented JSON of the response; {@code null} if there is none
 * @param until path and value for which the request is repeated, such as {@code state=completed}; {@code null} if the request is sent once
 * @param set path of a value of the response and the name under which it is stored for later requests; {@code null} if there is none
 * @param matcher how the result is compared with the response
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
        ResponseMatcher matcher) {

    /** A directive of the form {@code left=right}. */
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

    /** Replaces the name of a stored value by the value. */
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
                matcher);
    }
}
