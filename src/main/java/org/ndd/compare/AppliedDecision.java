package org.ndd.compare;

import java.io.IOException;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Collectors;
import org.elasticsearch.xcontent.ToXContent;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.DocumentName;
import org.ndd.core.group.DecidedBy;
import org.ndd.decisions.DocumentState;
import org.ndd.decisions.PairDecision;

/**
 * The decision of a person about two documents.
 *
 * @param decision of the person
 * @param changed documents that changed since; if there are some, the decision does not count
 */
record AppliedDecision(PairDecision decision, List<DocumentName> changed) {

    /** @param current the two documents as they are */
    static AppliedDecision of(PairDecision decision, Collection<DocumentState> current) {
        Map<DocumentName, DocumentState> byName =
                current.stream().collect(Collectors.toMap(DocumentState::name, Function.identity()));
        return new AppliedDecision(decision, decision.changed(byName));
    }

    boolean isOutdated() {
        return changed.isEmpty() == false;
    }

    boolean duplicates() {
        return decision.kind() == PairDecision.Kind.DUPLICATES;
    }

    void toXContent(XContentBuilder builder) throws IOException {
        builder.startObject(DecidedBy.NAME);
        decision.fields(builder);
        if (isOutdated()) {
            builder.field("outdated", true);
            builder.startArray("changed");
            for (DocumentName name : changed) {
                name.toXContent(builder, ToXContent.EMPTY_PARAMS);
            }
            builder.endArray();
        }
        builder.endObject();
    }
}
