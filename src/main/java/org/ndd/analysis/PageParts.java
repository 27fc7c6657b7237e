package org.ndd.analysis;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.core.text.CanonicalText;

/**
 * Reads the parts of a page in their order, each as HTML or as text, and concatenates their texts. Takes O(n) time for the length of all
 * parts, of which {@link HtmlPage#MAX_CHARS} code units are read, or twice the maximum length of the text if that is more. Used for one
 * page.
 */
final class PageParts {

    private final PageParameters parameters;
    private final Set<Format> formats = new LinkedHashSet<>();
    /** Canonical texts of the parts that have text, each on separate lines. */
    private final List<String> texts = new ArrayList<>();

    private String title = "";
    private int unread;
    private long length;
    private boolean truncated;

    PageParts(PageParameters parameters, PageInput input) {
        this.parameters = parameters;
        this.unread = Math.max(HtmlPage.MAX_CHARS, 2 * parameters.maxBytes());
        input.parts().forEach(this::add);
    }

    private void add(String part) {
        boolean html = isHtml(part);
        if (part.isEmpty() == false) {
            formats.add(html ? Format.HTML : Format.TEXT);
        }
        String read = part.length() <= unread ? part : part.substring(0, unread);
        unread -= read.length();
        boolean cut = read.length() < part.length();
        CanonicalText canonical;
        if (html) {
            HtmlPage page = HtmlPage.parse(read);
            title = title.isEmpty() ? page.title() : title;
            canonical = CanonicalText.of(page.text(), parameters.maxBytes());
            cut |= page.truncated();
        } else {
            canonical = CanonicalText.ofParagraphs(read, parameters.maxBytes());
        }
        if (truncated == false && canonical.value().isEmpty() == false) {
            texts.add(canonical.value());
            length += canonical.value().length();
        }
        truncated |= cut || canonical.truncated() || length > parameters.maxBytes();
    }

    private boolean isHtml(String part) {
        return switch (parameters.format()) {
            case HTML -> true;
            case TEXT -> false;
            case AUTO -> MarkupDetector.looksLikeHtml(part);
        };
    }

    /**
     * Returns the canonical text of all parts, each of which ends a line. No text follows a truncated text. Canonical texts on separate
     * lines are canonical, so only the size limit has to be enforced, once for all parts.
     */
    CanonicalText text() {
        if (texts.size() == 1) {
            return new CanonicalText(texts.get(0), truncated);
        }
        CanonicalText all = CanonicalText.of(String.join("\n", texts), parameters.maxBytes());
        return new CanonicalText(all.value(), truncated || all.truncated());
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
