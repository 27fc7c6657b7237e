package org.ndd.inspect;

import java.util.Objects;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.ndd.config.BodyFields;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.LocalAction.IndexActionRequest;
import org.ndd.core.text.ParameterCheck;

/** A request for the verdict on pairs of documents of one index, alias or data stream. */
public abstract class PairsRequest extends IndexActionRequest {

    public static final TimeValue DEFAULT_TIMEOUT = TimeValue.timeValueMinutes(1);

    /** Maximum number of pairs that can be returned. */
    static final int MAX_SIZE = 1000;

    final ComparisonOptions options;
    final int size;
    final TimeValue timeout;

    /**
     * @param options options of the comparison; decisions also count as labels
     * @param size maximum number of pairs in the response
     * @param minSize minimum of {@code size}; the maximum is 1,000
     * @param timeout maximum duration; after it the request fails
     */
    PairsRequest(String index, ComparisonOptions options, int size, int minSize, TimeValue timeout) {
        super(index);
        ParameterCheck.range("size", size, minSize, MAX_SIZE);
        checkTimeout(timeout);
        this.options = Objects.requireNonNull(options);
        this.size = size;
        this.timeout = timeout;
    }

    /** The keys that the bodies of these requests have in common. */
    abstract static class Body {

        int size;
        final ComparisonOptions.Builder options = new ComparisonOptions.Builder();

        Body(int defaultSize) {
            this.size = defaultSize;
        }

        static <B extends Body> void declareFields(ObjectParser<B, Void> parser) {
            BodyFields.declareInt(parser, (b, value) -> b.size = value, new ParseField("size"));
            ComparisonOptions.Builder.declareFields(parser, b -> b.options);
        }
    }
}
