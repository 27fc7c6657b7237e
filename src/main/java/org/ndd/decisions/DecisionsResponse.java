package org.ndd.decisions;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.DocumentName;

/**
 * Decisions as the API returns them.
 *
 * @param numbers fields of the response, in order
 * @param contradictions each a path of documents: neighbors in it were decided to be duplicates, and its two ends not to be
 */
public record DecisionsResponse(
        Map<String, Object> numbers, List<ReportedDecision> decisions, List<List<DocumentName>> contradictions)
        implements ToXContentObject {

    /**
     * A decision.
     *
     * @param result effect of the request on it; {@code null} in a list
     * @param changed documents that were changed after the decision
     * @param contradictory whether it is part of a contradiction
     */
    record ReportedDecision(PairDecision decision, String result, List<DocumentName> changed, boolean contradictory) {}

    public DecisionsResponse {
        decisions = List.copyOf(decisions);
        contradictions = List.copyOf(contradictions);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        for (Map.Entry<String, Object> number : numbers.entrySet()) {
            builder.field(number.getKey(), number.getValue());
        }
        builder.startArray("decisions");
        for (ReportedDecision shown : decisions) {
            builder.startObject();
            builder.field(PairDecision.A, shown.decision().a().name());
            builder.field(PairDecision.B, shown.decision().b().name());
            shown.decision().fields(builder);
            if (shown.result() != null) {
                builder.field("result", shown.result());
            }
            if (shown.changed().isEmpty() == false) {
                builder.field("outdated", true);
                documents(builder, "changed", shown.changed());
            }
            if (shown.contradictory()) {
                builder.field("contradictory", true);
            }
            builder.endObject();
        }
        builder.endArray();
        builder.startArray("contradictions");
        for (List<DocumentName> path : contradictions) {
            builder.startObject();
            documents(builder, "not_duplicates", List.of(path.get(0), path.get(path.size() - 1)));
            documents(builder, "duplicates", path);
            builder.endObject();
        }
        return builder.endArray().endObject();
    }

    private static void documents(XContentBuilder builder, String name, List<DocumentName> documents)
            throws IOException {
        builder.startArray(name);
        for (DocumentName document : documents) {
            document.toXContent(builder, EMPTY_PARAMS);
        }
        builder.endArray();
    }
}
