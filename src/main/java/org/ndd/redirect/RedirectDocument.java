package org.ndd.redirect;

import java.util.Map;
import org.ndd.config.DocumentName;
import org.ndd.groups.GroupFields;

/**
 * A document of a run's index with the group of a page; for a page whose redirects lead nowhere, a document with the pages and addresses on
 * its way.
 *
 * @param key its id, a function of the page
 * @param source the document
 */
public record RedirectDocument(String key, Map<String, Object> source) {

    /** The page of the document. */
    public DocumentName page() {
        return name(source.get(GroupFields.DOC));
    }

    /** The target page, which is the page itself if others redirect to it; {@code null} if its redirects lead nowhere. */
    DocumentName target() {
        return name(source.get(GroupFields.REDIRECT_TARGET));
    }

    /** Whether it keeps a group together that exists only because of redirects. */
    boolean isTarget() {
        return page().equals(target());
    }

    String group() {
        return (String) source.get(GroupFields.GROUP);
    }

    private static DocumentName name(Object value) {
        return value instanceof Map<?, ?> doc
                ? new DocumentName((String) doc.get(GroupFields.INDEX), (String) doc.get(GroupFields.ID))
                : null;
    }
}
