package org.ndd.analysis;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.ndd.core.text.ContentDigest;

/**
 * The input of the analysis of a page.
 *
 * @param parts the page, as one field or several consecutive fields; each part is separately HTML or plain text
 * @param url URL of the page, or {@code null}
 * @param title title from another source, which takes precedence over the title in the page; {@code null} or blank if unknown
 * @param site site from another source, which takes precedence over the host of the URL; {@code null} or blank if unknown
 */
public record PageInput(List<String> parts, String url, String title, String site) {

    /** The separator of parts in the input of their hash. Texts contain it only at the end of a printed page. */
    private static final String BETWEEN_PARTS = "\f";

    public PageInput {
        parts = List.copyOf(parts);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("[parts] must not be empty");
        }
    }

    /** Creates a page of one part, whose title and site are only those in the page and its URL. */
    public static PageInput of(String page, String url) {
        return new PageInput(List.of(Objects.requireNonNull(page)), url, null, null);
    }

    /**
     * Returns a hash of the parts, which changes if they change: 22 characters of base64url for 128 bits. Linear in the length of the
     * parts.
     */
    public String sourceHash() {
        byte[] input = String.join(BETWEEN_PARTS, parts).getBytes(StandardCharsets.UTF_8);
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(ContentDigest.md5().digest(input));
    }
}
