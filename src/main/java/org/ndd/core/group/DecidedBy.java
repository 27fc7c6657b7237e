package org.ndd.core.group;

/**
 * Who decided about two documents, and why.
 *
 * @param user name of the person
 * @param timestamp time of the decision, in milliseconds since 1970-01-01 UTC
 * @param reason given by the person, or {@code null}
 */
public record DecidedBy(String user, long timestamp, String reason) {}
