package org.ndd.partition.plan;

import java.io.IOException;
import java.util.Locale;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.decisions.DecisionIndex;

/**
 * The options of a run: together with the documents, they determine the result.
 *
 * @param field target field of the processor, such as {@code ndd}
 * @param grouping rules by which documents are grouped
 * @param boilerplate source of the sites' boilerplate
 * @param execution how the run works
 * @param decisionsIndex index or alias of the decisions of people that take part; {@code null} for none
 * @param against documents with which those of the source are compared in addition
 */
public record PartitionOptions(
        String field,
        GroupingOptions grouping,
        Boilerplate boilerplate,
        ExecutionOptions execution,
        String decisionsIndex,
        Reference against)
        implements Writeable, ToXContentFragment {

    /** Maximum number of ranges of ranks of a run. */
    public static final int MAX_WINDOWS = 4096;

    /** The number of windows is derived from the available memory. */
    public static final int AUTOMATIC_WINDOWS = 0;

    /** The source of the sites' boilerplate. */
    public enum Boilerplate {
        /** Learned by the run, and stored for query and compare. */
        LEARN,
        /** Those stored by an earlier run. */
        STORED,
        /** None: pages are compared without masking. */
        NONE;

        /** Parses the external name. */
        public static Boilerplate of(String value) {
            for (Boilerplate boilerplate : values()) {
                if (boilerplate.value().equals(value)) {
                    return boilerplate;
                }
            }
            throw new IllegalArgumentException(
                    "[boilerplate] must be one of [learn, stored, none], but was [" + value + "]");
        }

        public String value() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public PartitionOptions {
        if (field.isBlank()) {
            throw new IllegalArgumentException("[target_field] must not be empty, but was [" + field + "]");
        }
        if (execution.windows() > 1 && grouping.isOfSets()) {
            throw new IllegalArgumentException(
                    "[windows] must be [1] in mode [sets], but was [" + execution.windows() + "]");
        }
        if (decisionsIndex != null) {
            DecisionIndex.check(decisionsIndex);
            if (grouping.isOfSets()) {
                throw new IllegalArgumentException("[" + DecisionIndex.PARAMETER.getPreferredName()
                        + "] must be omitted in mode [sets], but was [" + decisionsIndex + "]");
            }
        }
        if (against.isEmpty() == false && grouping.isOfSets()) {
            throw new IllegalArgumentException(
                    "[against] must be omitted in mode [sets], but was " + against.indices());
        }
    }

    /** The same options against a reference, or without any. */
    public PartitionOptions against(Reference reference) {
        return new PartitionOptions(field, grouping, boilerplate, execution, decisionsIndex, reference);
    }

    /** The same options with another limit of speed. */
    public PartitionOptions atMost(double documentsPerSecond) {
        return executed(execution.with(execution.windows(), documentsPerSecond));
    }

    /** The options that determine the groups: without the number of windows and the speed. */
    public PartitionOptions ofGroups() {
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

    /** Prints the options that determine the groups of given documents, except for their field. */
    public void groupingToXContent(XContentBuilder builder) throws IOException {
        grouping.toXContent(builder, EMPTY_PARAMS);
        if (decisionsIndex != null) {
            builder.field(DecisionIndex.PARAMETER.getPreferredName(), decisionsIndex);
        }
        against.toXContent(builder, EMPTY_PARAMS);
        builder.field("boilerplate", boilerplate.value());
    }
}
