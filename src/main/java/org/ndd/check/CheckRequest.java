package org.ndd.check;

import java.util.List;
import java.util.Objects;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.BodyFields;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentName;
import org.ndd.config.IndexActionRequest;
import org.ndd.config.MatchRule;
import org.ndd.groups.Destination;
import org.ndd.pair.PageSource;

/** A request to check documents of an index, alias or data stream, and pages given by content. */
public final class CheckRequest extends IndexActionRequest {

    public static final TimeValue DEFAULT_TIMEOUT = TimeValue.timeValueMinutes(1);

    static final int MAX_DOCUMENTS = 1000;

    private static final ParseField IDS = new ParseField("ids");
    private static final ParseField DOCUMENTS = new ParseField("documents");

    private static final ObjectParser<Body, Void> PARSER = new ObjectParser<>("check", Body::new);

    static {
        BodyFields.declareList(
                PARSER,
                (b, value) -> b.ids = value,
                DocumentName::fromXContent,
                IDS,
                ObjectParser.ValueType.OBJECT_ARRAY_OR_STRING);
        BodyFields.declareList(
                PARSER,
                (b, value) -> b.pages = value,
                PageSource::fromXContent,
                DOCUMENTS,
                ObjectParser.ValueType.OBJECT_ARRAY);
        Destination.declare(PARSER, (b, value) -> b.dest = value);
        ComparisonOptions.Builder.declareFields(PARSER, b -> b.options);
        ComparisonOptions.Builder.declareMinRelation(PARSER, b -> b.options);
        ComparisonOptions.Builder.declareMinContainment(PARSER, b -> b.options);
        ComparisonOptions.Builder.declareMustAgree(PARSER, b -> b.options);
    }

    final List<DocumentName> ids;
    final List<PageSource> pages;
    private final String dest;
    final ComparisonOptions options;
    final TimeValue timeout;

    /**
     * @param pages pages given by content
     * @param dest destination of a run; null for {@code {index}-ndd}, if it exists
     * @param options options of the comparison: the loosest accepted relation to the canonical document, and the minimum share of a
     *     document that another contains, if it has no near-duplicates; {@link MatchRule#NO_CONTAINMENT} to omit this search
     * @param timeout time after which the request fails
     */
    CheckRequest(
            String index,
            List<DocumentName> ids,
            List<PageSource> pages,
            String dest,
            ComparisonOptions options,
            TimeValue timeout) {
        super(index);
        this.ids = List.copyOf(ids);
        this.pages = List.copyOf(pages);
        if (dest != null) {
            Destination.checkName(dest);
        }
        this.dest = dest;
        this.options = Objects.requireNonNull(options);
        this.timeout = timeout;
        check();
    }

    private void check() {
        checkTimeout(timeout);
        int count = ids.size() + pages.size();
        if (count == 0 || count > MAX_DOCUMENTS) {
            throw new IllegalArgumentException("[ids] and [documents] must hold between [1] and [" + MAX_DOCUMENTS
                    + "] documents together, but was [" + count + "]");
        }
        if (ids.stream().anyMatch(DocumentName::isEmpty)) {
            throw new IllegalArgumentException("[ids] must name a document each, but was []");
        }
        for (PageSource page : pages) {
            if (page.isDocument()) {
                throw new IllegalArgumentException(
                        "[documents] must be contents such as {\"text\": \"...\"}, but was the id [" + page.id()
                                + "]: name it in [ids]");
            }
            page.check(DOCUMENTS.getPreferredName(), options.mustAgree());
        }
    }

    /** Parses the body of a request. */
    public static CheckRequest fromXContent(String index, TimeValue timeout, XContentParser parser) {
        Body body = PARSER.apply(parser, null);
        return new CheckRequest(index, body.ids, body.pages, body.dest, body.options.build(), timeout);
    }

    @Override
    public String getDescription() {
        return ids.size() + " ids and " + pages.size() + " documents";
    }

    /** Returns whether the user named a destination, which must exist in this case. */
    boolean hasDest() {
        return dest != null;
    }

    String dest() {
        return dest == null ? Destination.ofSource(index()) : dest;
    }

    private static final class Body {
        private List<DocumentName> ids = List.of();
        private List<PageSource> pages = List.of();
        private String dest;
        private final ComparisonOptions.Builder options = new ComparisonOptions.Builder();
    }
}
