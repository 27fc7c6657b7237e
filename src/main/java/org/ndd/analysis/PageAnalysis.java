package org.ndd.analysis;

import java.util.Arrays;
import java.util.List;
import org.ndd.core.boilerplate.BoilerplateFamilies;
import org.ndd.core.fingerprint.FingerprintTerms;
import org.ndd.core.text.CanonicalText;
import org.ndd.core.text.ContentDigest;
import org.ndd.core.text.Sentences.Sentence;

/**
 * The result of the analysis of a page.
 *
 * @param canonicalText canonical text and its sentences
 * @param formats formats in which the parts of the input were read, each once: {@link PageParameters.Format#HTML} or
 *     {@link PageParameters.Format#TEXT}
 * @param title title for display; empty if there is none
 * @param site host of the URL and section, or {@code null}
 * @param fingerprints distinct fingerprints, ascending as unsigned integers
 * @param format first character of the terms of the fingerprints
 */
public record PageAnalysis(
        CanonicalText canonicalText,
        List<PageParameters.Format> formats,
        String title,
        String site,
        List<Sentence> sentences,
        long[] fingerprints,
        char format) {

    public String text() {
        return canonicalText.value();
    }

    /** Returns the digest of the page, or {@code null} if the text has no letters and digits. Linear in the text. */
    public String digest() {
        return ContentDigest.of(text(), title, site);
    }

    /** Returns the length of the text in UTF-8 bytes. Linear in the text. */
    public int length() {
        return canonicalText.utf8Length();
    }

    /** Returns the names of the families whose boilerplate the page has. */
    public List<String> families() {
        return BoilerplateFamilies.of(site);
    }

    /** Returns the fingerprints as index terms. */
    public List<String> fingerprintTerms() {
        return Arrays.stream(fingerprints)
                .mapToObj(fingerprint -> FingerprintTerms.encode(format, fingerprint))
                .toList();
    }
}
