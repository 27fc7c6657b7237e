package org.ndd.analysis;

import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.core.text.CanonicalText;

/** Reads the parts of a page in their order, each as HTML or as text, and concatenates their texts. Used for one page. */
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
        text = text == null ? read : concatenate(text, read);
    }

    /**
     * Concatenates two texts. Canonical texts on separate lines are canonical, so only the size limit has to be enforced. No text follows a
     * truncated text.
     */
    private CanonicalText concatenate(CanonicalText first, CanonicalText second) {
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

    /** Returns the canonical text of all parts, each of which ends a line. */
    CanonicalText text() {
        return text;
    }

    /** Returns the formats in which the parts were read, without repetition; an empty part has no format. */
    List<Format> formats() {
        Format defaultFormat = parameters.format() == Format.HTML ? Format.HTML : Format.TEXT;
        return formats.isEmpty() ? List.of(defaultFormat) : List.copyOf(formats);
    }

    /** Returns the title of the first part that has one; empty if all parts lack a title. */
    String title() {
        return title;
    }
}
