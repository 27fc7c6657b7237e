package org.ndd.core.compare;

import java.util.List;

/**
 * The text that two pages share, as a comparison measured it. Lengths count UTF-16 code units.
 *
 * @param resemblance r = |L| / (|A|+|B|−|L|)
 * @param lcs |LCS|, or {@link Comparison#NOT_COMPUTED}
 * @param tlcs |TLCS|, or {@link Comparison#NOT_COMPUTED}
 * @param regions trustable regions, the most central first, as positions of the unmasked texts; empty unless explained
 * @param approximate whether an LCS exceeded the work budget, so that it was computed over sentences
 */
public record SharedText(double resemblance, int lcs, int tlcs, List<Region> regions, boolean approximate) {

    public SharedText {
        regions = List.copyOf(regions);
    }

    /** The same with A called B and B called A. */
    SharedText swapped() {
        return new SharedText(
                resemblance,
                lcs,
                tlcs,
                regions.stream()
                        .map(r -> new Region(r.startB(), r.endB(), r.startA(), r.endA(), r.text()))
                        .toList(),
                approximate);
    }
}
