package org.ndd.inspect;

import java.io.IOException;
import java.util.List;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.DocumentName;
import org.ndd.config.MustAgree;
import org.ndd.core.align.TextDiff;
import org.ndd.core.align.TrustedRegions.Region;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.group.DecidedBy;
import org.ndd.decisions.PairDecision;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.ContributionFormat;
import org.ndd.pair.PairJudge;

/**
 * Returns the result of a comparison, with a and b as in the request. Lengths and positions are in UTF-16 code units of canonical text.
 *
 * @param comparison the result, explained
 * @param fingerprints numbers of fingerprints of both sides
 * @param diff common and different passages of the two texts; null if not requested
 * @param disagreement the reason why the two are kept apart; null if they are not
 * @param decision the decision about the two, which takes precedence over the texts and {@code disagreement}; null if there is none
 */
public record CompareResponse(
        Comparison comparison,
        FingerprintCounts fingerprints,
        List<TextDiff.Run> diff,
        Disagreement disagreement,
        AppliedDecision decision)
        implements ToXContentObject {

    /**
     * Compares and explains two pages without decision or different values.
     *
     * @param diff whether to return the common and different passages of the two texts
     * @param check called periodically; may throw, which ends the comparison
     */
    public static CompareResponse of(
            PairJudge judge, ComparablePage a, ComparablePage b, boolean diff, Runnable check) {
        return of(judge, a, b, diff, null, null, check);
    }

    static CompareResponse of(
            PairJudge judge,
            ComparablePage a,
            ComparablePage b,
            boolean diff,
            Disagreement disagreement,
            AppliedDecision decision,
            Runnable check) {
        Comparison comparison = judge.explain(a, b, check);
        return new CompareResponse(
                disagreement == null ? comparison : comparison.asOtherItem(),
                FingerprintCounts.of(a, b),
                diff ? TextDiff.of(a.text(), b.text(), check) : null,
                disagreement,
                decision);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        ContributionFormat.verdict(comparison, builder);
        builder.field("similar", similar());
        builder.field("part_of", comparison.partOf());
        if (decision != null) {
            decision.toXContent(builder);
        }
        if (disagreement != null) {
            builder.startObject(MustAgree.PARAMETER.getPreferredName());
            builder.field("field", disagreement.field());
            builder.stringListField("a", disagreement.a());
            builder.stringListField("b", disagreement.b());
            builder.endObject();
        }
        ContributionFormat.overlap(comparison, builder);
        builder.field("lcs", comparison.shared().lcs());
        builder.field("tlcs", comparison.shared().tlcs());
        builder.field("approximate", comparison.shared().approximate());
        pair(builder, "length", comparison.a().length(), comparison.b().length());
        pair(builder, "sketch", comparison.a().sketch(), comparison.b().sketch());
        builder.startObject("fingerprints");
        builder.field("a", fingerprints.a());
        builder.field("b", fingerprints.b());
        builder.field("shared", fingerprints.shared());
        builder.endObject();
        builder.startObject("boilerplate");
        builder.field("known", comparison.boilerplateKnown());
        pair(builder, "masked", comparison.a().masked(), comparison.b().masked());
        builder.endObject();
        builder.startArray("regions");
        for (Region region : comparison.shared().regions()) {
            builder.startObject();
            range(builder, "a", region.startA(), region.endA());
            range(builder, "b", region.startB(), region.endB());
            builder.field("text", region.text());
            builder.endObject();
        }
        builder.endArray();
        if (diff != null) {
            builder.startArray("diff");
            for (TextDiff.Run run : diff) {
                builder.startObject();
                builder.field("type", run.kind().value());
                builder.field("text", run.text());
                builder.endObject();
            }
            builder.endArray();
        }
        return builder.endObject();
    }

    private static void pair(XContentBuilder builder, String name, int a, int b) throws IOException {
        builder.startObject(name).field("a", a).field("b", b).endObject();
    }

    private static void range(XContentBuilder builder, String name, int start, int end) throws IOException {
        builder.startObject(name).field("start", start).field("end", end).endObject();
    }

    /** Returns whether the two are near-duplicates: by decision, otherwise by fields and texts. */
    boolean similar() {
        return decision == null || decision.isOutdated() ? comparison.similar() : decision.duplicates();
    }

    /**
     * Numbers of fingerprints of the two sides.
     *
     * @param a number of distinct fingerprints of a
     * @param b number of distinct fingerprints of b
     * @param shared number of fingerprints in both; null if their formats or parameters differ, so that they cannot be compared
     */
    record FingerprintCounts(int a, int b, Integer shared) {

        static FingerprintCounts of(ComparablePage a, ComparablePage b) {
            return new FingerprintCounts(
                    a.fingerprints().size(), b.fingerprints().size(), a.sharedFingerprints(b));
        }
    }

    /**
     * The reason why two sides are not duplicates.
     *
     * @param field the first field whose values differ
     * @param a values of the first side
     * @param b values of the second side
     */
    record Disagreement(String field, List<String> a, List<String> b) {

        /**
         * Returns the reason why two sides are kept apart, or null.
         *
         * @param a values of the first side, one list per field
         */
        static Disagreement of(MustAgree mustAgree, List<List<String>> a, List<List<String>> b) {
            int field = MustAgreeKeys.of(a).firstDisagreement(MustAgreeKeys.of(b));
            return field < 0 ? null : new Disagreement(mustAgree.fields().get(field), a.get(field), b.get(field));
        }
    }

    /**
     * The decision about two documents.
     *
     * @param changed documents that changed since the decision; if the list is not empty, the decision does not apply
     */
    record AppliedDecision(PairDecision decision, List<DocumentName> changed) {

        boolean isOutdated() {
            return changed.isEmpty() == false;
        }

        boolean duplicates() {
            return decision.kind() == PairDecision.Kind.DUPLICATES;
        }

        void toXContent(XContentBuilder builder) throws IOException {
            builder.startObject(DecidedBy.NAME);
            decision.fields(builder);
            if (isOutdated()) {
                builder.field("outdated", true);
                builder.startArray("changed");
                for (DocumentName name : changed) {
                    name.toXContent(builder, EMPTY_PARAMS);
                }
                builder.endArray();
            }
            builder.endObject();
        }
    }
}
