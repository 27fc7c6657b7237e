package org.ndd.groups;

import java.time.Instant;
import java.util.LinkedHashMap;
import java.util.Map;
import org.ndd.core.group.DecidedBy;

/** The decision by which a document of a group has its canonical document, as fields of {@link GroupFields#DECIDED}. */
final class StoredDecision {

    private StoredDecision() {}

    static Map<String, Object> of(DecidedBy by) {
        Map<String, Object> decided = new LinkedHashMap<>();
        decided.put(GroupFields.USER, by.user());
        decided.put(GroupFields.TIMESTAMP, Instant.ofEpochMilli(by.timestamp()).toString());
        if (by.reason() != null) {
            decided.put(GroupFields.REASON, by.reason());
        }
        return decided;
    }
}
