package org.ndd.eval.method;

import java.util.Objects;
import org.ndd.analysis.PageAnalysis;

/**
 * A document without its label, the input of methods.
 *
 * @param id id of the document
 * @param url URL, or {@code null}
 * @param analysis result of the processor; all methods compare its text
 */
public record Page(String id, String url, PageAnalysis analysis) {

    public Page {
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(analysis, "analysis");
    }

    /** Returns the canonical text. */
    public String text() {
        return analysis.text();
    }

    /** Returns the site, or {@code null}. */
    public String site() {
        return analysis.site();
    }

    /** Returns whether both documents have the same known site. */
    public boolean sameSite(Page other) {
        return site() != null && site().equals(other.site());
    }
}
