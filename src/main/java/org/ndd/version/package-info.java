/**
 * ndd's own version: what nodes tell each other and what is kept says which one wrote it. Knows nothing of what is written. Start with
 * {@link org.ndd.version.NddVersion}.
 */
package org.ndd.version;
