/**
 * Pages that redirect belong to the groups of the pages they lead to.
 *
 * <p>What lives here: finding the pages that addresses name ({@link org.ndd.redirect.RedirectLookup}), the documents of a run's index that
 * are there because of redirects, and what becomes of these when pages or their groups change ({@link
 * org.ndd.redirect.RedirectUpdate}, start reading there), in a run for all pages that redirect ({@link org.ndd.redirect.RunRedirects}).
 * What must not: how redirects are followed, which is {@link org.ndd.core.group.RedirectPath}; how pages are grouped by their texts.
 */
package org.ndd.redirect;
