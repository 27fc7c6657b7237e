package org.ndd.check;

import static org.elasticsearch.action.ValidateActions.addValidationError;

import java.util.List;
import java.util.Objects;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.DocumentFields;
import org.ndd.config.DocumentName;
import org.ndd.config.IndexActionRequest;
import org.ndd.config.MatchRule;
import org.ndd.config.MustAgree;
import org.ndd.config.NameCheck;
import org.ndd.config.SimilarityOptions;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.decisions.DecisionIndex;
import org.ndd.groups.Destination;
import org.ndd.pair.PageSource;

/** A request to check documents of an index, alias or data stream, and pages given by content. */
public final class CheckRequest extends IndexActionRequest {

    /** Default timeout of the request. */
    public static final TimeValue DEFAULT_TIMEOUT = TimeValue.timeValueMinutes(1);

    /** Maximum number of documents and pages of a request. */
    static final int MAX_DOCUMENTS = 1000;

    private static final ParseField IDS = new ParseField("ids");
    private static final ParseField DOCUMENTS = new ParseField("documents");

    private static final ObjectParser<Body, Void> PARSER = new ObjectParser<>("check", Body::new);

    static {
        PARSER.declareFieldArray(
                (b, value) -> b.ids = value,
                (p, c) -> DocumentName.fromXContent(p),
                IDS,
                ObjectParser.ValueType.OBJECT_ARRAY_OR_STRING);
        PARSER.declareObjectArray((b, value) -> b.pages = value, (p, c) -> PageSource.fromXContent(p), DOCUMENTS);
        Destination.declare(PARSER, (b, value) -> b.dest = value);
        PARSER.declareString((b, value) -> b.field = value, new ParseField("target_field"));
        PARSER.declareString((b, value) -> b.minRelation = Relation.parseMinimum(value), MatchRule.MIN_RELATION);
        PARSER.declareDouble(
                (b, value) -> b.minContainment = MatchRule.checkContainment(value), MatchRule.MIN_CONTAINMENT);
        PARSER.declareStringArray((b, value) -> b.mustAgree = new MustAgree(value), MustAgree.PARAMETER);
        PARSER.declareString((b, value) -> b.decisionsIndex = value, DecisionIndex.PARAMETER);
        SimilarityOptions.declareFields(PARSER, b -> b.similarity);
    }

    private final List<DocumentName> ids;
    private final List<PageSource> pages;
    private final String dest;
    private final Rule rule;
    private final TimeValue timeout;

    /**
     * @param ids ids of documents
     * @param pages pages given by content
     * @param dest destination of a run; null for {@code {index}-ndd}, if it exists
     * @param timeout time after which the request fails
     */
    CheckRequest(
            String index, List<DocumentName> ids, List<PageSource> pages, String dest, Rule rule, TimeValue timeout) {
        super(index);
        this.ids = List.copyOf(ids);
        this.pages = List.copyOf(pages);
        this.dest = dest;
        this.rule = Objects.requireNonNull(rule);
        this.timeout = Objects.requireNonNull(timeout);
    }

    /**
     * Parses the body of a request.
     *
     * @param timeout time after which the request fails
     * @throws IllegalArgumentException for an unknown key or a value out of its range
     */
    public static CheckRequest fromXContent(String index, TimeValue timeout, XContentParser parser) {
        Body body = PARSER.apply(parser, null);
        Rule rule = new Rule(
                new DocumentFields(body.field),
                body.similarity.build(),
                body.minRelation,
                body.minContainment,
                body.mustAgree,
                body.decisionsIndex);
        return new CheckRequest(index, body.ids, body.pages, body.dest, rule, timeout);
    }

    @Override
    public ActionRequestValidationException validate() {
        ActionRequestValidationException errors = DecisionIndex.validate(rule.decisionsIndex(), super.validate());
        int count = ids.size() + pages.size();
        if (count == 0 || count > MAX_DOCUMENTS) {
            errors = addValidationError(
                    "[ids] and [documents] must hold between [1] and [" + MAX_DOCUMENTS
                            + "] documents together, but was [" + count + "]",
                    errors);
        }
        if (ids.stream().anyMatch(DocumentName::isEmpty)) {
            errors = addValidationError("[ids] must name a document each, but was []", errors);
        }
        for (PageSource page : pages) {
            String error = page.isDocument()
                    ? "[documents] must be contents such as {\"text\": \"...\"}, but was the id [" + page.id()
                            + "]: name it in [ids]"
                    : page.error(DOCUMENTS.getPreferredName(), rule.mustAgree());
            if (error != null) {
                errors = addValidationError(error, errors);
                break;
            }
        }
        if (dest != null && (dest.isEmpty() || NameCheck.isSingleName(dest) == false)) {
            errors = addValidationError(
                    "[dest] must be the destination of a partition run, but was [" + dest + "]", errors);
        }
        if (timeout.millis() <= 0) {
            errors = addValidationError("[timeout] must be positive, but was [" + timeout + "]", errors);
        }
        return errors;
    }

    @Override
    public String getDescription() {
        return ids.size() + " ids and " + pages.size() + " documents";
    }

    List<DocumentName> ids() {
        return ids;
    }

    List<PageSource> pages() {
        return pages;
    }

    /** Returns whether the user named a destination, which must exist in this case. */
    boolean hasDest() {
        return dest != null;
    }

    /** Returns the destination. */
    String dest() {
        return dest == null ? index() + "-ndd" : dest;
    }

    Rule rule() {
        return rule;
    }

    TimeValue timeout() {
        return timeout;
    }

    /**
     * The criteria for a duplicate.
     *
     * @param fields names of the fields that the processor writes
     * @param similarity thresholds and rule of the comparison
     * @param minRelation the loosest accepted relation to the canonical document
     * @param minContainment minimum share of a document that another contains, if it has no near-duplicates; {@link
     *     org.ndd.config.MatchRule#NO_CONTAINMENT} to omit this search
     * @param mustAgree fields whose values must agree
     * @param decisionsIndex index of decisions, or {@code null} for none
     */
    record Rule(
            DocumentFields fields,
            SimilarityParameters similarity,
            Relation minRelation,
            double minContainment,
            MustAgree mustAgree,
            String decisionsIndex) {}

    private static final class Body {
        private List<DocumentName> ids = List.of();
        private List<PageSource> pages = List.of();
        private String dest;
        private String field = DocumentFields.DEFAULT_PARENT;
        private Relation minRelation = MatchRule.DEFAULT_RELATION;
        private double minContainment = MatchRule.NO_CONTAINMENT;
        private MustAgree mustAgree = MustAgree.NONE;
        private String decisionsIndex;
        private final SimilarityOptions.Builder similarity = new SimilarityOptions.Builder();
    }
}
