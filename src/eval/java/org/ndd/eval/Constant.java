package org.ndd.eval;

import java.lang.reflect.Constructor;
import java.lang.reflect.RecordComponent;
import java.util.List;
import java.util.stream.DoubleStream;
import java.util.stream.Stream;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.compare.VerdictConstants;
import org.ndd.eval.JudgedPair.Question;

/**
 * A constant of the verdict that can have another value.
 *
 * @param name of the constant
 * @param question whose answers it decides
 * @param usual its value in the default
 * @param values that are tried, ascending, the usual one among them
 * @param comparators makes the default with another value
 */
record Constant(String name, Question question, double usual, List<Double> values, Comparators comparators) {

    private static final SimilarityParameters BALANCED = SimilarityParameters.BALANCED;

    /** All of them. */
    static final List<Constant> ALL = List.of(
            new Constant(
                    "resemblance",
                    Question.NEAR,
                    BALANCED.resemblance(),
                    values(0.4, 0.45, 0.475, 0.5, 0.525, 0.55, 0.575, 0.6, 0.65),
                    value -> new PairComparator(BALANCED.withResemblance(value))),
            new Constant(
                    "sketchResemblance",
                    Question.NEAR,
                    BALANCED.sketchResemblance(),
                    values(0.5, 0.55, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 1),
                    value -> new PairComparator(BALANCED.withSketchResemblance(value))),
            ofVerdict("nearlyAll", Question.NEAR, 0.9, 0.93, 0.95, 0.96, 0.97, 0.98, 0.99, 1),
            ofVerdict("rewordedTitle", Question.NEAR, 0.6, 0.65, 0.7, 0.75, 0.8, 0.85, 0.9, 0.95, 0.97),
            ofVerdict("longerTitle", Question.NEAR, 0.5, 0.55, 0.6, 0.65, 0.7, 0.8, 0.9),
            ofVerdict("leastMissing", Question.NEAR, 1, 2, 3, 4, 5),
            ofVerdict("leastMissingIn", Question.NEAR, 2, 3, 4, 5, 6, 8, 10),
            ofVerdict("leastMissingOnSites", Question.NEAR, 1, 2, 3, 4, 5),
            ofVerdict("leastMissingInOnSites", Question.NEAR, 1, 2, 3, 4, 5),
            ofVerdict("widthAMissingFigure", Question.NEAR, 200, 400, 600, 800, 1000, 1200, 1600, 2400, 4000),
            ofVerdict("leastShare", Question.NEAR, 2, 4, 6, 8, 10, 12, 16, 20, 30, 1000),
            ofVerdict("leastShareForVariants", Question.NEAR, 8, 12, 16, 20, 24, 30, 40, 60, 1000),
            ofVerdict("beginning", Question.NEAR, 50, 100, 150, 200, 250, 300, 400, 800),
            ofVerdict("longText", Question.NEAR, 2000, 3000, 4000, 5000, 6000, 8000, 10000, 20000, 1000000),
            ofVerdict("leastTrusted", Question.NEAR, 0, 0.1, 0.15, 0.2, 0.25, 0.3, 0.35, 0.4, 0.5),
            ofVerdict("same", Question.SAME, 0.85, 0.88, 0.9, 0.92, 0.93, 0.94, 0.95, 0.96, 0.97, 0.98, 0.99));

    Constant {
        values = List.copyOf(values);
        if (values.contains(usual) == false) {
            throw new IllegalArgumentException("[values] must have [" + usual + "], but was " + values);
        }
    }

    /** Makes a comparator. */
    interface Comparators {
        PairComparator with(double value);
    }

    private static List<Double> values(double... values) {
        return DoubleStream.of(values).boxed().toList();
    }

    private static Constant ofVerdict(String name, Question question, double... values) {
        return new Constant(
                name,
                question,
                value(component(name)).doubleValue(),
                values(values),
                value -> new PairComparator(BALANCED, verdict(name, value)));
    }

    private static RecordComponent component(String name) {
        return Stream.of(VerdictConstants.class.getRecordComponents())
                .filter(component -> component.getName().equals(name))
                .findFirst()
                .orElseThrow();
    }

    private static Number value(RecordComponent component) {
        try {
            return (Number) component.getAccessor().invoke(VerdictConstants.DEFAULT);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }

    /** The constants with another value of one. */
    static VerdictConstants verdict(String name, double value) {
        RecordComponent[] components = VerdictConstants.class.getRecordComponents();
        Class<?>[] types = new Class<?>[components.length];
        Object[] values = new Object[components.length];
        for (int i = 0; i < components.length; i++) {
            boolean whole = components[i].getType() == int.class;
            types[i] = components[i].getType();
            Number other = whole ? (Number) (int) value : (Number) value;
            values[i] = components[i].getName().equals(name) ? other : value(components[i]);
        }
        try {
            Constructor<VerdictConstants> constructor = VerdictConstants.class.getConstructor(types);
            return constructor.newInstance(values);
        } catch (ReflectiveOperationException e) {
            throw new IllegalStateException(e);
        }
    }
}
