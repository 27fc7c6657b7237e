package org.ndd.inspect;

import static org.elasticsearch.action.ValidateActions.addValidationError;

import java.util.Objects;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.ndd.config.BodyFields;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.IndexActionRequest;
import org.ndd.config.RangeCheck;

/** A request for the verdict on pairs of documents of one index, alias or data stream. */
public abstract class PairsRequest extends IndexActionRequest {

    /** Default time limit of the work. */
    public static final TimeValue DEFAULT_TIMEOUT = TimeValue.timeValueMinutes(1);

    /** Maximum number of pairs that can be returned. */
    static final int MAX_SIZE = 1000;

    private final ComparisonOptions options;
    private final int size;
    private final TimeValue timeout;

    /**
     * @param options options of the comparison; decisions also count as labels
     * @param size maximum number of pairs in the response, maximum 1,000
     * @param timeout maximum duration; after it the request fails
     */
    PairsRequest(String index, ComparisonOptions options, int size, TimeValue timeout) {
        super(index);
        this.options = Objects.requireNonNull(options);
        this.size = size;
        RangeCheck.checkTimeout(timeout);
        this.timeout = timeout;
    }

    @Override
    public ActionRequestValidationException validate() {
        ActionRequestValidationException errors = super.validate();
        if (size < minSize() || size > MAX_SIZE) {
            errors = addValidationError(
                    "[size] must be between [" + minSize() + "] and [" + MAX_SIZE + "], but was [" + size + "]",
                    errors);
        }
        return errors;
    }

    /** Returns the minimum number of pairs that a request must have. */
    abstract int minSize();

    final ComparisonOptions options() {
        return options;
    }

    final int size() {
        return size;
    }

    final TimeValue timeout() {
        return timeout;
    }

    /** The keys that the bodies of these requests have in common. */
    abstract static class Body {

        int size;
        final ComparisonOptions.Builder options = new ComparisonOptions.Builder();

        Body(int defaultSize) {
            this.size = defaultSize;
        }

        /** Declares these keys in a parser. */
        static <B extends Body> void declareFields(ObjectParser<B, Void> parser) {
            BodyFields.declareInt(parser, (b, value) -> b.size = value, new ParseField("size"));
            ComparisonOptions.Builder.declareFields(parser, b -> b.options);
        }
    }
}
