/**
 * Converts texts to the form that all other packages use: canonical, cut into sentences, with its site and its digest. Its results are
 * stored in indices, so a change of results needs a new fingerprint format. Start with {@link org.ndd.core.text.CanonicalText}.
 */
package org.ndd.core.text;
