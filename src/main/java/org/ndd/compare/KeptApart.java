package org.ndd.compare;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.config.ApartBy;
import org.ndd.core.compare.ApartKeys;

/**
 * The reason why two sides are never duplicates.
 *
 * @param field the first field whose values differ
 * @param a values of the one side
 * @param b values of the other
 */
record KeptApart(String field, List<String> a, List<String> b) implements Writeable {

    KeptApart(StreamInput in) throws IOException {
        this(in.readString(), in.readStringCollectionAsList(), in.readStringCollectionAsList());
    }

    /**
     * Returns the reason why two sides are kept apart, or null.
     *
     * @param a for each field the values of the one side
     */
    static KeptApart of(ApartBy apartBy, List<List<String>> a, List<List<String>> b) {
        int field = ApartKeys.of(a).firstApart(ApartKeys.of(b));
        return field < 0 ? null : new KeptApart(apartBy.fields().get(field), a.get(field), b.get(field));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(field);
        out.writeStringCollection(a);
        out.writeStringCollection(b);
    }
}
