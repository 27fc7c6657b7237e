package org.ndd.eval.simulate;

/**
 * A least-squares line over the logarithm of the number of documents, to extrapolate generated values.
 *
 * @param start value for one document
 * @param slope slope over the natural logarithm
 */
public record LogarithmicFit(double start, double slope) {

    static LogarithmicFit fit(double[] documents, double[] values) {
        double meanX = 0;
        double meanY = 0;
        for (int i = 0; i < values.length; i++) {
            meanX += Math.log(documents[i]) / values.length;
            meanY += values[i] / values.length;
        }
        double above = 0;
        double below = 0;
        for (int i = 0; i < values.length; i++) {
            double x = Math.log(documents[i]) - meanX;
            above += x * (values[i] - meanY);
            below += x * x;
        }
        double slope = above / below;
        return new LogarithmicFit(meanY - slope * meanX, slope);
    }

    /** Returns the value for a number of documents. */
    public double at(double documents) {
        return start + slope * Math.log(documents);
    }
}
