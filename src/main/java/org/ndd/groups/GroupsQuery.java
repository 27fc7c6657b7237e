package org.ndd.groups;

import static org.elasticsearch.xcontent.ConstructingObjectParser.optionalConstructorArg;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.stream.Stream;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.xcontent.ConstructingObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.core.compare.Relation;
import org.ndd.core.text.ApiName;
import org.ndd.core.text.ParameterCheck;

/**
 * Selects the groups, or the pages of a group, that are read, and their order.
 *
 * @param selection one group, or the groups of a list
 * @param relations relations to the canonical document by which pages of the group are selected; empty for all
 * @param sort the order
 * @param size number of groups, or of pages of the group, 1 to 1,000
 * @param sizes range of the sizes of groups in a list
 * @param searchAfter sort values at the end of the previous response; empty to begin
 * @param fields names of the fields of the source in the response, for each page
 */
public record GroupsQuery(
        Selection selection,
        List<String> relations,
        Sort sort,
        int size,
        GroupSizeRange sizes,
        List<String> searchAfter,
        List<String> fields) {

    public static final int DEFAULT_SIZE = 20;

    static final int MAX_SIZE = 1000;

    public enum Sort implements ApiName {
        /** The largest groups first. In a group, the canonical document first, then the pages that are most similar to it. */
        SIZE,
        /** The lowest confidence first. */
        DOUBT;

        public static Sort of(String value) {
            return ParameterCheck.choice("sort", value, values());
        }
    }

    /** @throws IllegalArgumentException if a value is out of its range, or two values exclude each other */
    public GroupsQuery {
        relations = List.copyOf(relations);
        searchAfter = List.copyOf(searchAfter);
        fields = List.copyOf(fields);
        selection.check();
        checkRelations(relations);
        ParameterCheck.range("size", size, 1, MAX_SIZE);
        if (searchAfter.isEmpty() == false && searchAfter.size() != GroupReader.SORT_VALUES) {
            throw new IllegalArgumentException(
                    "[search_after] must be the value of an earlier response, but was " + searchAfter);
        }
        if (searchAfter.isEmpty() == false && sort == Sort.DOUBT) {
            throw new IllegalArgumentException(
                    "[search_after] must be omitted if [sort] is [doubt], but was " + searchAfter);
        }
    }

    /** @throws IllegalArgumentException if a relation is unknown */
    public static void checkRelations(List<String> relations) {
        ApiName redirect = () -> GroupFields.REDIRECT;
        ApiName[] known = Stream.concat(Arrays.stream(Relation.values()), Stream.of(redirect))
                .toArray(ApiName[]::new);
        relations.forEach(relation -> ParameterCheck.choice("relation", relation, known));
    }

    /**
     * Selects one group, or a list of groups. It is in the body of a request, because ids in a body need no URL encoding.
     *
     * @param group name of one group; {@code null} for a list of groups
     * @param doc id of a page, which selects its group; {@code null} if no page is requested
     * @param query selects groups whose canonical document matches it in the source; {@code null} for all
     */
    public record Selection(String group, String doc, QueryBuilder query) {

        private static final ConstructingObjectParser<Selection, Void> PARSER = new ConstructingObjectParser<>(
                "groups", values -> new Selection((String) values[0], (String) values[1], (QueryBuilder) values[2]));

        static {
            PARSER.declareString(optionalConstructorArg(), new ParseField("group"));
            PARSER.declareString(optionalConstructorArg(), new ParseField("doc"));
            PARSER.declareObject(
                    optionalConstructorArg(),
                    (parser, nothing) -> AbstractQueryBuilder.parseTopLevelQuery(parser),
                    new ParseField("query"));
        }

        private void check() {
            if (group != null && doc != null) {
                throw new IllegalArgumentException(
                        "[doc] must be omitted if [group] names a group, but was [" + doc + "]");
            }
            if (query != null && (group != null || doc != null)) {
                throw new IllegalArgumentException(
                        "[query] must be omitted if one group is requested, but was specified");
            }
        }

        /** Parses a body; {@code null} is an empty body. */
        public static Selection parse(XContentParser parser) throws IOException {
            return parser == null ? new Selection(null, null, null) : PARSER.parse(parser, null);
        }
    }
}
