/**
 * The lines that a site repeats on its pages: learned from a sample, masked before pages are compared (docs/algorithm.md, Templates).
 *
 * <p>This package contains pure functions of canonical texts. It does not contain the comparison and grouping of pages, which the learner
 * gets as a parameter ({@link org.ndd.core.template.TemplateLearner.SampleGrouping}), nor the storage of templates. Start reading at
 * {@link org.ndd.core.template.SiteTemplate}.
 */
package org.ndd.core.template;
