package org.ndd.groups;

import java.io.IOException;
import java.util.function.BiConsumer;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.xcontent.AbstractObjectParser;
import org.elasticsearch.xcontent.ConstructingObjectParser;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;

/** Parses and checks a destination of runs in a request: {@code "dest": {"index": "..."}}. */
public final class Destination {

    /** The key in bodies of requests. */
    public static final ParseField PARAMETER = new ParseField("dest");

    private static final ParseField INDEX = new ParseField("index");

    private static final ConstructingObjectParser<String, Void> PARSER =
            new ConstructingObjectParser<>("dest", args -> (String) args[0]);

    static {
        PARSER.declareString(ConstructingObjectParser.constructorArg(), INDEX);
    }

    private static final String[] FIELDS = {GroupFields.GROUP, GroupFields.DOC_INDEX, GroupFields.DOC_ID};

    private Destination() {}

    /** Declares the object in the parser of a request, whose value is the name of the index or alias. */
    public static <V, C> void declare(AbstractObjectParser<V, C> parser, BiConsumer<V, String> set) {
        parser.declareField(
                set,
                (p, c) -> {
                    requireObject(p);
                    return PARSER.apply(p, null);
                },
                PARAMETER,
                ObjectParser.ValueType.OBJECT_OR_STRING);
    }

    /** Rejects a name without an object, because a string is the most probable mistake. */
    public static void requireObject(XContentParser parser) throws IOException {
        if (parser.currentToken().isValue()) {
            throw new IllegalArgumentException("[dest] must be an object, as in [{\"index\": \"" + parser.text()
                    + "\"}], but was [" + parser.text() + "]");
        }
    }

    /** Writes the key and the object. */
    public static void toXContent(String dest, XContentBuilder builder) throws IOException {
        builder.startObject(PARAMETER.getPreferredName());
        builder.field(INDEX.getPreferredName(), dest);
        builder.endObject();
    }

    /**
     * Checks that an index has groups of a run.
     *
     * @param client client with the rights of the user
     * @param name index or alias
     * @param listener gets {@link IllegalArgumentException} (400) if the index is not an index of a run, and the failure of
     *     Elasticsearch (404) if there is no such index
     */
    public static void require(Client client, String name, ActionListener<Void> listener) {
        FieldCapabilitiesRequest request =
                new FieldCapabilitiesRequest().indices(name).fields(FIELDS);
        client.fieldCaps(request, listener.map(response -> {
            if (response.get().size() < FIELDS.length) {
                throw new IllegalArgumentException(
                        "[dest] must be the destination of a partition run, but was [" + name + "]");
            }
            return null;
        }));
    }

    /** Returns a listener for a request that reads the groups of a source. It reports a missing destination as a 404 with the remedy. */
    public static <T> ActionListener<T> reportingMissing(String[] source, String dest, ActionListener<T> listener) {
        return listener.delegateResponse((l, e) -> {
            boolean missing = ExceptionsHelper.unwrapCause(e) instanceof IndexNotFoundException;
            l.onFailure(missing ? missing(String.join(",", source), dest) : e);
        });
    }

    /** Returns the error (404) for a destination that does not exist, for example before the first run. */
    public static ResourceNotFoundException missing(String source, String dest) {
        return new ResourceNotFoundException("[" + source + "] has no groups in [" + dest + "]: partition it first");
    }
}
