package org.ndd.partition.plan;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.MustAgree;
import org.ndd.config.RedirectFields;
import org.ndd.config.SimilarityOptions;
import org.ndd.config.Speed;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.CanonicalRules;
import org.ndd.core.text.ApiName;
import org.ndd.core.text.ParameterCheck;

/**
 * The options of a run. Together with the documents, they determine the result.
 *
 * @param field target field of the processor, such as {@code ndd}
 * @param decisionsIndex index or alias of the decisions of people that the run applies; {@code null} for none
 * @param against documents with which the documents of the source are also compared
 */
public record PartitionOptions(
        String field,
        GroupingOptions grouping,
        Boilerplate boilerplate,
        ExecutionOptions execution,
        String decisionsIndex,
        Reference against)
        implements Writeable, ToXContentFragment {

    public static final int MAX_WINDOWS = 4096;

    /** Value of the number of windows to derive it from the available memory. */
    public static final int AUTOMATIC_WINDOWS = 0;

    public enum Boilerplate implements ApiName {
        /** The run learns it, and stores it for searches and comparisons. */
        LEARN,
        /** The run loads the boilerplate that an earlier run stored. */
        STORED,
        /** None: documents are compared without masking. */
        NONE;

        public static Boilerplate of(String value) {
            return ParameterCheck.choice("boilerplate", value, values());
        }
    }

    public PartitionOptions {
        if (field.isBlank()) {
            throw new IllegalArgumentException("[target_field] must not be empty, but was [" + field + "]");
        }
        if (execution.windows() > 1 && grouping.candidates().isOfSets()) {
            throw new IllegalArgumentException(
                    "[windows] must be [1] in mode [sets], but was [" + execution.windows() + "]");
        }
        if (decisionsIndex != null) {
            ComparisonOptions.checkDecisionsIndex(decisionsIndex);
            if (grouping.candidates().isOfSets()) {
                throw new IllegalArgumentException("[" + ComparisonOptions.DECISIONS_INDEX.getPreferredName()
                        + "] must be omitted in mode [sets], but was [" + decisionsIndex + "]");
            }
        }
        if (against.isEmpty() == false && grouping.candidates().isOfSets()) {
            throw new IllegalArgumentException(
                    "[against] must be omitted in mode [sets], but was " + against.indices());
        }
    }

    public PartitionOptions against(Reference reference) {
        return new PartitionOptions(field, grouping, boilerplate, execution, decisionsIndex, reference);
    }

    public PartitionOptions atMost(double documentsPerSecond) {
        return executed(execution.with(execution.windows(), documentsPerSecond));
    }

    /** Returns the options that determine the groups, with defaults for the number of windows and the speed. */
    public PartitionOptions withDefaultExecution() {
        return executed(execution.with(AUTOMATIC_WINDOWS, Double.POSITIVE_INFINITY));
    }

    private PartitionOptions executed(ExecutionOptions other) {
        return new PartitionOptions(field, grouping, boilerplate, other, decisionsIndex, against);
    }

    public PartitionOptions(StreamInput in) throws IOException {
        this(
                in.readString(),
                new GroupingOptions(in),
                Boilerplate.valueOf(in.readString()),
                new ExecutionOptions(in),
                in.readOptionalString(),
                new Reference(in));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(field);
        grouping.writeTo(out);
        out.writeString(boilerplate.name());
        execution.writeTo(out);
        out.writeOptionalString(decisionsIndex);
        against.writeTo(out);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.field("target_field", field);
        groupingToXContent(builder);
        return execution.toXContent(builder, params);
    }

    /** Writes the options that determine the groups of given documents, except for their field. */
    public void groupingToXContent(XContentBuilder builder) throws IOException {
        grouping.toXContent(builder, EMPTY_PARAMS);
        if (decisionsIndex != null) {
            builder.field(ComparisonOptions.DECISIONS_INDEX.getPreferredName(), decisionsIndex);
        }
        against.toXContent(builder, EMPTY_PARAMS);
        builder.field("boilerplate", boilerplate.value());
    }

    /**
     * Options of how a run works, and which documents it writes.
     *
     * @param singletons whether groups of one document are written too
     * @param sample share of the documents that take part, above 0 to 1; below 1 only in a dry run
     * @param windows number of ranges of ranks that are decided sequentially, 1 to {@link PartitionOptions#MAX_WINDOWS}, or
     *     {@link PartitionOptions#AUTOMATIC_WINDOWS}; more windows need less memory and give the same result
     * @param requestsPerSecond maximum number of documents decided per second over all shards; infinite for no limit
     */
    public record ExecutionOptions(
            boolean dryRun, boolean singletons, double sample, int windows, double requestsPerSecond)
            implements Writeable, ToXContentFragment {

        public ExecutionOptions {
            if ((sample > 0 && sample <= 1) == false) {
                throw new IllegalArgumentException(
                        "[sample] must be more than [0] and at most [1], but was [" + sample + "]");
            }
            if (sample < 1 && dryRun == false) {
                throw new IllegalArgumentException(
                        "[sample] must be [1] unless [dry_run] is [true], but was [" + sample + "]");
            }
            if (windows < PartitionOptions.AUTOMATIC_WINDOWS || windows > PartitionOptions.MAX_WINDOWS) {
                throw new IllegalArgumentException("[windows] must be between [1] and [" + PartitionOptions.MAX_WINDOWS
                        + "], or [0] to choose them by the available memory, but was [" + windows + "]");
            }
            Speed.check(requestsPerSecond);
        }

        ExecutionOptions(StreamInput in) throws IOException {
            this(in.readBoolean(), in.readBoolean(), in.readDouble(), in.readVInt(), in.readDouble());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeBoolean(dryRun);
            out.writeBoolean(singletons);
            out.writeDouble(sample);
            out.writeVInt(windows);
            out.writeDouble(requestsPerSecond);
        }

        ExecutionOptions with(int otherWindows, double documentsPerSecond) {
            return new ExecutionOptions(dryRun, singletons, sample, otherWindows, documentsPerSecond);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            builder.field("dry_run", dryRun);
            builder.field("singletons", singletons);
            builder.field("sample", sample);
            builder.field("windows", windows);
            return builder.field("requests_per_second", Speed.shown(requestsPerSecond));
        }
    }

    /**
     * The rules by which a run groups documents.
     *
     * @param mustAgree fields whose values must agree for two documents to be duplicates
     * @param redirects fields that hold the redirects of documents
     */
    public record GroupingOptions(
            SimilarityParameters similarity,
            CandidateParameters candidates,
            CanonicalRules canonicals,
            MustAgree mustAgree,
            RedirectFields redirects)
            implements Writeable, ToXContentFragment {

        GroupingOptions(StreamInput in) throws IOException {
            this(
                    SimilarityOptions.readFrom(in),
                    CandidateOptions.readFrom(in),
                    CanonicalOptions.readFrom(in),
                    new MustAgree(in),
                    new RedirectFields(in));
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            SimilarityOptions.writeTo(similarity, out);
            CandidateOptions.writeTo(candidates, out);
            CanonicalOptions.writeTo(canonicals, out);
            mustAgree.writeTo(out);
            redirects.writeTo(out);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            SimilarityOptions.toXContent(similarity, builder);
            builder.startObject("candidates");
            CandidateOptions.toXContent(candidates, builder);
            builder.endObject();
            CanonicalOptions.toXContent(canonicals, builder);
            builder.stringListField(MustAgree.PARAMETER.getPreferredName(), mustAgree.fields());
            if (redirects.isEmpty() == false) {
                builder.field(RedirectFields.FIELD.getPreferredName(), redirects.field());
                builder.field(RedirectFields.URL.getPreferredName(), redirects.url());
            }
            return builder;
        }
    }
}
