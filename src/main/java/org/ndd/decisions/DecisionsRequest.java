package org.ndd.decisions;

import java.util.List;
import java.util.Objects;
import org.elasticsearch.xcontent.ConstructingObjectParser;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.BodyFields;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentFields;
import org.ndd.config.DocumentName;
import org.ndd.config.LocalAction.IndexActionRequest;
import org.ndd.core.group.DecidedBy;
import org.ndd.core.text.ParameterCheck;
import org.ndd.groups.Destination;

/** A request that creates, lists or deletes decisions about the documents of an index, alias or data stream. */
public final class DecisionsRequest extends IndexActionRequest {

    /** Maximum number of decisions in the body. */
    static final int MAX_DECISIONS = 1000;

    /** Maximum length of a user or a reason, in UTF-16 code units. */
    private static final int MAX_LENGTH = 1000;

    public enum Operation {
        PUT,
        GET,
        DELETE
    }

    /**
     * A decision as users type it: about two documents, or about the documents of a group.
     *
     * @param a one document; {@code null} for a group
     * @param b the other document; {@code null} for a group
     * @param group name of the group, or {@code null}
     * @param decision name of the kind; {@code null} in a deletion
     * @param reason reason of the decision, or {@code null}
     * @param user name of the person; {@code null} for the authenticated user
     */
    record DecisionInput(DocumentName a, DocumentName b, String group, String decision, String reason, String user) {

        private static final ConstructingObjectParser<DecisionInput, Void> PARSER = new ConstructingObjectParser<>(
                "decision",
                args -> new DecisionInput(
                        (DocumentName) args[0],
                        (DocumentName) args[1],
                        (String) args[2],
                        (String) args[3],
                        (String) args[4],
                        (String) args[5]));

        static {
            for (String side : List.of(PairDecision.A, PairDecision.B)) {
                PARSER.declareField(
                        ConstructingObjectParser.optionalConstructorArg(),
                        DocumentName::fromXContent,
                        new ParseField(side),
                        ObjectParser.ValueType.OBJECT_OR_STRING);
            }
            for (String name : List.of("group", PairDecision.DECISION, DecidedBy.REASON, DecidedBy.USER)) {
                PARSER.declareString(ConstructingObjectParser.optionalConstructorArg(), new ParseField(name));
            }
        }

        private void check(Operation operation) {
            boolean pair = a != null && b != null && group == null;
            if ((pair || operation == Operation.PUT && a == null && b == null && group != null) == false) {
                throw new IllegalArgumentException("[decisions] must name two documents each, [a] and [b]"
                        + (operation == Operation.PUT ? ", or a [group]" : "")
                        + ", but was [a: " + a + ", b: " + b + ", group: " + group + "]");
            }
            if (pair && (a.isEmpty() || b.isEmpty() || a.equals(b))) {
                throw new IllegalArgumentException(
                        "[decisions] must name two different documents each, but was [" + a + ", " + b + "]");
            }
            if (operation == Operation.PUT) {
                if (decision == null) {
                    throw new IllegalArgumentException(
                            "[decision] must be one of [duplicates, not_duplicates], but was missing");
                }
                checkLength(DecidedBy.USER, user);
                checkLength(DecidedBy.REASON, reason);
            }
        }

        private static void checkLength(String name, String value) {
            if (value != null && (value.isEmpty() || value.length() > MAX_LENGTH)) {
                throw new IllegalArgumentException("[" + name + "] must have between [1] and [" + MAX_LENGTH
                        + "] characters, but had [" + value.length() + "]");
            }
        }

        PairDecision.Kind kind() {
            return PairDecision.Kind.of(decision);
        }
    }

    public static final class Body {

        private static final ObjectParser<Body, Void> PARSER = new ObjectParser<>("decisions", Body::new);

        static {
            BodyFields.declareObjects(
                    PARSER,
                    (b, value) -> b.decisions = value,
                    p -> DecisionInput.PARSER.apply(p, null),
                    new ParseField("decisions"));
            Destination.declare(PARSER, (b, value) -> b.dest = value);
        }

        private List<DecisionInput> decisions = List.of();
        private String dest;

        /** Reads a body; {@code null} is an empty one. */
        public static Body parse(XContentParser parser) {
            return parser == null ? new Body() : PARSER.apply(parser, null);
        }
    }

    /**
     * Selects the decisions of a list.
     *
     * @param doc id of a document of the decisions; {@code null} for any
     * @param outdated whether to select only decisions of which a document was changed
     * @param contradictory whether to select only decisions of contradictions
     * @param from number of decisions to skip, 0 to 10,000
     * @param size maximum number of decisions, 0 to 10,000
     */
    public record Filter(String doc, boolean outdated, boolean contradictory, int from, int size) {

        public static final int DEFAULT_SIZE = 100;

        static final Filter NONE = new Filter(null, false, false, 0, DEFAULT_SIZE);

        public Filter {
            ParameterCheck.range("from", from, 0, DecisionIndex.MAX_DECISIONS);
            ParameterCheck.range("size", size, 0, DecisionIndex.MAX_DECISIONS);
        }
    }

    final Operation operation;
    final String decisionsIndex;
    private final String field;
    private final Body body;
    final Filter filter;

    /**
     * @param decisionsIndex index or alias of the decisions
     * @param field target field of the processor
     * @param body {@code null} in a list
     * @param filter {@code null} except in a list
     * @throws IllegalArgumentException if the index of decisions or the destination is not one name
     */
    public DecisionsRequest(
            Operation operation, String index, String decisionsIndex, String field, Body body, Filter filter) {
        super(index);
        if (decisionsIndex == null) {
            throw new IllegalArgumentException("[" + ComparisonOptions.DECISIONS_INDEX.getPreferredName()
                    + "] must be the name of one index, but was missing");
        }
        ComparisonOptions.checkDecisionsIndex(decisionsIndex);
        this.operation = operation;
        this.decisionsIndex = decisionsIndex;
        this.field = Objects.requireNonNull(field);
        this.body = body == null ? new Body() : body;
        if (this.body.dest != null) {
            Destination.checkName(this.body.dest);
        }
        this.filter = filter == null ? Filter.NONE : filter;
        if (field.isEmpty()) {
            throw new IllegalArgumentException("[target_field] must be the name of a field, but was []");
        }
        if (operation != Operation.GET) {
            checkDecisions();
        }
    }

    private void checkDecisions() {
        if (body.decisions.isEmpty() || body.decisions.size() > MAX_DECISIONS) {
            throw new IllegalArgumentException("[decisions] must be between [1] and [" + MAX_DECISIONS
                    + "] decisions, but was [" + body.decisions.size() + "]");
        }
        body.decisions.forEach(typed -> typed.check(operation));
    }

    @Override
    public String getDescription() {
        return operation + " " + body.decisions.size() + " decisions in [" + decisionsIndex + "]";
    }

    DocumentFields fields() {
        return new DocumentFields(field);
    }

    List<DecisionInput> decisions() {
        return body.decisions;
    }

    String dest() {
        return body.dest == null ? Destination.ofSource(index()) : body.dest;
    }
}
