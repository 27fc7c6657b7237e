package org.ndd.config;

import java.io.IOException;
import java.util.function.Function;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.xcontent.AbstractObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;

/**
 * The options of a request that compares documents, the same in all searches and APIs. A request that lacks some of them uses their default
 * values.
 *
 * @param similarity thresholds and rule of the comparison
 * @param match relation or share at which two documents match
 * @param mustAgree fields whose values must agree for two documents to match
 * @param decisionsIndex index of decisions, which take precedence over texts; {@code null} for none
 */
public record ComparisonOptions(
        DocumentFields fields,
        SimilarityParameters similarity,
        MatchRule match,
        MustAgree mustAgree,
        @Nullable String decisionsIndex)
        implements Writeable {

    public static final ParseField TARGET_FIELD = new ParseField("target_field");
    public static final ParseField DECISIONS_INDEX = new ParseField("decisions_index");
    public static final ComparisonOptions DEFAULT = new Builder().build();

    /** @throws IllegalArgumentException if the index of decisions is not a name of one index */
    public ComparisonOptions {
        checkDecisionsIndex(decisionsIndex);
    }

    public ComparisonOptions(StreamInput in) throws IOException {
        this(
                new DocumentFields(in.readString()),
                SimilarityOptions.readFrom(in),
                new MatchRule(in),
                new MustAgree(in),
                in.readOptionalString());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(fields.parent());
        SimilarityOptions.writeTo(similarity, out);
        match.writeTo(out);
        mustAgree.writeTo(out);
        out.writeOptionalString(decisionsIndex);
    }

    /**
     * @param name name of the index; {@code null} for no decisions
     * @throws IllegalArgumentException if it is not a name of one index
     */
    public static void checkDecisionsIndex(@Nullable String name) {
        if (name != null && (name.isEmpty() || NameCheck.isSingleName(name) == false)) {
            throw new IllegalArgumentException("[" + DECISIONS_INDEX.getPreferredName()
                    + "] must be the name of one index, but was [" + name + "]");
        }
    }

    public ComparisonOptions with(SimilarityParameters other) {
        return new ComparisonOptions(fields, other, match, mustAgree, decisionsIndex);
    }

    public ComparisonOptions with(MatchRule other) {
        return new ComparisonOptions(fields, similarity, other, mustAgree, decisionsIndex);
    }

    /** Writes the options as fields of the current object of the builder. */
    public void toXContent(XContentBuilder builder) throws IOException {
        builder.field(TARGET_FIELD.getPreferredName(), fields.parent());
        if (match.minContainment() == MatchRule.NO_CONTAINMENT) {
            builder.field(
                    MatchRule.MIN_RELATION.getPreferredName(),
                    match.minRelation().value());
        } else {
            builder.field(MatchRule.MIN_CONTAINMENT.getPreferredName(), match.minContainment());
        }
        if (mustAgree.isEmpty() == false) {
            builder.stringListField(MustAgree.PARAMETER.getPreferredName(), mustAgree.fields());
        }
        if (decisionsIndex != null) {
            builder.field(DECISIONS_INDEX.getPreferredName(), decisionsIndex);
        }
        SimilarityOptions.toXContent(similarity, builder);
    }

    /** Collects the options that a user typed. */
    public static final class Builder {

        private final SimilarityOptions.Builder similarity = new SimilarityOptions.Builder();
        private String field = DocumentFields.DEFAULT_PARENT;
        private Relation minRelation;
        private double minContainment = MatchRule.NO_CONTAINMENT;
        private MustAgree mustAgree = MustAgree.NONE;
        private String decisionsIndex;

        /**
         * Declares the options that all requests have as keys of another object: the target field, the index of decisions, and the
         * similarity parameters.
         *
         * @param of returns the builder that collects the options
         */
        public static <T, C> void declareFields(AbstractObjectParser<T, C> parser, Function<T, Builder> of) {
            parser.declareString((t, value) -> of.apply(t).field = value, TARGET_FIELD);
            parser.declareString((t, value) -> of.apply(t).decisionsIndex = value, DECISIONS_INDEX);
            SimilarityOptions.declareFields(parser, t -> of.apply(t).similarity);
        }

        public static <T, C> void declareMinRelation(AbstractObjectParser<T, C> parser, Function<T, Builder> of) {
            parser.declareString(
                    (t, value) -> of.apply(t).minRelation = Relation.parseMinimum(value), MatchRule.MIN_RELATION);
        }

        public static <T, C> void declareMinContainment(AbstractObjectParser<T, C> parser, Function<T, Builder> of) {
            parser.declareDouble(
                    (t, value) -> of.apply(t).minContainment = MatchRule.checkContainment(value),
                    MatchRule.MIN_CONTAINMENT);
        }

        public static <T, C> void declareMustAgree(AbstractObjectParser<T, C> parser, Function<T, Builder> of) {
            BodyFields.declareTexts(
                    parser, (t, value) -> of.apply(t).mustAgree = new MustAgree(value), MustAgree.PARAMETER);
        }

        /** Returns the user's value of {@code min_confidence}; {@code null} for the value of the preset. */
        @Nullable
        public Double minConfidence() {
            return similarity.minConfidence();
        }

        /** Rejects a relation in addition to a share, for a request in which the share replaces the relation. */
        public Builder requireOneRule() {
            if (minRelation != null && minContainment != MatchRule.NO_CONTAINMENT) {
                throw new IllegalArgumentException("[" + MatchRule.MIN_RELATION.getPreferredName()
                        + "] must be omitted with [" + MatchRule.MIN_CONTAINMENT.getPreferredName() + "], but was ["
                        + minRelation.value() + "]");
            }
            return this;
        }

        /** @throws IllegalArgumentException if a value is out of its range */
        public ComparisonOptions build() {
            return new ComparisonOptions(
                    new DocumentFields(field),
                    similarity.build(),
                    new MatchRule(minRelation == null ? MatchRule.DEFAULT_RELATION : minRelation, minContainment),
                    mustAgree,
                    decisionsIndex);
        }
    }
}
