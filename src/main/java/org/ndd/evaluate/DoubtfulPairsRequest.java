package org.ndd.evaluate;

import static org.elasticsearch.action.ValidateActions.addValidationError;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.index.query.AbstractQueryBuilder;
import org.elasticsearch.index.query.QueryBuilder;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.DocumentFields;
import org.ndd.config.IndexActionRequest;
import org.ndd.config.SimilarityOptions;
import org.ndd.core.compare.SimilarityParameters;

/** Asks for pairs of documents of an index, an alias or a data stream that are worth a label: the verdict is least sure of them. */
public final class DoubtfulPairsRequest extends IndexActionRequest {

    /** Pairs of an answer, at most. */
    static final int MAX_SIZE = 1000;

    /** Documents that are looked at, at most. */
    static final int MAX_SAMPLE = 2000;

    private static final ObjectParser<Builder, Void> PARSER = new ObjectParser<>("pairs", Builder::new);

    static {
        PARSER.declareString((b, value) -> b.field = value, new ParseField("field"));
        PARSER.declareInt((b, value) -> b.size = value, new ParseField("size"));
        PARSER.declareInt((b, value) -> b.sample = value, new ParseField("sample"));
        PARSER.declareInt((b, value) -> b.seed = value, new ParseField("seed"));
        PARSER.declareObject(
                (b, value) -> b.query = value,
                (parser, nothing) -> AbstractQueryBuilder.parseTopLevelQuery(parser),
                new ParseField("query"));
        SimilarityOptions.declareFields(PARSER, b -> b.similarity);
    }

    private final String field;
    private final QueryBuilder query;
    private final SimilarityParameters similarity;
    private final int size;
    private final int sample;
    private final int seed;
    private final TimeValue timeout;

    private DoubtfulPairsRequest(String index, Builder body, TimeValue timeout) {
        super(index);
        this.field = body.field;
        this.query = body.query;
        this.similarity = body.similarity.build();
        this.size = body.size;
        this.sample = body.sample;
        this.seed = body.seed;
        this.timeout = Objects.requireNonNull(timeout);
    }

    public DoubtfulPairsRequest(StreamInput in) throws IOException {
        super(in);
        field = in.readString();
        query = in.readOptionalNamedWriteable(QueryBuilder.class);
        similarity = SimilarityOptions.readFrom(in);
        size = in.readVInt();
        sample = in.readVInt();
        seed = in.readInt();
        timeout = in.readTimeValue();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        out.writeString(field);
        out.writeOptionalNamedWriteable(query);
        SimilarityOptions.writeTo(similarity, out);
        out.writeVInt(size);
        out.writeVInt(sample);
        out.writeInt(seed);
        out.writeTimeValue(timeout);
    }

    /**
     * Reads a request's body.
     *
     * @param body null where there is none
     * @throws IllegalArgumentException for an unknown key or a value out of its range
     */
    public static DoubtfulPairsRequest fromXContent(String index, TimeValue timeout, XContentParser body) {
        return new DoubtfulPairsRequest(index, body == null ? new Builder() : PARSER.apply(body, null), timeout);
    }

    @Override
    public ActionRequestValidationException validate() {
        ActionRequestValidationException errors = super.validate();
        if (size < 1 || size > MAX_SIZE) {
            errors = addValidationError(
                    "[size] must be between [1] and [" + MAX_SIZE + "], but was [" + size + "]", errors);
        }
        if (sample < 1 || sample > MAX_SAMPLE) {
            errors = addValidationError(
                    "[sample] must be between [1] and [" + MAX_SAMPLE + "], but was [" + sample + "]", errors);
        }
        if (field.isEmpty()) {
            errors = addValidationError("[field] must be the name of a field, but was []", errors);
        }
        if (timeout.millis() <= 0) {
            errors = addValidationError("[timeout] must be positive, but was [" + timeout + "]", errors);
        }
        return errors;
    }

    @Override
    public Task createTask(long id, String type, String action, TaskId parent, Map<String, String> headers) {
        return new CancellableTask(id, type, action, sample + " documents", parent, headers);
    }

    DocumentFields fields() {
        return new DocumentFields(field);
    }

    /** Which documents are looked at, or null for all. */
    QueryBuilder query() {
        return query;
    }

    SimilarityParameters similarity() {
        return similarity;
    }

    /** Pairs wanted. */
    int size() {
        return size;
    }

    /** Documents that are looked at. */
    int sample() {
        return sample;
    }

    /** Another one chooses other documents. */
    int seed() {
        return seed;
    }

    TimeValue timeout() {
        return timeout;
    }

    private static final class Builder {
        private String field = DocumentFields.DEFAULT_PARENT;
        private QueryBuilder query;
        private int size = 50;
        private int sample = 200;
        private int seed;
        private final SimilarityOptions.Builder similarity = new SimilarityOptions.Builder();
    }
}
