package org.ndd.analysis;

import java.util.List;
import java.util.Objects;

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

    /** All parts in one string, which is another one for other parts. */
    public String joined() {
        return String.join(BETWEEN_PARTS, parts);
    }
}
