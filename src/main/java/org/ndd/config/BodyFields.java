package org.ndd.config;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.function.BiConsumer;
import org.elasticsearch.core.CheckedFunction;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.xcontent.AbstractObjectParser;
import org.elasticsearch.xcontent.ObjectParser.ValueType;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;

/**
 * Declares fields of request bodies. The methods of {@link AbstractObjectParser} for the same fields ignore a part of the input: they
 * truncate 0.5 to 0, parse the string {@code NaN} as 0, and skip values before an object in a list of objects.
 */
public final class BodyFields {

    /** Maximum number of elements of any list. All lists except that of {@code input} have lower limits, which are checked later. */
    static final int MAX_ELEMENTS = 100_000;

    private BodyFields() {}

    public static <T, C> void declareInt(
            AbstractObjectParser<T, C> parser, BiConsumer<T, Integer> set, ParseField field) {
        parser.declareField(set, p -> checked(p, p.intValue()), field, ValueType.INT);
    }

    public static <T, C> void declareLong(
            AbstractObjectParser<T, C> parser, BiConsumer<T, Long> set, ParseField field) {
        parser.declareField(set, p -> checked(p, p.longValue()), field, ValueType.LONG);
    }

    private static <N extends Number> N checked(XContentParser parser, N truncated) throws IOException {
        if (parser.doubleValue() != truncated.doubleValue()) {
            throw new IllegalArgumentException(
                    "[" + parser.currentName() + "] must be an integer, but was [" + parser.text() + "]");
        }
        return truncated;
    }

    public static <T, C, O> void declareObjects(
            AbstractObjectParser<T, C> parser,
            BiConsumer<T, List<O>> set,
            CheckedFunction<XContentParser, O, IOException> object,
            ParseField field) {
        declareList(
                parser,
                set,
                p -> {
                    requireObject(p, field.getPreferredName(), "be a list of objects");
                    return object.apply(p);
                },
                field,
                ValueType.OBJECT_ARRAY);
    }

    /** Declares a field with a list of texts, or one text. */
    public static <T, C> void declareTexts(
            AbstractObjectParser<T, C> parser, BiConsumer<T, List<String>> set, ParseField field) {
        declareList(parser, set, XContentParser::text, field, ValueType.STRING_ARRAY);
    }

    public static <T, C> void declareQuery(AbstractObjectParser<T, C> parser, BiConsumer<T, QueryBuilder> set) {
        parser.declareObject(set, (p, context) -> AbstractQueryBuilder.parseTopLevelQuery(p), new ParseField("query"));
    }

    /**
     * Declares a field with a list. {@link AbstractObjectParser#declareFieldArray} accepts lists of any length, which would fill the memory
     * of a node before their length is checked.
     */
    public static <T, C, E> void declareList(
            AbstractObjectParser<T, C> parser,
            BiConsumer<T, List<E>> set,
            CheckedFunction<XContentParser, E, IOException> element,
            ParseField field,
            ValueType type) {
        parser.declareField(set, p -> list(p, element), field, type);
    }

    /** Reads a list with at most {@value #MAX_ELEMENTS} elements, or one element without a list. */
    public static <E> List<E> list(XContentParser parser, CheckedFunction<XContentParser, E, IOException> element)
            throws IOException {
        if (parser.currentToken() != XContentParser.Token.START_ARRAY) {
            return List.of(element.apply(parser));
        }
        String name = parser.currentName();
        List<E> list = new ArrayList<>();
        while (parser.nextToken() != XContentParser.Token.END_ARRAY) {
            if (list.size() == MAX_ELEMENTS) {
                throw new IllegalArgumentException(
                        "[" + name + "] must have at most [" + MAX_ELEMENTS + "] elements, but has more");
            }
            if (parser.currentToken() == XContentParser.Token.START_ARRAY) {
                throw new IllegalArgumentException("[" + name + "] must not have lists as elements, but has one");
            }
            list.add(element.apply(parser));
        }
        return list;
    }

    /**
     * Checks that an object follows. Otherwise its parser would skip a value, and parse the next object of a list.
     *
     * @param rule rule of the parameter, such as "be an object"
     */
    public static void requireObject(XContentParser parser, String parameter, String rule) throws IOException {
        if (parser.currentToken() != XContentParser.Token.START_OBJECT) {
            throw new IllegalArgumentException(
                    "[" + parameter + "] must " + rule + ", but was [" + parser.textOrNull() + "]");
        }
    }

    /** Rejects the name of an index instead of an object with {@code index}, because a string is the most probable mistake. */
    public static void requireObjectWithIndex(ParseField name, XContentParser parser) throws IOException {
        if (parser.currentToken().isValue()) {
            throw new IllegalArgumentException(String.format(
                    Locale.ROOT,
                    "[%s] must be an object, as in [{\"index\": \"%s\"}], but was [%2$s]",
                    name.getPreferredName(),
                    parser.text()));
        }
    }
}
