package org.ndd.config;

import java.io.IOException;
import java.util.List;
import java.util.Set;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ParseField;

/**
 * The fields whose values must agree for two documents to be duplicates, as users type them, the same everywhere. Does not check whether an
 * index has these fields.
 *
 * @param fields full names, all different; empty if no field must agree
 */
public record MustAgree(List<String> fields) implements Writeable {

    public static final ParseField PARAMETER = new ParseField("must_agree");

    /** Maximum number of fields. Each takes 8 bytes per document when a run stores or sends the document. */
    public static final int MAX_FIELDS = 8;

    public static final MustAgree NONE = new MustAgree(List.of());

    public MustAgree {
        fields = List.copyOf(fields);
        if (fields.size() > MAX_FIELDS || Set.copyOf(fields).size() < fields.size() || fields.contains("")) {
            throw new IllegalArgumentException("[" + PARAMETER.getPreferredName() + "] must be at most [" + MAX_FIELDS
                    + "] different names of fields, but was " + fields);
        }
    }

    public MustAgree(StreamInput in) throws IOException {
        this(in.readStringCollectionAsList());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeStringCollection(fields);
    }

    public boolean isEmpty() {
        return fields.isEmpty();
    }
}
