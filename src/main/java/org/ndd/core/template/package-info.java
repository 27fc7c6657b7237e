/**
 * What a site repeats on its pages: learned from a sample, masked before pages are compared (docs/algorithm.md, Templates).
 *
 * <p>What lives here: pure functions of canonical texts. What must not: how pages are compared or grouped, which the learner is given
 * ({@link org.ndd.core.template.TemplateLearner.SampleGrouping}), and where templates are kept. Start reading at
 * {@link org.ndd.core.template.SiteTemplate}.
 */
package org.ndd.core.template;
