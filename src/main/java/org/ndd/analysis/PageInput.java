package org.ndd.analysis;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.ndd.core.text.ContentDigest;

/**
 * The input of the analysis of a page.
 *
 * @param parts the page, of one field or of several one after the other; each is HTML or plain text by itself
 * @param url of the page, or {@code null}
 * @param title known from elsewhere, which takes precedence over that in the page; {@code null} or blank if none is known
 * @param site known from elsewhere, which takes precedence over the host of the URL; {@code null} or blank if none is known
 */
public record PageInput(List<String> parts, String url, String title, String site) {

    /** The separator of parts in the input of their hash: texts contain it only at the end of a page. */
    private static final String BETWEEN_PARTS = "\f";

    public PageInput {
        parts = List.copyOf(parts);
        if (parts.isEmpty()) {
            throw new IllegalArgumentException("[parts] must not be empty");
        }
    }

    /** A page of one part without a title and a site but those in it and its URL. */
    public static PageInput of(String page, String url) {
        return new PageInput(List.of(Objects.requireNonNull(page)), url, null, null);
    }

    /**
     * A hash of the parts that shows whether they changed since their analysis: 22 characters of base64url for 128 bits. Linear in them.
     */
    public String sourceHash() {
        byte[] input = String.join(BETWEEN_PARTS, parts).getBytes(StandardCharsets.UTF_8);
        return Base64.getUrlEncoder()
                .withoutPadding()
                .encodeToString(ContentDigest.md5().digest(input));
    }
}
