package org.ndd.inspect;

import java.util.List;
import java.util.Optional;
import org.elasticsearch.xcontent.ConstructingObjectParser;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.DocumentName;
import org.ndd.decisions.PairDecision;

/**
 * The label of a user for two documents of an index.
 *
 * @param a one document
 * @param b the other document
 * @param duplicate whether they are near-duplicates
 */
record LabeledPair(DocumentName a, DocumentName b, boolean duplicate) {

    private static final ConstructingObjectParser<LabeledPair, Void> PARSER = new ConstructingObjectParser<>(
            "labeled_pair",
            args -> ((Optional<?>) args[2])
                    .map(label -> new LabeledPair((DocumentName) args[0], (DocumentName) args[1], (Boolean) label))
                    .orElse(null));

    static {
        for (String side : List.of("a", "b")) {
            PARSER.declareField(
                    ConstructingObjectParser.constructorArg(),
                    DocumentName::fromXContent,
                    new ParseField(side),
                    ObjectParser.ValueType.OBJECT_OR_STRING);
        }
        PARSER.declareField(
                ConstructingObjectParser.constructorArg(),
                parser -> parser.currentToken() == XContentParser.Token.VALUE_NULL
                        ? Optional.<Boolean>empty()
                        : Optional.of(parser.booleanValue()),
                new ParseField("duplicate"),
                ObjectParser.ValueType.BOOLEAN_OR_NULL);
    }

    /** Parses a pair; null if its label is null, which means that it is not labeled yet. */
    static LabeledPair fromXContent(XContentParser parser) {
        return PARSER.apply(parser, null);
    }

    /** Returns the label that corresponds to a decision of a person. */
    static LabeledPair of(PairDecision decision) {
        return new LabeledPair(
                decision.a().name(), decision.b().name(), decision.kind() == PairDecision.Kind.DUPLICATES);
    }

    /** @throws IllegalArgumentException if it does not name two different documents */
    void check() {
        if (a.isEmpty() || b.isEmpty()) {
            throw new IllegalArgumentException("[pairs] must name two documents each, but was [" + a + ", " + b + "]");
        }
        if (a.equals(b)) {
            throw new IllegalArgumentException(
                    "[pairs] must name two different documents each, but was [" + a + "] twice");
        }
    }
}
