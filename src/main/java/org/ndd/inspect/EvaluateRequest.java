package org.ndd.inspect;

import java.util.List;
import java.util.Objects;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.BodyFields;
import org.ndd.config.ComparisonOptions;

/**
 * A request to evaluate the verdicts on labeled pairs of documents, with the parameters of the comparison. The curve also contains their
 * threshold.
 */
public final class EvaluateRequest extends PairsRequest {

    /** Maximum number of pairs of a request. */
    static final int MAX_PAIRS = 10_000;

    private static final ObjectParser<EvaluateBody, Void> PARSER = new ObjectParser<>("evaluate", EvaluateBody::new);

    static {
        BodyFields.declareObjects(
                PARSER, (b, value) -> b.pairs = value, LabeledPair::fromXContent, new ParseField("pairs"));
        Body.declareFields(PARSER);
    }

    final List<LabeledPair> pairs;
    final int unlabeled;

    /**
     * @param pairs 1 to 10,000
     * @param unlabeled number of additional pairs without a label
     * @param size maximum number of returned pairs whose verdict differs from their label, 0 to 1,000
     */
    EvaluateRequest(
            String index,
            List<LabeledPair> pairs,
            int unlabeled,
            ComparisonOptions options,
            int size,
            TimeValue timeout) {
        super(index, options, size, 0, timeout);
        if (pairs.isEmpty() && options.decisionsIndex() == null || pairs.size() > MAX_PAIRS) {
            throw new IllegalArgumentException("[pairs] must be between [1] and [" + MAX_PAIRS
                    + "] labeled pairs, but was [" + pairs.size() + "]");
        }
        pairs.forEach(LabeledPair::check);
        this.pairs = List.copyOf(pairs);
        this.unlabeled = unlabeled;
    }

    /**
     * Reads a request's body.
     *
     * @param timeout maximum duration; after it the request fails
     * @throws IllegalArgumentException for an unknown key or a value out of its range
     */
    public static EvaluateRequest fromXContent(String index, TimeValue timeout, XContentParser parser) {
        EvaluateBody body = PARSER.apply(parser, null);
        List<LabeledPair> labeled = body.pairs.stream().filter(Objects::nonNull).toList();
        int unlabeled = body.pairs.size() - labeled.size();
        return new EvaluateRequest(index, labeled, unlabeled, body.options.build(), body.size, timeout);
    }

    @Override
    public String getDescription() {
        return pairs.size() + " pairs";
    }

    private static final class EvaluateBody extends Body {

        private List<LabeledPair> pairs = List.of();

        EvaluateBody() {
            super(100);
        }
    }
}
