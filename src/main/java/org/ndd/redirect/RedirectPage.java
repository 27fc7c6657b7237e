package org.ndd.redirect;

import java.util.List;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.search.SearchHit;
import org.ndd.config.DocumentName;
import org.ndd.config.RedirectFields;
import org.ndd.groups.ComparedDocument;

/**
 * The current state of a page as visible to its user, whether it redirects or not.
 *
 * @param document its current version
 * @param address redirect target, the first in order if there are several; {@code null} if it does not redirect
 * @param urls its own addresses
 */
record RedirectPage(ComparedDocument document, String address, List<String> urls) {

    RedirectPage {
        urls = List.copyOf(urls);
    }

    static RedirectPage of(SearchHit hit, RedirectSource source) {
        RedirectFields fields = source.fields();
        List<String> addresses = source.isOfReference(hit.getIndex()) ? List.of() : values(hit, fields.field());
        return new RedirectPage(
                ComparedDocument.of(hit), addresses.isEmpty() ? null : addresses.get(0), values(hit, fields.url()));
    }

    /** Sorted, as doc values are. */
    private static List<String> values(SearchHit hit, String name) {
        DocumentField field = hit.field(name);
        return field == null
                ? List.of()
                : field.getValues().stream().map(String::valueOf).toList();
    }

    DocumentName name() {
        return document.name();
    }

    boolean redirects() {
        return address != null;
    }
}
