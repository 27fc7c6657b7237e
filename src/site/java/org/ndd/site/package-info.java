/**
 * The documentation as a folder of HTML: pages of {@code docs}, the README and the changelog, to be read in a browser or put on any server
 * of files. Only the JDK and commonmark, no class of the plugin, and no part of the plugin zip. Compiling it and fetching commonmark is
 * the work of {@code distribution/bin/docs-site}. Start with {@link org.ndd.site.DocsSite}.
 */
package org.ndd.site;
