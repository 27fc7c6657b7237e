package org.ndd.evaluate;

import java.io.IOException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.XContentBuilder;

/**
 * Agreement of verdicts and labels of pairs.
 *
 * @param found true positives: duplicates that the verdict finds
 * @param missed false negatives: duplicates that the verdict misses
 * @param wrong false positives: others that are judged duplicates
 * @param apart true negatives: others that are not judged duplicates
 */
record Confusion(int found, int missed, int wrong, int apart) implements Writeable {

    static final Confusion NONE = new Confusion(0, 0, 0, 0);

    Confusion(StreamInput in) throws IOException {
        this(in.readVInt(), in.readVInt(), in.readVInt(), in.readVInt());
    }

    /** Returns a copy with one more pair. */
    Confusion with(boolean duplicate, boolean similar) {
        return new Confusion(
                found + (duplicate && similar ? 1 : 0),
                missed + (duplicate && similar == false ? 1 : 0),
                wrong + (duplicate == false && similar ? 1 : 0),
                apart + (duplicate == false && similar == false ? 1 : 0));
    }

    /** Number of pairs. */
    int pairs() {
        return found + missed + wrong + apart;
    }

    /** TP / (TP + FP): share of the pairs judged duplicates that are labeled so; null if no pair is judged a duplicate. */
    Double precision() {
        return share(found, found + wrong);
    }

    /** TP / (TP + FN): share of the labeled duplicates that are found; null if there are none. */
    Double recall() {
        return share(found, found + missed);
    }

    /** Harmonic mean of precision and recall; null if there is neither a labeled duplicate nor a pair judged one. */
    Double f1() {
        return share(2 * found, 2 * found + wrong + missed);
    }

    private static Double share(int part, int whole) {
        return whole == 0 ? null : (double) part / whole;
    }

    /** Prints measures and counts as fields of the current object of the builder. */
    void toXContent(XContentBuilder builder) throws IOException {
        builder.field("precision", precision());
        builder.field("recall", recall());
        builder.field("f1", f1());
        builder.field("found", found);
        builder.field("missed", missed);
        builder.field("wrong", wrong);
        builder.field("apart", apart);
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVInt(found);
        out.writeVInt(missed);
        out.writeVInt(wrong);
        out.writeVInt(apart);
    }
}
