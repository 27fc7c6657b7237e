package org.ndd.inspect;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.DocumentName;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.Relation;
import org.ndd.inspect.Sweep.Curve;
import org.ndd.pair.ContributionFormat;

/**
 * Reports the agreement of verdicts and labels, for the requested parameters and for other thresholds.
 *
 * @param relations counts of pairs by relation, with the requested parameters
 * @param calibration calibration of the confidences with these parameters
 * @param ignored pairs that were not judged
 * @param notCandidates labeled duplicates that share no fingerprint, so neither is a candidate of the other
 * @param curve agreement at other thresholds
 * @param wrong pairs whose verdict differs from their label, in the given order, up to the requested number
 */
public record EvaluateResponse(
        RelationCounts relations,
        Calibration calibration,
        IgnoredPairs ignored,
        int notCandidates,
        Curve curve,
        List<WrongPair> wrong)
        implements ToXContentObject {

    public EvaluateResponse {
        wrong = List.copyOf(wrong);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field("pairs", confusion().pairs());
        builder.field("skipped", ignored.skipped());
        builder.field("unlabeled", ignored.unlabeled());
        builder.field("unreachable", notCandidates);
        builder.xContentList("missing", ignored.missing());
        confusion().toXContent(builder);
        relations.toXContent(builder);
        calibration.toXContent(builder);
        curve.toXContent(builder);
        builder.xContentList("errors", wrong);
        return builder.endObject();
    }

    /** Returns the counts for the requested parameters. Near-duplicates count as judged duplicates. */
    Confusion confusion() {
        return relations.atLeast(Relation.NEAR);
    }

    /**
     * Pairs that were not judged.
     *
     * @param skipped number of pairs with a document that is missing, or that the user has no right to see
     * @param missing names of several of these documents
     * @param unlabeled number of pairs without a label
     */
    record IgnoredPairs(int skipped, List<DocumentName> missing, int unlabeled) {

        IgnoredPairs {
            missing = List.copyOf(missing);
        }
    }

    /**
     * A pair whose verdict differs from its label.
     *
     * @param comparison comparison of the two documents, whose result contradicts the label
     */
    record WrongPair(LabeledPair pair, Comparison comparison) implements ToXContentObject {

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            builder.startObject();
            builder.field("a", pair.a());
            builder.field("b", pair.b());
            builder.field("duplicate", pair.duplicate());
            builder.field("similar", comparison.similar());
            ContributionFormat.verdict(comparison, builder);
            ContributionFormat.overlap(comparison, builder);
            return builder.endObject();
        }
    }
}
