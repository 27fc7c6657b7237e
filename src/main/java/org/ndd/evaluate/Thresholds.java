package org.ndd.evaluate;

import java.util.List;
import java.util.TreeSet;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.compare.SimilarityParameters.Preset;

/**
 * The values that the three thresholds of a verdict are tried at: steps of 0.05, and what was asked for. A pair is similar where one of
 * three rules says so, each of which has a threshold of its own: raising one of them changes nothing where another still holds.
 *
 * @param asked what else there is of the parameters
 * @param resemblance from 0.20 to 0.95
 * @param sketchResemblance from 0.20 to 1; with preset {@code report}, which has no such rule, what was asked for
 * @param containment from 0.50 to 1
 */
record Thresholds(
        SimilarityParameters asked,
        List<Double> resemblance,
        List<Double> sketchResemblance,
        List<Double> containment) {

    private static final int STEP = 5;

    /** Above everything that is less than all: its rule says nothing that another would not say too. */
    private static final double OFF = 1;

    /** The values around those of a request. */
    static Thresholds around(SimilarityParameters asked) {
        boolean report = asked.preset() == Preset.REPORT;
        return new Thresholds(
                asked,
                values(20, 95, asked.resemblance()),
                report ? List.of(asked.sketchResemblance()) : values(20, 100, asked.sketchResemblance()),
                values(50, 100, asked.containment()));
    }

    private static List<Double> values(int lowest, int highest, double asked) {
        TreeSet<Double> values = new TreeSet<>();
        for (int percent = lowest; percent <= highest; percent += STEP) {
            values.add(percent / 100.0);
        }
        values.add(asked);
        return List.copyOf(values);
    }

    /** The parameters with the values of these positions. */
    SimilarityParameters at(int r, int s, int c) {
        return with(resemblance.get(r), containment.get(c), asked.containmentFloor(), sketchResemblance.get(s));
    }

    /** Those by which one rule alone decides, for each of its values. */
    List<SimilarityParameters> byResemblance() {
        return resemblance.stream().map(value -> with(value, OFF, OFF, OFF)).toList();
    }

    List<SimilarityParameters> bySketch() {
        return sketchResemblance.stream()
                .map(value -> with(OFF, OFF, OFF, value))
                .toList();
    }

    List<SimilarityParameters> byContainment() {
        return containment.stream()
                .map(value -> with(OFF, value, asked.containmentFloor(), OFF))
                .toList();
    }

    private SimilarityParameters with(double r, double c, double floor, double s) {
        return new SimilarityParameters(
                asked.preset(), r, c, floor, s, asked.slope(), asked.window(), asked.regions(), asked.figures());
    }
}
