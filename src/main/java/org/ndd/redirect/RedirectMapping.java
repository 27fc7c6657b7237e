package org.ndd.redirect;

import java.util.function.Predicate;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.index.mapper.KeywordFieldMapper.KeywordFieldType;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.ParseField;
import org.ndd.config.RedirectFields;

/** Checks that an index has the fields of redirects, and that the user may read them. */
public final class RedirectMapping {

    private RedirectMapping() {}

    /**
     * @param reference whether the index is part of a reference, which may lack the fields: its documents do not redirect, and are found by
     *     their ids
     * @throws IllegalArgumentException if it lacks a field, or if the values of a field cannot be read
     */
    public static void check(RedirectFields fields, SearchExecutionContext context, boolean reference) {
        if (fields.isEmpty() == false) {
            check(RedirectFields.FIELD, fields.field(), context, reference);
            check(RedirectFields.URL, fields.url(), context, reference);
        }
    }

    private static void check(ParseField option, String name, SearchExecutionContext context, boolean optional) {
        MappedFieldType type = context.getFieldType(name);
        if (type == null && optional) {
            return;
        }
        boolean nested = context.nestedLookup().getNestedParent(name) != null;
        if (type instanceof KeywordFieldType && type.hasDocValues() && nested == false) {
            return;
        }
        String problem = type == null
                ? "is not mapped"
                : nested ? "is in a nested object" : "is of type [" + type.typeName() + "]";
        throw new IllegalArgumentException("[" + option.getPreferredName()
                + "] must be a keyword field with doc values, but was [" + name + "], which " + problem + " in index ["
                + context.index().getName() + "]");
    }

    /**
     * Rejects a user to whom a field is hidden, because the result would look as if no document redirected.
     *
     * @param seen accepts the fields of the index that the user may read
     * @throws ElasticsearchSecurityException (403) if a field is hidden
     */
    public static void checkSeen(String index, RedirectFields fields, Predicate<String> seen) {
        for (String name : fields.names()) {
            if (seen.test(name) == false) {
                throw new ElasticsearchSecurityException(
                        "[" + RedirectFields.FIELD.getPreferredName() + "] and ["
                                + RedirectFields.URL.getPreferredName()
                                + "] must be fields that the user may read in index [" + index + "], but was [" + name
                                + "], which is hidden by field-level security",
                        RestStatus.FORBIDDEN);
            }
        }
    }
}
