package org.ndd.groups;

import static org.elasticsearch.action.ValidateActions.addValidationError;
import static org.elasticsearch.xcontent.ConstructingObjectParser.optionalConstructorArg;

import java.io.IOException;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.xcontent.ConstructingObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;

/**
 * One group, or the groups of a list. The body of a request contains it, because ids in it need no URL encoding.
 *
 * @param group one group; {@code null} for a list of groups
 * @param doc the group that this page is in; {@code null} if no page is requested
 * @param query only groups whose canonical document matches this in the source; {@code null} for all
 */
public record GroupSelection(String group, String doc, QueryBuilder query) {

    private static final ConstructingObjectParser<GroupSelection, Void> PARSER = new ConstructingObjectParser<>(
            "groups", values -> new GroupSelection((String) values[0], (String) values[1], (QueryBuilder) values[2]));

    static {
        PARSER.declareString(optionalConstructorArg(), new ParseField("group"));
        PARSER.declareString(optionalConstructorArg(), new ParseField("doc"));
        PARSER.declareObject(
                optionalConstructorArg(),
                (parser, nothing) -> AbstractQueryBuilder.parseTopLevelQuery(parser),
                new ParseField("query"));
    }

    /** Reads a body; {@code null} is an empty one. */
    public static GroupSelection parse(XContentParser parser) throws IOException {
        return parser == null ? new GroupSelection(null, null, null) : PARSER.parse(parser, null);
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
        return errors;
    }
}
