package org.ndd.partition.plan;

import java.io.IOException;
import java.util.Locale;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.ApartBy;
import org.ndd.config.RedirectFields;
import org.ndd.config.SimilarityOptions;
import org.ndd.config.Speed;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.Winners;

/**
 * What a run does, apart from which documents it is about: with the documents, all that the result depends on.
 *
 * @param field what the processor wrote, such as {@code ndd}
 * @param similarity when two pages are near-duplicates
 * @param candidates how candidates are found
 * @param winners rules for the pages to keep
 * @param apartBy fields whose values keep documents apart
 * @param redirects fields that say which documents redirect
 * @param templates where sites' templates come from
 * @param dryRun whether everything is done but the write
 * @param singletons whether groups of one are written too
 * @param sample share of the documents that take part, more than 0 to 1; below 1 in a dry run only
 * @param windows ranges of ranks decided one after the other; more take less memory and give the same result; {@link #AUTOMATIC_WINDOWS}
 *     for as many as memory asks for
 * @param requestsPerSecond documents decided a second over all shards at most; infinite for as fast as it goes
 */
public record PartitionOptions(
        String field,
        SimilarityParameters similarity,
        CandidateParameters candidates,
        Winners winners,
        ApartBy apartBy,
        RedirectFields redirects,
        Templates templates,
        boolean dryRun,
        boolean singletons,
        double sample,
        int windows,
        double requestsPerSecond)
        implements Writeable, ToXContentFragment {

    /** Ranges that a run is cut into at most. */
    public static final int MAX_WINDOWS = 4096;

    /** As many windows as memory asks for. */
    public static final int AUTOMATIC_WINDOWS = 0;

    /** Where the templates of sites come from. */
    public enum Templates {
        /** Learned by the run, and kept for query and compare. */
        LEARN,
        /** Those kept by an earlier run. */
        STORED,
        /** None: pages are compared as they are. */
        NONE;

        /** Reads the name that users type. */
        public static Templates of(String value) {
            for (Templates templates : values()) {
                if (templates.value().equals(value)) {
                    return templates;
                }
            }
            throw new IllegalArgumentException(
                    "[templates] must be one of [learn, stored, none], but was [" + value + "]");
        }

        public String value() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    public PartitionOptions {
        if (field.isBlank()) {
            throw new IllegalArgumentException("[field] must not be empty, but was [" + field + "]");
        }
        if ((sample > 0 && sample <= 1) == false) {
            throw new IllegalArgumentException(
                    "[sample] must be more than [0] and at most [1], but was [" + sample + "]");
        }
        if (sample < 1 && dryRun == false) {
            throw new IllegalArgumentException(
                    "[sample] must be [1] unless [dry_run] is [true], but was [" + sample + "]");
        }
        if (windows < AUTOMATIC_WINDOWS || windows > MAX_WINDOWS) {
            throw new IllegalArgumentException("[windows] must be between [1] and [" + MAX_WINDOWS
                    + "], or [0] for as many as memory asks for, but was [" + windows + "]");
        }
        if (windows > 1 && candidates.mode() == CandidateParameters.Mode.SETS) {
            throw new IllegalArgumentException("[windows] must be [1] in mode [sets], but was [" + windows + "]");
        }
        Speed.check(requestsPerSecond);
    }

    /** The same at another speed. */
    public PartitionOptions atMost(double documentsPerSecond) {
        return new PartitionOptions(
                field,
                similarity,
                candidates,
                winners,
                apartBy,
                redirects,
                templates,
                dryRun,
                singletons,
                sample,
                windows,
                documentsPerSecond);
    }

    /**
     * The same of documents none of which redirects, with templates that are known where it would learn them.
     *
     * @param documents how many there are beside these and with them, by which fingerprints are too common
     */
    public PartitionOptions ofPart(long documents) {
        return new PartitionOptions(
                field,
                similarity,
                candidates.ofPartOf(documents),
                winners,
                apartBy,
                RedirectFields.NONE,
                templates == Templates.LEARN ? Templates.STORED : templates,
                dryRun,
                singletons,
                sample,
                windows,
                requestsPerSecond);
    }

    public PartitionOptions(StreamInput in) throws IOException {
        this(
                in.readString(),
                SimilarityOptions.readFrom(in),
                CandidateOptions.readFrom(in),
                WinnerOptions.readFrom(in),
                new ApartBy(in),
                new RedirectFields(in),
                Templates.valueOf(in.readString()),
                in.readBoolean(),
                in.readBoolean(),
                in.readDouble(),
                in.readVInt(),
                in.readDouble());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(field);
        SimilarityOptions.writeTo(similarity, out);
        CandidateOptions.writeTo(candidates, out);
        WinnerOptions.writeTo(winners, out);
        apartBy.writeTo(out);
        redirects.writeTo(out);
        out.writeString(templates.name());
        out.writeBoolean(dryRun);
        out.writeBoolean(singletons);
        out.writeDouble(sample);
        out.writeVInt(windows);
        out.writeDouble(requestsPerSecond);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.field("field", field);
        SimilarityOptions.toXContent(similarity, builder);
        builder.startObject("candidates");
        CandidateOptions.toXContent(candidates, builder);
        builder.endObject();
        WinnerOptions.toXContent(winners, builder);
        builder.stringListField(ApartBy.PARAMETER.getPreferredName(), apartBy.fields());
        if (redirects.isEmpty() == false) {
            builder.field(RedirectFields.FIELD.getPreferredName(), redirects.field());
            builder.field(RedirectFields.URL.getPreferredName(), redirects.url());
        }
        builder.field("templates", templates.value());
        builder.field("dry_run", dryRun);
        builder.field("singletons", singletons);
        builder.field("sample", sample);
        builder.field("windows", windows);
        return builder.field("requests_per_second", Speed.shown(requestsPerSecond));
    }
}
