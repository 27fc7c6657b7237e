package org.ndd.core.compare;

/**
 * How trustable regions are found.
 *
 * @param slope θ of a region, 0 to 1
 * @param count maximum number of regions, 1 to 16
 */
public record RegionParameters(double slope, int count) {

    public RegionParameters {
        SimilarityParameters.checkShare("slope", slope);
        SimilarityParameters.checkCount("regions", count, 16);
    }
}
