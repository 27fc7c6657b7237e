/**
 * Attaches documents that redirect to the groups of their targets.
 *
 * <p>{@link org.ndd.redirect.RedirectLookup} finds the documents of addresses. {@link org.ndd.redirect.RedirectUpdate} updates the
 * documents of a run's index that exist because of redirects, when documents or their groups change; start reading there.
 * {@link org.ndd.redirect.RunRedirects} uses it in a run for all documents that redirect. Other packages follow redirects
 * ({@link org.ndd.core.group.RedirectPath}) and group documents by their texts.
 */
package org.ndd.redirect;
