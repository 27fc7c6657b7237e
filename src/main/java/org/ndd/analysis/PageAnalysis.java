package org.ndd.analysis;

import java.util.Arrays;
import java.util.List;
import org.ndd.core.boilerplate.BoilerplateFamilies;
import org.ndd.core.fingerprint.FingerprintTerms;
import org.ndd.core.text.Sentence;

/**
 * The result of the analysis of a page.
 *
 * @param text canonical text
 * @param truncated whether there was more text than is kept
 * @param formats formats in which the parts of the input were read, each once: {@link PageParameters.Format#HTML} or
 *     {@link PageParameters.Format#TEXT}
 * @param title as people read it; empty if there is none
 * @param site the host of the URL and the section, or {@code null}
 * @param digest of the text, or {@code null} if it has no letters and digits
 * @param sentences of the text
 * @param fingerprints different ones, ascending without sign
 * @param format first character of the fingerprints' terms
 * @param length of the text in UTF-8 bytes
 */
public record PageAnalysis(
        String text,
        boolean truncated,
        List<PageParameters.Format> formats,
        String title,
        String site,
        String digest,
        List<Sentence> sentences,
        long[] fingerprints,
        char format,
        int length) {

    /** Names of the families whose boilerplate the page has. */
    public List<String> families() {
        return BoilerplateFamilies.of(site);
    }

    /** The fingerprints as index terms. */
    public List<String> fingerprintTerms() {
        return Arrays.stream(fingerprints)
                .mapToObj(fingerprint -> FingerprintTerms.encode(format, fingerprint))
                .toList();
    }
}
