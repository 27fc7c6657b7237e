/**
 * The lines that a site repeats on its pages: learned from a sample, masked before pages are compared (docs/algorithm.md, Boilerplate).
 *
 * <p>This package contains pure functions of canonical texts. It does not contain the comparison and grouping of pages, which the learner
 * gets as a parameter ({@link org.ndd.core.boilerplate.BoilerplateLearner.SampleGrouping}), nor the storage of boilerplate. Start reading
 * at {@link org.ndd.core.boilerplate.SiteBoilerplate}.
 */
package org.ndd.core.boilerplate;
