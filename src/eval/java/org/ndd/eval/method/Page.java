package org.ndd.eval.method;

import java.util.Objects;
import org.ndd.analysis.PageAnalysis;

/**
 * A page as methods see it: without its label.
 *
 * @param id of the document
 * @param url of the page, or {@code null}
 * @param analysis what the processor would have made of it; its text is what all methods compare
 */
public record Page(String id, String url, PageAnalysis analysis) {

    public Page {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(analysis, "analysis");
    }

    /** Canonical text. */
    public String text() {
        return analysis.text();
    }

    /** The page's site, or {@code null}. */
    public String site() {
        return analysis.site();
    }

    /** Whether both pages are known to be of one site. */
    public boolean sameSite(Page other) {
        return site() != null && site().equals(other.site());
    }
}
