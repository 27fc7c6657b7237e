package org.ndd.inspect;

import static org.elasticsearch.action.ValidateActions.addValidationError;

import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.BodyFields;

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

    private final QueryBuilder query;
    private final int sample;
    private final int seed;

    private DoubtfulPairsRequest(String index, SampleBody body, TimeValue timeout) {
        super(index, body.options.build(), body.size, timeout);
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
    public ActionRequestValidationException validate() {
        ActionRequestValidationException errors = super.validate();
        if (sample < 1 || sample > MAX_SAMPLE) {
            errors = addValidationError(
                    "[sample] must be between [1] and [" + MAX_SAMPLE + "], but was [" + sample + "]", errors);
        }
        return errors;
    }

    @Override
    int minSize() {
        return 1;
    }

    @Override
    public String getDescription() {
        return sample + " documents";
    }

    /** Returns the query for the documents from which searches start; null for all documents. */
    QueryBuilder query() {
        return query;
    }

    /** Returns the number of documents from which searches start. */
    int sample() {
        return sample;
    }

    /** Returns the seed of the random choice of documents. */
    int seed() {
        return seed;
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
