package org.ndd.core.compare;

/**
 * One of two texts, as a comparison measured it. Lengths count UTF-16 code units.
 *
 * @param containment |L| divided by the length of this text
 * @param length without masked lines
 * @param sketch length of the filtered sketch, or {@link Comparison#NOT_COMPUTED}
 * @param masked length of the lines that were masked as boilerplate
 * @param boilerplateKnown whether the boilerplate of the page's site was known
 */
public record ComparedText(double containment, int length, int sketch, int masked, boolean boilerplateKnown) {}
