package org.ndd.redirect;

import java.util.Map;
import org.ndd.config.GroupFields;
import org.ndd.pair.DocumentName;

/**
 * A document of a run's index that says which group a page is in; of a page that redirects to nowhere, what that depends on.
 *
 * @param key its id, a function of the page
 * @param source the document
 */
public record RedirectDocument(String key, Map<String, Object> source) {

    /** The page that it is about. */
    public DocumentName page() {
        return name(source.get(GroupFields.DOC));
    }

    /** The page that is led to, which is the page itself where others lead to it; {@code null} where it leads nowhere. */
    DocumentName target() {
        return name(source.get(GroupFields.REDIRECT_TARGET));
    }

    /** Whether it keeps a group together that there is because of redirects alone. */
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
