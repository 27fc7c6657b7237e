package org.ndd.pair;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.Reason;
import org.ndd.core.compare.Region;
import org.ndd.core.compare.Relation;

/** The outcome of a comparison between nodes. */
public final class ComparisonWire {

    private ComparisonWire() {}

    /** Writes a comparison for another node. */
    public static void write(Comparison comparison, StreamOutput out) throws IOException {
        out.writeEnum(comparison.relation());
        out.writeDouble(comparison.confidence());
        out.writeEnum(comparison.reason());
        ContributionFormat.write(comparison.contributions(), out);
        out.writeDouble(comparison.resemblance());
        out.writeDouble(comparison.containmentAInB());
        out.writeDouble(comparison.containmentBInA());
        out.writeInt(comparison.lcs());
        out.writeInt(comparison.tlcs());
        out.writeVInt(comparison.lengthA());
        out.writeVInt(comparison.lengthB());
        out.writeInt(comparison.sketchA());
        out.writeInt(comparison.sketchB());
        out.writeCollection(comparison.regions(), ComparisonWire::writeRegion);
        out.writeBoolean(comparison.approximate());
        out.writeBoolean(comparison.boilerplateKnown());
        out.writeVInt(comparison.maskedA());
        out.writeVInt(comparison.maskedB());
    }

    /** Reads what {@link #write} wrote. */
    public static Comparison read(StreamInput in) throws IOException {
        return new Comparison(
                in.readEnum(Relation.class),
                in.readDouble(),
                in.readEnum(Reason.class),
                ContributionFormat.read(in),
                in.readDouble(),
                in.readDouble(),
                in.readDouble(),
                in.readInt(),
                in.readInt(),
                in.readVInt(),
                in.readVInt(),
                in.readInt(),
                in.readInt(),
                in.readCollectionAsImmutableList(ComparisonWire::readRegion),
                in.readBoolean(),
                in.readBoolean(),
                in.readVInt(),
                in.readVInt());
    }

    private static void writeRegion(StreamOutput out, Region region) throws IOException {
        out.writeVInt(region.startA());
        out.writeVInt(region.endA());
        out.writeVInt(region.startB());
        out.writeVInt(region.endB());
        out.writeString(region.text());
    }

    private static Region readRegion(StreamInput in) throws IOException {
        return new Region(in.readVInt(), in.readVInt(), in.readVInt(), in.readVInt(), in.readString());
    }
}
