/**
 * Brings the groups of a run up to date with pages that changed. {@link org.ndd.continuous.update.GroupUpdate} does it, {@link
 * org.ndd.continuous.update.UpdatePlan} decides, without asking anybody, what becomes of which page and group. When it is done, and how
 * often, is not its business.
 */
package org.ndd.continuous.update;
