/**
 * The documentation as a folder of HTML: pages of {@code docs}, the README and the changelog, to be read in a browser or served by any file
 * server. It uses only the JDK and commonmark, no class of the plugin, and is not part of the plugin zip.
 * {@code distribution/bin/docs-site} compiles it and fetches commonmark. Start with {@link org.ndd.site.DocsSite}.
 */
package org.ndd.site;
