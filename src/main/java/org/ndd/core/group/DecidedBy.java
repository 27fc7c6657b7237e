package org.ndd.core.group;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;

/**
 * The origin of a decision about two documents.
 *
 * @param user name of the person
 * @param timestamp time of the decision, in milliseconds since 1970-01-01 UTC
 * @param reason given by the person, or {@code null}
 */
public record DecidedBy(String user, long timestamp, String reason) {

    public static final String NAME = "decided";

    public static final String USER = "user";

    public static final String TIMESTAMP = "timestamp";

    /** Name of a field, in documents and responses; missing if no reason was given. */
    public static final String REASON = "reason";

    public static DecidedBy of(Map<String, ?> fields) {
        return new DecidedBy(
                (String) fields.get(USER),
                Instant.parse((String) fields.get(TIMESTAMP)).toEpochMilli(),
                (String) fields.get(REASON));
    }

    /** Returns the fields of an object in a document or a response, in their order. */
    public Map<String, Object> fields() {
        Map<String, Object> fields = new LinkedHashMap<>();
        fields.put(USER, user);
        fields.put(TIMESTAMP, Instant.ofEpochMilli(timestamp).toString());
        if (reason != null) {
            fields.put(REASON, reason);
        }
        return fields;
    }
}
