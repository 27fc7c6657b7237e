package org.ndd.config;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.index.query.BoolQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.index.query.QueryBuilders;
import org.elasticsearch.xcontent.ParseField;

/**
 * The fields of documents that define redirects: the URL of the document and the URL of its target. Does not check whether an index has
 * these fields.
 *
 * @param field field with the URL of the target of a document that redirects; {@code null} if no document redirects
 * @param url field with the URL of a document; {@code null} if {@code field} is {@code null}
 */
public record RedirectFields(String field, String url) implements Writeable {

    public static final ParseField FIELD = new ParseField("redirect_field");

    public static final ParseField URL = new ParseField("redirect_url_field");

    public static final RedirectFields NONE = new RedirectFields(null, null);

    public RedirectFields {
        if (field == null && url != null) {
            throw new IllegalArgumentException("[" + URL.getPreferredName() + "] must be omitted without ["
                    + FIELD.getPreferredName() + "], but was [" + url + "]");
        }
        check(FIELD, field);
        check(URL, url);
    }

    private static void check(ParseField option, String name) {
        if (name != null && name.isBlank()) {
            throw new IllegalArgumentException(
                    "[" + option.getPreferredName() + "] must be the name of a field, but was [" + name + "]");
        }
    }

    /** @param url {@code null} for the URL that the processor wrote below the target field */
    public static RedirectFields of(String field, String url, String target) {
        boolean byDefault = field != null && url == null;
        return new RedirectFields(field, byDefault ? new DocumentFields(target).path(DocumentFields.URL) : url);
    }

    public RedirectFields(StreamInput in) throws IOException {
        this(in.readOptionalString(), in.readOptionalString());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeOptionalString(field);
        out.writeOptionalString(url);
    }

    public boolean isEmpty() {
        return field == null;
    }

    /** Returns the names of the fields; empty if no document redirects. */
    public List<String> names() {
        return isEmpty() ? List.of() : List.of(field, url);
    }

    /**
     * Excludes documents that redirect: their text, if any, is not their content.
     *
     * @param pages {@code null} for all documents
     * @return {@code null} for all documents
     */
    public QueryBuilder without(QueryBuilder pages) {
        if (isEmpty()) {
            return pages;
        }
        BoolQueryBuilder others = QueryBuilders.boolQuery().mustNot(QueryBuilders.existsQuery(field));
        // the given query keeps its scores
        return pages == null ? others : others.must(pages);
    }
}
