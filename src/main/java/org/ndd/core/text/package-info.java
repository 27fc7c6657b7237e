/**
 * Text as all else sees it: canonical, cut into sentences, with its site and its digest. What is in here is stored in
 * indices, so a change of results needs a new fingerprint format. Start with {@link org.ndd.core.text.CanonicalText}.
 */
package org.ndd.core.text;
