package org.ndd.groups;

import static org.elasticsearch.action.ValidateActions.addValidationError;

import java.io.IOException;
import java.util.List;
import java.util.Locale;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.Choice;
import org.ndd.core.compare.Relation;

/**
 * Which groups, or pages of a group, are read, and in which order.
 *
 * @param group one group; {@code null} for a list of groups
 * @param doc the group that this page is in; {@code null} if no page is requested
 * @param query only groups whose canonical document matches this in the source; {@code null} for all
 * @param relations relations of pages of the group to its canonical document that are returned; empty for all
 * @param sort the order
 * @param size number of groups, or of pages of the group, 1 to 1,000
 * @param minSize smallest groups in the list, 2 or more
 * @param maxSize largest groups in the list, not less than that; {@link Integer#MAX_VALUE} for all
 * @param searchAfter end of the previous response; empty to begin
 * @param fields of the source that are shown of each page
 */
public record GroupsQuery(
        String group,
        String doc,
        QueryBuilder query,
        List<String> relations,
        Sort sort,
        int size,
        int minSize,
        int maxSize,
        List<String> searchAfter,
        List<String> fields) {

    /** Default number of returned groups, or pages of a group. */
    public static final int DEFAULT_SIZE = 20;

    static final int MAX_SIZE = 1000;

    /** Pages that make a group. */
    public static final int MIN_GROUP_SIZE = 2;

    /** The order of groups, and of pages in a group. */
    public enum Sort {
        /** The largest groups first; in a group the canonical document, then those that are most like it. */
        SIZE,
        /** Those of which it is least sure that readers call them near-duplicates first. */
        DOUBT;

        /** Reads the name that users type. */
        public static Sort of(String value) {
            return Choice.of("sort", value, values(), Sort::value);
        }

        public String value() {
            return name().toLowerCase(Locale.ROOT);
        }
    }

    /** The content of the body of a request: ids in it need no URL encoding. */
    public static final class Body {

        private static final ObjectParser<Body, Void> PARSER = new ObjectParser<>("groups", Body::new);

        static {
            PARSER.declareString((body, value) -> body.group = value, new ParseField("group"));
            PARSER.declareString((body, value) -> body.doc = value, new ParseField("doc"));
            PARSER.declareObject(
                    (body, value) -> body.query = value,
                    (parser, nothing) -> AbstractQueryBuilder.parseTopLevelQuery(parser),
                    new ParseField("query"));
        }

        private String group;
        private String doc;
        private QueryBuilder query;

        /** Reads a body; {@code null} is an empty one. */
        public static Body parse(XContentParser parser) throws IOException {
            return parser == null ? new Body() : PARSER.parse(parser, null);
        }

        public String group() {
            return group;
        }

        public String doc() {
            return doc;
        }

        public QueryBuilder query() {
            return query;
        }
    }

    public GroupsQuery {
        relations = List.copyOf(relations);
        searchAfter = List.copyOf(searchAfter);
        fields = List.copyOf(fields);
    }

    ActionRequestValidationException validate(ActionRequestValidationException before) {
        ActionRequestValidationException errors = before;
        if (group != null && doc != null) {
            errors =
                    addValidationError("[doc] must be omitted if [group] names a group, but was [" + doc + "]", errors);
        }
        if (query != null && (group != null || doc != null)) {
            errors = addValidationError("[query] must be omitted if one group is requested, but was specified", errors);
        }
        if (size < 1 || size > MAX_SIZE) {
            errors = addValidationError(
                    "[size] must be between [1] and [" + MAX_SIZE + "], but was [" + size + "]", errors);
        }
        errors = validate(relations, minSize, maxSize, errors);
        if (searchAfter.isEmpty() == false && searchAfter.size() != GroupReader.SORT_VALUES) {
            errors = addValidationError(
                    "[search_after] must be the value of an earlier answer, but was " + searchAfter, errors);
        }
        if (searchAfter.isEmpty() == false && sort == Sort.DOUBT) {
            errors = addValidationError(
                    "[search_after] must be omitted if [sort] is [doubt], but was " + searchAfter, errors);
        }
        return errors;
    }

    /** Rejects unknown relations, and sizes that no group can have. */
    public static ActionRequestValidationException validate(
            List<String> relations, int minSize, int maxSize, ActionRequestValidationException before) {
        ActionRequestValidationException errors = before;
        for (String relation : relations) {
            try {
                if (relation.equals(GroupFields.REDIRECT) == false) {
                    Relation.of(relation);
                }
            } catch (IllegalArgumentException e) {
                errors = addValidationError(e.getMessage(), errors);
            }
        }
        if (minSize < MIN_GROUP_SIZE) {
            errors = addValidationError(
                    "[min_size] must be at least [" + MIN_GROUP_SIZE + "], but was [" + minSize + "]", errors);
        }
        if (maxSize < minSize) {
            errors = addValidationError(
                    "[max_size] must be at least [min_size], which is [" + minSize + "], but was [" + maxSize + "]",
                    errors);
        }
        return errors;
    }
}
