/**
 * Pages that redirect belong to the groups of the pages they lead to.
 *
 * <p>Responsibility: finding the pages of addresses ({@link org.ndd.redirect.RedirectLookup}); the documents of a run's index that exist
 * because of redirects, and their update when pages or their groups change ({@link org.ndd.redirect.RedirectUpdate}, start reading there),
 * in a run for all pages that redirect ({@link org.ndd.redirect.RunRedirects}).
 * Not in this package: how redirects are followed, which is {@link org.ndd.core.group.RedirectPath}; how pages are grouped by their texts.
 */
package org.ndd.redirect;
