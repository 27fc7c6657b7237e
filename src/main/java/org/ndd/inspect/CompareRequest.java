package org.ndd.inspect;

import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.common.Strings;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.LocalRequest;
import org.ndd.pair.PageSource;

/**
 * A request to compare two sides, with the parameters of the comparison.
 *
 * <p>Its indices are those that it names, each an index, an alias or a data stream; wildcards are not expanded. A comparison of two texts
 * names no index. It is {@link IndicesRequest.Replaceable} only for that case: Elasticsearch's security then checks whether the user may
 * compare. The indices that security sets are ignored, because documents and boilerplate are fetched under the names given here, with the
 * user's rights.
 */
public final class CompareRequest extends LocalRequest implements IndicesRequest.Replaceable {

    private static final ObjectParser<Body, Void> PARSER = new ObjectParser<>("compare", Body::new);

    static {
        side("a", (b, value) -> b.a = value);
        side("b", (b, value) -> b.b = value);
        ComparisonOptions.Builder.declareFields(PARSER, b -> b.options);
        ComparisonOptions.Builder.declareMustAgree(PARSER, b -> b.options);
        PARSER.declareBoolean((b, value) -> b.diff = value, new ParseField("diff"));
    }

    private static void side(String name, BiConsumer<Body, PageSource> set) {
        PARSER.declareField(
                set,
                (p, c) -> {
                    if (p.currentToken().isValue()) {
                        throw new IllegalArgumentException("[" + name
                                + "] must be an object, as in [{\"_id\": \"1\"}] or [{\"text\": \"...\"}], but was ["
                                + Strings.cleanTruncate(p.text(), 80) + "]");
                    }
                    return PageSource.fromXContent(p);
                },
                new ParseField(name),
                ObjectParser.ValueType.OBJECT_OR_STRING);
    }

    /** The index of the path, or null. */
    final String index;

    final PageSource a;
    final PageSource b;
    final ComparisonOptions options;
    final boolean diff;
    private String[] authorized;

    private CompareRequest(String index, Body body) {
        this.index = index;
        this.options = body.options.build();
        this.a = side("a", body.a);
        this.b = side("b", body.b);
        this.diff = body.diff;
        this.authorized = indexNames(index, a, b);
    }

    private PageSource side(String name, PageSource typed) {
        if (typed == null) {
            throw new IllegalArgumentException("[" + name + "] must be given, but was missing");
        }
        PageSource side = typed.inIndex(index);
        side.check(name, options.mustAgree());
        if (side.isDocument() && side.index() == null) {
            throw new IllegalArgumentException(
                    "[" + name + "._index] must be given if the path names no index, but was missing");
        }
        return side;
    }

    /**
     * Parses the body of a request.
     *
     * @param index index of the path, or null
     * @throws IllegalArgumentException for an unknown key, a missing side, or a value out of its range
     */
    public static CompareRequest fromXContent(String index, XContentParser parser) {
        return new CompareRequest(index, PARSER.apply(parser, null));
    }

    @Override
    public String[] indices() {
        return authorized;
    }

    @Override
    public IndicesOptions indicesOptions() {
        return indexNames(index, a, b).length == 0
                ? IndicesOptions.lenientExpandOpen()
                : IndicesOptions.strictNoExpandForbidClosed();
    }

    @Override
    public boolean includeDataStreams() {
        return true;
    }

    @Override
    public IndicesRequest indices(String... indices) {
        authorized = indices;
        return this;
    }

    private static String[] indexNames(String index, PageSource a, PageSource b) {
        return Stream.of(index, a.index(), b.index())
                .filter(name -> name != null)
                .distinct()
                .toArray(String[]::new);
    }

    private static final class Body {
        private PageSource a;
        private PageSource b;
        private boolean diff;
        private final ComparisonOptions.Builder options = new ComparisonOptions.Builder();
    }
}
