package org.ndd.evaluate;

import java.io.IOException;
import java.util.Comparator;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.xcontent.ConstructingObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;

/**
 * A document as users name it: by its id, or by index and id where several indices may have the id.
 *
 * @param index concrete one, or null where the id is enough
 * @param id of the document
 */
record DocumentName(String index, String id) implements Writeable, ToXContentFragment, Comparable<DocumentName> {

    private static final ParseField INDEX = new ParseField("_index");
    private static final ParseField ID = new ParseField("_id");

    private static final Comparator<DocumentName> ORDER = Comparator.comparing(
                    DocumentName::index, Comparator.nullsFirst(Comparator.<String>naturalOrder()))
            .thenComparing(DocumentName::id);

    private static final ConstructingObjectParser<DocumentName, Void> PARSER =
            new ConstructingObjectParser<>("document", args -> new DocumentName((String) args[0], (String) args[1]));

    static {
        PARSER.declareString(ConstructingObjectParser.optionalConstructorArg(), INDEX);
        PARSER.declareString(ConstructingObjectParser.constructorArg(), ID);
    }

    DocumentName(StreamInput in) throws IOException {
        this(in.readOptionalString(), in.readString());
    }

    /** Reads an id, or an object such as {@code {"_index": "pages", "_id": "1"}}. */
    static DocumentName fromXContent(XContentParser parser) throws IOException {
        return parser.currentToken() == XContentParser.Token.START_OBJECT
                ? PARSER.apply(parser, null)
                : new DocumentName(null, parser.text());
    }

    boolean isEmpty() {
        return id.isEmpty() || index != null && index.isEmpty();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeOptionalString(index);
        out.writeString(id);
    }

    /** A value in the form that it is read in. */
    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        if (index == null) {
            return builder.value(id);
        }
        builder.startObject();
        builder.field(INDEX.getPreferredName(), index).field(ID.getPreferredName(), id);
        return builder.endObject();
    }

    @Override
    public int compareTo(DocumentName other) {
        return ORDER.compare(this, other);
    }

    @Override
    public String toString() {
        return index == null ? id : index + "/" + id;
    }
}
