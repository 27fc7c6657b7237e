package org.ndd.evaluate;

import static org.elasticsearch.action.ValidateActions.addValidationError;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.core.TimeValue;
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

/** Labelled pairs of documents of an index, an alias or a data stream, and how to compare them. */
public final class EvaluateRequest extends IndexActionRequest {

    /** Pairs of a request, at most. */
    static final int MAX_PAIRS = 10_000;

    /** Pairs that can be shown, at most. */
    static final int MAX_SIZE = 1000;

    /** How long the work may take where nobody says otherwise. */
    public static final TimeValue DEFAULT_TIMEOUT = TimeValue.timeValueMinutes(1);

    private static final ObjectParser<Builder, Void> PARSER = new ObjectParser<>("evaluate", Builder::new);

    static {
        PARSER.declareObjectArray(
                (b, value) -> b.pairs = value, (p, c) -> LabelledPair.fromXContent(p), new ParseField("pairs"));
        PARSER.declareString((b, value) -> b.field = value, new ParseField("field"));
        PARSER.declareInt((b, value) -> b.size = value, new ParseField("size"));
        SimilarityOptions.declareFields(PARSER, b -> b.similarity);
    }

    private final List<LabelledPair> pairs;
    private final int unlabelled;
    private final String field;
    private final SimilarityParameters similarity;
    private final int size;
    private final TimeValue timeout;

    /**
     * @param index an index, an alias or a data stream
     * @param pairs 1 to 10,000
     * @param unlabelled how many more there were, without a label
     * @param field target field of the processor
     * @param similarity thresholds and rule; the curve is drawn around these
     * @param size pairs shown whose verdict is not their label, 0 to 1,000
     * @param timeout the work ends with an error after this long
     */
    EvaluateRequest(
            String index,
            List<LabelledPair> pairs,
            int unlabelled,
            String field,
            SimilarityParameters similarity,
            int size,
            TimeValue timeout) {
        super(index);
        this.pairs = List.copyOf(pairs);
        this.unlabelled = unlabelled;
        this.field = Objects.requireNonNull(field);
        this.similarity = Objects.requireNonNull(similarity);
        this.size = size;
        this.timeout = Objects.requireNonNull(timeout);
    }

    public EvaluateRequest(StreamInput in) throws IOException {
        super(in);
        pairs = in.readCollectionAsImmutableList(LabelledPair::new);
        unlabelled = in.readVInt();
        field = in.readString();
        similarity = SimilarityOptions.readFrom(in);
        size = in.readVInt();
        timeout = in.readTimeValue();
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        out.writeCollection(pairs);
        out.writeVInt(unlabelled);
        out.writeString(field);
        SimilarityOptions.writeTo(similarity, out);
        out.writeVInt(size);
        out.writeTimeValue(timeout);
    }

    /**
     * Reads a request's body.
     *
     * @throws IllegalArgumentException for an unknown key or a value out of its range
     */
    public static EvaluateRequest fromXContent(String index, TimeValue timeout, XContentParser parser) {
        Builder body = PARSER.apply(parser, null);
        List<LabelledPair> labelled =
                body.pairs.stream().filter(Objects::nonNull).toList();
        int unlabelled = body.pairs.size() - labelled.size();
        return new EvaluateRequest(
                index, labelled, unlabelled, body.field, body.similarity.build(), body.size, timeout);
    }

    @Override
    public ActionRequestValidationException validate() {
        ActionRequestValidationException errors = super.validate();
        if (pairs.isEmpty() || pairs.size() > MAX_PAIRS) {
            errors = addValidationError(
                    "[pairs] must be between [1] and [" + MAX_PAIRS + "] labelled pairs, but was [" + pairs.size()
                            + "]",
                    errors);
        }
        String wrong = pairs.stream()
                .map(LabelledPair::error)
                .filter(Objects::nonNull)
                .findFirst()
                .orElse(null);
        if (wrong != null) {
            errors = addValidationError(wrong, errors);
        }
        if (size < 0 || size > MAX_SIZE) {
            errors = addValidationError(
                    "[size] must be between [0] and [" + MAX_SIZE + "], but was [" + size + "]", errors);
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
        return new CancellableTask(id, type, action, pairs.size() + " pairs", parent, headers);
    }

    List<LabelledPair> pairs() {
        return pairs;
    }

    int unlabelled() {
        return unlabelled;
    }

    DocumentFields fields() {
        return new DocumentFields(field);
    }

    SimilarityParameters similarity() {
        return similarity;
    }

    int size() {
        return size;
    }

    TimeValue timeout() {
        return timeout;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof EvaluateRequest that
                && Objects.equals(index(), that.index())
                && pairs.equals(that.pairs)
                && unlabelled == that.unlabelled
                && field.equals(that.field)
                && similarity.equals(that.similarity)
                && size == that.size
                && timeout.equals(that.timeout);
    }

    @Override
    public int hashCode() {
        return Objects.hash(index(), pairs, unlabelled, field, similarity, size, timeout);
    }

    private static final class Builder {
        private List<LabelledPair> pairs = List.of();
        private String field = DocumentFields.DEFAULT_PARENT;
        private int size = 100;
        private final SimilarityOptions.Builder similarity = new SimilarityOptions.Builder();
    }
}
