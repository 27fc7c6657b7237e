package org.ndd.config;

import java.io.IOException;
import java.util.Set;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.xcontent.AbstractObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.core.align.TrustedRegions;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.compare.SimilarityParameters.Preset;
import org.ndd.core.text.ParameterCheck;

/**
 * Parses the similarity parameters that users type, the same everywhere: a {@code preset} and single values that override it, in any order.
 * Also writes them as JSON and for other nodes. Both forms contain every value, so they do not depend on defaults.
 */
public final class SimilarityOptions {

    public static final ParseField PRESET = new ParseField("preset");
    public static final ParseField MIN_CONFIDENCE = new ParseField("min_confidence");
    public static final ParseField RESEMBLANCE = new ParseField("resemblance");
    public static final ParseField CONTAINMENT = new ParseField("containment");
    public static final ParseField SLOPE = new ParseField("slope");
    public static final ParseField WINDOW = new ParseField("window");
    public static final ParseField REGIONS = new ParseField("regions");
    public static final ParseField NUMBERS = new ParseField("numbers");

    public static final Set<String> NAMES = Stream.of(
                    PRESET, MIN_CONFIDENCE, RESEMBLANCE, CONTAINMENT, SLOPE, WINDOW, REGIONS, NUMBERS)
            .map(ParseField::getPreferredName)
            .collect(Collectors.toUnmodifiableSet());

    private SimilarityOptions() {}

    /** Declares the parameters as keys of another object, which has the builder that collects them. */
    public static <T, C> void declareFields(AbstractObjectParser<T, C> parser, Function<T, Builder> builder) {
        parser.declareString((t, value) -> builder.apply(t).preset(value), PRESET);
        parser.declareDouble((t, value) -> builder.apply(t).minConfidence = value, MIN_CONFIDENCE);
        parser.declareDouble((t, value) -> builder.apply(t).resemblance = value, RESEMBLANCE);
        parser.declareDouble((t, value) -> builder.apply(t).containment = value, CONTAINMENT);
        parser.declareDouble((t, value) -> builder.apply(t).slope = value, SLOPE);
        BodyFields.declareInt(parser, (t, value) -> builder.apply(t).window = value, WINDOW);
        BodyFields.declareInt(parser, (t, value) -> builder.apply(t).regions = value, REGIONS);
        parser.declareBoolean((t, value) -> builder.apply(t).numbers = value, NUMBERS);
    }

    /** Writes all parameters as fields of the current object of the builder. */
    public static void toXContent(SimilarityParameters parameters, XContentBuilder builder) throws IOException {
        builder.field(PRESET.getPreferredName(), parameters.preset().value());
        builder.field(MIN_CONFIDENCE.getPreferredName(), parameters.minConfidence());
        builder.field(RESEMBLANCE.getPreferredName(), parameters.resemblance());
        builder.field(CONTAINMENT.getPreferredName(), parameters.containment());
        builder.field(SLOPE.getPreferredName(), parameters.regions().slope());
        builder.field(WINDOW.getPreferredName(), parameters.window());
        builder.field(REGIONS.getPreferredName(), parameters.regions().count());
        builder.field(NUMBERS.getPreferredName(), parameters.numbers());
    }

    public static SimilarityParameters readFrom(StreamInput in) throws IOException {
        Preset preset = Preset.valueOf(in.readString());
        double minConfidence = in.readDouble();
        double resemblance = in.readDouble();
        double containment = in.readDouble();
        // the order of stored records: the window follows the slope
        double slope = in.readDouble();
        int window = in.readVInt();
        TrustedRegions.Limits regions = new TrustedRegions.Limits(slope, in.readVInt());
        return new SimilarityParameters(
                preset, minConfidence, resemblance, containment, window, regions, in.readBoolean());
    }

    public static void writeTo(SimilarityParameters parameters, StreamOutput out) throws IOException {
        out.writeString(parameters.preset().name());
        out.writeDouble(parameters.minConfidence());
        out.writeDouble(parameters.resemblance());
        out.writeDouble(parameters.containment());
        out.writeDouble(parameters.regions().slope());
        out.writeVInt(parameters.window());
        out.writeVInt(parameters.regions().count());
        out.writeBoolean(parameters.numbers());
    }

    /** Collects the parameters that a user typed. The preset supplies all others. */
    public static final class Builder {

        private Preset preset = Preset.BALANCED;
        private Double minConfidence;
        private Double resemblance;
        private Double containment;
        private Double slope;
        private Integer window;
        private Integer regions;
        private Boolean numbers;

        private void preset(String value) {
            preset = ParameterCheck.choice(PRESET.getPreferredName(), value, Preset.values());
        }

        /** @throws IllegalArgumentException if a value is out of its range */
        public SimilarityParameters build() {
            SimilarityParameters base = SimilarityParameters.of(preset);
            return new SimilarityParameters(
                    preset,
                    or(minConfidence, base.minConfidence()),
                    or(resemblance, base.resemblance()),
                    or(containment, base.containment()),
                    or(window, base.window()),
                    new TrustedRegions.Limits(
                            or(slope, base.regions().slope()),
                            or(regions, base.regions().count())),
                    or(numbers, base.numbers()));
        }

        /** Returns the user's value of {@code min_confidence}; {@code null} for the value of the preset. */
        @Nullable
        public Double minConfidence() {
            return minConfidence;
        }

        private static <V> V or(V typed, V preset) {
            return typed == null ? preset : typed;
        }
    }
}
