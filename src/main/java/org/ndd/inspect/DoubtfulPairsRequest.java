package org.ndd.inspect;

import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.BodyFields;
import org.ndd.core.text.ParameterCheck;

/** A request for pairs of documents to label: the pairs with the least certain verdicts. */
public final class DoubtfulPairsRequest extends PairsRequest {

    /** Maximum number of documents from which a search starts. */
    static final int MAX_SAMPLE = 2000;

    private static final ObjectParser<SampleBody, Void> PARSER = new ObjectParser<>("pairs", SampleBody::new);

    static {
        BodyFields.declareInt(PARSER, (b, value) -> b.sample = value, new ParseField("sample"));
        BodyFields.declareInt(PARSER, (b, value) -> b.seed = value, new ParseField("seed"));
        PARSER.declareObject(
                (b, value) -> b.query = value,
                (parser, nothing) -> AbstractQueryBuilder.parseTopLevelQuery(parser),
                new ParseField("query"));
        Body.declareFields(PARSER);
    }

    /** The query for the documents from which searches start; null for all documents. */
    final QueryBuilder query;
    /** The number of documents from which searches start. */
    final int sample;
    /** The seed of the random choice of documents. */
    final int seed;

    private DoubtfulPairsRequest(String index, SampleBody body, TimeValue timeout) {
        super(index, body.options.build(), body.size, 1, timeout);
        ParameterCheck.range("sample", body.sample, 1, MAX_SAMPLE);
        this.query = body.query;
        this.sample = body.sample;
        this.seed = body.seed;
    }

    /**
     * Reads a request's body.
     *
     * @param timeout maximum duration; after it the request fails
     * @param body null for an empty body
     * @throws IllegalArgumentException for an unknown key or a value out of its range
     */
    public static DoubtfulPairsRequest fromXContent(String index, TimeValue timeout, XContentParser body) {
        return new DoubtfulPairsRequest(index, body == null ? new SampleBody() : PARSER.apply(body, null), timeout);
    }

    @Override
    public String getDescription() {
        return sample + " documents";
    }

    private static final class SampleBody extends Body {

        private QueryBuilder query;
        private int sample = 200;
        private int seed;

        SampleBody() {
            super(50);
        }
    }
}
