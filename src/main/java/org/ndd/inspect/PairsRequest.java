package org.ndd.inspect;

import static org.elasticsearch.action.ValidateActions.addValidationError;

import java.util.Objects;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.ndd.config.DocumentFields;
import org.ndd.config.IndexActionRequest;
import org.ndd.config.SimilarityOptions;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.decisions.DecisionIndex;

/** A request for the verdict on pairs of documents of one index, alias or data stream. */
public abstract class PairsRequest extends IndexActionRequest {

    /** Default time limit of the work. */
    public static final TimeValue DEFAULT_TIMEOUT = TimeValue.timeValueMinutes(1);

    /** Maximum number of pairs that can be returned. */
    static final int MAX_SIZE = 1000;

    private final String field;
    private final SimilarityParameters similarity;
    private final int size;
    private final TimeValue timeout;
    private String decisionsIndex;

    /**
     * @param field target field of the processor
     * @param similarity thresholds and rule of the comparison
     * @param size maximum number of pairs in the response, maximum 1,000
     * @param timeout maximum duration; after it the request fails
     */
    PairsRequest(String index, String field, SimilarityParameters similarity, int size, TimeValue timeout) {
        super(index);
        this.field = Objects.requireNonNull(field);
        this.similarity = Objects.requireNonNull(similarity);
        this.size = size;
        this.timeout = Objects.requireNonNull(timeout);
    }

    @Override
    public ActionRequestValidationException validate() {
        ActionRequestValidationException errors = super.validate();
        if (size < minSize() || size > MAX_SIZE) {
            errors = addValidationError(
                    "[size] must be between [" + minSize() + "] and [" + MAX_SIZE + "], but was [" + size + "]",
                    errors);
        }
        if (field.isEmpty()) {
            errors = addValidationError("[target_field] must be the name of a field, but was []", errors);
        }
        if (timeout.millis() <= 0) {
            errors = addValidationError("[timeout] must be positive, but was [" + timeout + "]", errors);
        }
        return DecisionIndex.validate(decisionsIndex, errors);
    }

    /** Returns the minimum number of pairs that a request must have. */
    abstract int minSize();

    final DocumentFields fields() {
        return new DocumentFields(field);
    }

    final SimilarityParameters similarity() {
        return similarity;
    }

    final int size() {
        return size;
    }

    final TimeValue timeout() {
        return timeout;
    }

    final void decisionsIndex(String index) {
        decisionsIndex = index;
    }

    /** Returns the index of decisions of people, which also count as labels; {@code null} for none. */
    final String decisionsIndex() {
        return decisionsIndex;
    }

    /** The keys that the bodies of these requests have in common. */
    abstract static class Body {

        String field = DocumentFields.DEFAULT_PARENT;
        int size;
        String decisionsIndex;
        final SimilarityOptions.Builder similarity = new SimilarityOptions.Builder();

        Body(int defaultSize) {
            this.size = defaultSize;
        }

        /** Declares these keys in a parser. */
        static <B extends Body> void declareFields(ObjectParser<B, Void> parser) {
            parser.declareString((b, value) -> b.field = value, new ParseField("target_field"));
            parser.declareInt((b, value) -> b.size = value, new ParseField("size"));
            parser.declareString((b, value) -> b.decisionsIndex = value, DecisionIndex.PARAMETER);
            SimilarityOptions.declareFields(parser, b -> b.similarity);
        }
    }
}
