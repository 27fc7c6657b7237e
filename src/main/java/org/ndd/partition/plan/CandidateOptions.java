package org.ndd.partition.plan;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.ConstructingObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.BodyFields;
import org.ndd.core.group.CandidateParameters;
import org.ndd.core.group.CandidateParameters.Mode;
import org.ndd.core.text.ParameterCheck;

/**
 * Reads and writes the parameters of candidates in requests, responses and messages between nodes. Omitted parameters have the default of
 * the mode.
 */
public final class CandidateOptions {

    private static final int LARGEST_MAX_LEADERS = 10_000;

    private static final ConstructingObjectParser<CandidateParameters, Void> PARSER = new ConstructingObjectParser<>(
            "candidates",
            args -> of((String) args[0], (Long) args[1], (Long) args[2], (Integer) args[3], (Integer) args[4]));

    static {
        PARSER.declareString(ConstructingObjectParser.optionalConstructorArg(), new ParseField("mode"));
        BodyFields.declareLong(PARSER, ConstructingObjectParser.optionalConstructorArg(), new ParseField("max_df"));
        BodyFields.declareLong(PARSER, ConstructingObjectParser.optionalConstructorArg(), new ParseField("site_df"));
        BodyFields.declareInt(PARSER, ConstructingObjectParser.optionalConstructorArg(), new ParseField("site_max"));
        BodyFields.declareInt(PARSER, ConstructingObjectParser.optionalConstructorArg(), new ParseField("max_leaders"));
    }

    private CandidateOptions() {}

    public static CandidateParameters fromXContent(XContentParser parser) {
        return PARSER.apply(parser, null);
    }

    private static CandidateParameters of(
            String modeName, Long maxDf, Long siteDf, Integer siteMax, Integer maxLeaders) {
        Mode mode = modeName == null ? Mode.NEIGHBORS : ParameterCheck.choice("mode", modeName, Mode.values());
        CandidateParameters base = mode == Mode.SETS ? CandidateParameters.SETS : CandidateParameters.NEIGHBORS;
        check("max_df", maxDf, mode == Mode.SETS ? CandidateParameters.SETS.maxDf() : Long.MAX_VALUE);
        check("site_df", siteDf, Long.MAX_VALUE);
        check("site_max", siteMax, Integer.MAX_VALUE);
        check("max_leaders", maxLeaders, LARGEST_MAX_LEADERS);
        return new CandidateParameters(
                mode,
                maxDf == null ? base.maxDf() : maxDf,
                siteDf == null ? base.siteDf() : siteDf,
                siteMax == null ? base.siteMax() : siteMax,
                maxLeaders == null ? base.maxLeaders() : maxLeaders);
    }

    private static void check(String name, Number value, long most) {
        if (value != null) {
            ParameterCheck.range(name, value.longValue(), 1, most);
        }
    }

    static CandidateParameters readFrom(StreamInput in) throws IOException {
        return new CandidateParameters(
                Mode.valueOf(in.readString()), in.readVLong(), in.readVLong(), in.readVInt(), in.readVInt());
    }

    static void writeTo(CandidateParameters parameters, StreamOutput out) throws IOException {
        out.writeString(parameters.mode().name());
        out.writeVLong(parameters.maxDf());
        out.writeVLong(parameters.siteDf());
        out.writeVInt(parameters.siteMax());
        out.writeVInt(parameters.maxLeaders());
    }

    static void toXContent(CandidateParameters parameters, XContentBuilder builder) throws IOException {
        builder.field("mode", parameters.mode().value());
        if (parameters.maxDf() != CandidateParameters.RELATIVE) {
            builder.field("max_df", parameters.maxDf());
        }
        if (parameters.siteDf() != Long.MAX_VALUE) {
            builder.field("site_df", parameters.siteDf());
        }
        builder.field("site_max", parameters.siteMax());
        builder.field("max_leaders", parameters.maxLeaders());
    }
}
