/**
 * What a site repeats on its pages: learned from a sample, masked before pages are compared. Start with
 * {@link org.ndd.core.template.SiteTemplate}. Knows nothing of how pages are compared or grouped; the learner is given that.
 */
package org.ndd.core.template;
