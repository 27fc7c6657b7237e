package org.ndd.inspect;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Optional;
import java.util.TreeSet;
import org.elasticsearch.xcontent.ConstructingObjectParser;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.config.DocumentName;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.Relation;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.decisions.PairDecision;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.PairJudge;

/**
 * Judges labeled pairs one by one, and counts the results. Each pair has two verdicts, which share their measurements. Used by one thread.
 */
final class PairEvaluator {

    private static final int MAX_MISSING = 100;

    private final PairJudge judge;
    private final Sweep sweep;
    private final int size;
    private final Runnable check;
    private final RelationCounts relations = new RelationCounts();
    private final Calibration calibration = new Calibration();
    private int skipped;
    private int notCandidates;
    private final TreeSet<DocumentName> missing = new TreeSet<>();
    private final List<EvaluateAction.Response.WrongPair> wrong = new ArrayList<>();

    /**
     * @param size maximum number of wrong pairs that are kept
     * @param memory accounts for the scratch space of comparisons
     * @param check called periodically; may throw, which ends the work
     */
    PairEvaluator(SimilarityParameters similarity, int size, ComparisonMemory memory, Runnable check) {
        this.judge = new PairJudge(similarity, memory);
        this.sweep = new Sweep(similarity, memory);
        this.size = size;
        this.check = check;
    }

    /** Counts a pair; {@code pages} are the existing pages by name. A pair with a missing page is skipped. */
    void add(LabeledPair pair, Map<DocumentName, ComparablePage> pages) {
        check.run();
        ComparablePage a = findPage(pair.a(), pages);
        ComparablePage b = findPage(pair.b(), pages);
        if (a == null || b == null) {
            skipped++;
            return;
        }
        if (a.id().equals(b.id()) && a.place().index().equals(b.place().index())) {
            throw new IllegalArgumentException("[pairs] must name two different documents each, but was [" + pair.a()
                    + "] and [" + pair.b() + "], which are one");
        }
        PairJudge.Pair judged = PairJudge.Pair.of(a, b);
        Comparison comparison = judge.judge(judged, check);
        relations.add(pair.duplicate(), comparison.relation());
        calibration.add(pair.duplicate(), comparison.confidence());
        if (comparison.similar() != pair.duplicate() && wrong.size() < size) {
            wrong.add(new EvaluateAction.Response.WrongPair(pair, comparison));
        }
        notCandidates += pair.duplicate() && a.isCandidateOf(b) == false ? 1 : 0;
        sweep.add(judged, pair.duplicate(), check);
    }

    private ComparablePage findPage(DocumentName name, Map<DocumentName, ComparablePage> pages) {
        ComparablePage page = pages.get(name);
        if (page == null && missing.size() < MAX_MISSING) {
            missing.add(name);
        }
        return page;
    }

    /** @param unlabeled number of pairs without a label */
    EvaluateAction.Response response(int unlabeled) {
        return new EvaluateAction.Response(
                relations,
                calibration,
                new EvaluateAction.Response.IgnoredPairs(skipped, List.copyOf(missing), unlabeled),
                notCandidates,
                sweep.curve(),
                wrong);
    }

    /** Counts labeled pairs by the relation of the verdict. Used by one thread at a time. */
    static final class RelationCounts {

        /** The relations for which users delete or hide the other document. */
        private static final List<Relation> ACTIONABLE = List.of(Relation.SAME, Relation.NEAR);

        /** Number of pairs that are labeled as duplicates, and of all other pairs, by relation, the closest relation first. */
        private final int[] duplicates = new int[Relation.values().length];

        private final int[] others = new int[Relation.values().length];

        RelationCounts add(boolean duplicate, Relation relation) {
            (duplicate ? duplicates : others)[relation.ordinal()]++;
            return this;
        }

        /** Returns the agreement of labels with a verdict that judges the pairs of a relation, and of closer relations, as duplicates. */
        Confusion atLeast(Relation least) {
            int count = least.ordinal() + 1;
            int found = Arrays.stream(duplicates, 0, count).sum();
            int wrong = Arrays.stream(others, 0, count).sum();
            return new Confusion(
                    found,
                    Arrays.stream(duplicates).sum() - found,
                    wrong,
                    Arrays.stream(others).sum() - wrong);
        }

        /**
         * Prints the counts, and the statistics of the relations of {@link #ACTIONABLE}, as fields of the current object of the builder.
         */
        void toXContent(XContentBuilder builder) throws IOException {
            builder.startObject("relations");
            for (Relation relation : Relation.values()) {
                builder.startObject(relation.value());
                builder.field("duplicates", duplicates[relation.ordinal()]);
                builder.field("others", others[relation.ordinal()]);
                builder.endObject();
            }
            builder.endObject();
            builder.startObject("at_least");
            for (Relation least : ACTIONABLE) {
                builder.startObject(least.value());
                atLeast(least).toXContent(builder);
                builder.endObject();
            }
            builder.endObject();
        }
    }

