package org.ndd.analysis;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.core.text.CanonicalText;
import org.ndd.html.HtmlPage;

/** Reads the parts of a page one after the other, each as HTML or as text, and puts their texts together. Belongs to one page. */
final class PageParts {

    private final PageParameters parameters;
    private final Set<Format> formats = new LinkedHashSet<>();
    private CanonicalText text;
    private String title = "";

    PageParts(PageParameters parameters, PageInput input) {
        this.parameters = parameters;
        input.parts().forEach(this::add);
    }

    private void add(String part) {
        boolean html = isHtml(part);
        if (part.isEmpty() == false) {
            formats.add(html ? Format.HTML : Format.TEXT);
        }
        CanonicalText read;
        if (html) {
            HtmlPage page = HtmlPage.parse(part);
            title = title.isEmpty() ? page.title() : title;
            CanonicalText visible = CanonicalText.of(page.text(), parameters.maxBytes());
            read = new CanonicalText(visible.value(), visible.truncated() || page.truncated());
        } else {
            read = CanonicalText.ofParagraphs(part, parameters.maxBytes());
        }
        text = text == null ? read : together(text, read);
    }

    /**
     * Canonical texts on separate lines are canonical: only the size limit has to be enforced. After a truncated text, no other text
     * follows.
     */
    private CanonicalText together(CanonicalText first, CanonicalText second) {
        if (first.truncated()) {
            return first;
        }
        CanonicalText both = CanonicalText.of(first.value() + '\n' + second.value(), parameters.maxBytes());
        return new CanonicalText(both.value(), both.truncated() || second.truncated());
    }

    private boolean isHtml(String part) {
        return switch (parameters.format()) {
            case HTML -> true;
            case TEXT -> false;
            case AUTO -> MarkupDetector.looksLikeHtml(part);
        };
    }

    /** Canonical text of all parts, each of which ends a line. */
    CanonicalText text() {
        return text;
    }

    /** The formats in which the parts were read, each once; an empty part has no format. */
    List<Format> formats() {
        Format ofNothing = parameters.format() == Format.HTML ? Format.HTML : Format.TEXT;
        return formats.isEmpty() ? List.of(ofNothing) : List.copyOf(formats);
    }

    /** Title of the first part that has one; empty if none has. */
    String title() {
        return title;
    }
}
