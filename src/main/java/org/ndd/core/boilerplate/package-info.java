/**
 * Learns the lines that a site repeats in its documents from a sample, and masks them before documents are compared (docs/algorithm.md,
 * Boilerplate).
 *
 * <p>This package contains pure functions of canonical texts. It does not contain the comparison and grouping of documents, which the
 * learner gets as a parameter ({@link org.ndd.core.boilerplate.BoilerplateLearner.SampleGrouping}), nor the storage of boilerplate. Start
 * reading at {@link org.ndd.core.boilerplate.SiteBoilerplate}.
 */
package org.ndd.core.boilerplate;