    /**
     * Measures whether confidence is calibrated on labeled pairs: of pairs with confidence 0.9, nine in ten should be duplicates. Used by
     * one thread at a time.
     */
    static final class Calibration {

        private static final int BIN_COUNT = 10;

        /** Bins of equal width, the lowest confidence first; confidence 1 belongs to the last bin. */
        private final List<Bin> bins = new ArrayList<>(Collections.nCopies(BIN_COUNT, new Bin(0, 0, 0)));

        Calibration add(boolean duplicate, double confidence) {
            int number = Math.min(BIN_COUNT - 1, (int) (BIN_COUNT * confidence));
            Bin bin = bins.get(number);
            bins.set(number, new Bin(bin.pairs + 1, bin.duplicates + (duplicate ? 1 : 0), bin.confidence + confidence));
            return this;
        }

        List<Bin> bins() {
            return bins;
        }

        /**
         * Returns the mean distance between confidence and share of duplicates, weighted by the number of pairs per bin; null if there are
         * no pairs.
         */
        Double expectedError() {
            int pairs = bins.stream().mapToInt(Bin::pairs).sum();
            return pairs == 0 ? null : bins.stream().mapToDouble(Bin::error).sum() / pairs;
        }

        /** Prints error and bins as an object within the current object of the builder. */
        void toXContent(XContentBuilder builder) throws IOException {
            builder.startObject("calibration");
            builder.field("expected_error", expectedError());
            builder.startArray("bins");
            for (int i = 0; i < BIN_COUNT; i++) {
                Bin bin = bins.get(i);
                builder.startObject();
                builder.field("from", (double) i / BIN_COUNT);
                builder.field("to", (double) (i + 1) / BIN_COUNT);
                builder.field("pairs", bin.pairs());
                builder.field("confidence", bin.meanConfidence());
                builder.field("duplicates", bin.shareOfDuplicates());
                builder.endObject();
            }
            builder.endArray();
            builder.endObject();
        }

        /**
         * Counts of the labeled pairs in one range of confidence.
         *
         * @param pairs number of pairs
         * @param duplicates number of pairs that are labeled as duplicates
         * @param confidence sum of the confidences of the verdicts
         */
        record Bin(int pairs, int duplicates, double confidence) {

            /** Returns the mean confidence of the verdicts, 0 to 1; null if there are no pairs. */
            Double meanConfidence() {
                return pairs == 0 ? null : confidence / pairs;
            }

            /** Returns the share of the pairs that are duplicates, 0 to 1; null if there are no pairs. */
            Double shareOfDuplicates() {
                return pairs == 0 ? null : (double) duplicates / pairs;
            }

            /** Returns the difference between the number of duplicates predicted by the verdicts and the labeled number. */
            double error() {
                return Math.abs(confidence - duplicates);
            }
        }
    }

    /**
     * The label of a user for two documents of an index.
     *
     * @param a one document
     * @param b the other document
     * @param duplicate whether they are near-duplicates
     */
    record LabeledPair(DocumentName a, DocumentName b, boolean duplicate) {

        private static final ConstructingObjectParser<LabeledPair, Void> PARSER = new ConstructingObjectParser<>(
                "labeled_pair",
                args -> ((Optional<?>) args[2])
                        .map(label -> new LabeledPair((DocumentName) args[0], (DocumentName) args[1], (Boolean) label))
                        .orElse(null));

        static {
            for (String side : List.of("a", "b")) {
                PARSER.declareField(
                        ConstructingObjectParser.constructorArg(),
                        DocumentName::fromXContent,
                        new ParseField(side),
                        ObjectParser.ValueType.OBJECT_OR_STRING);
            }
            PARSER.declareField(
                    ConstructingObjectParser.constructorArg(),
                    parser -> parser.currentToken() == XContentParser.Token.VALUE_NULL
                            ? Optional.<Boolean>empty()
                            : Optional.of(parser.booleanValue()),
                    new ParseField("duplicate"),
                    ObjectParser.ValueType.BOOLEAN_OR_NULL);
        }

        /** Parses a pair; null if its label is null, which means that it is not labeled yet. */
        static LabeledPair fromXContent(XContentParser parser) {
            return PARSER.apply(parser, null);
        }

        /** Returns the label that corresponds to a decision of a person. */
        static LabeledPair of(PairDecision decision) {
            return new LabeledPair(
                    decision.a().name(), decision.b().name(), decision.kind() == PairDecision.Kind.DUPLICATES);
        }

        /** @throws IllegalArgumentException if it does not name two different documents */
        void check() {
            if (a.isEmpty() || b.isEmpty()) {
                throw new IllegalArgumentException(
                        "[pairs] must name two documents each, but was [" + a + ", " + b + "]");
            }
            if (a.equals(b)) {
                throw new IllegalArgumentException(
                        "[pairs] must name two different documents each, but was [" + a + "] twice");
            }
        }
    }
}
