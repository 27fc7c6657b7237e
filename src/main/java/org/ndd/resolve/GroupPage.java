package org.ndd.resolve;

import java.util.Map;
import org.elasticsearch.search.SearchHit;
import org.ndd.groups.DocumentVersion;
import org.ndd.groups.GroupFields;

/**
 * The data of a destination about a page.
 *
 * @param version of the page, as it was compared
 * @param canonical of its group; the page itself if it is the canonical document
 * @param canonicalVersion of the canonical document, as it was compared
 * @param isCanonical whether it is the one to keep
 */
record GroupPage(
        PageKey page,
        DocumentVersion version,
        PageKey canonical,
        DocumentVersion canonicalVersion,
        boolean isCanonical,
        String group,
        String run,
        Map<String, Object> document) {

    static GroupPage of(SearchHit hit) {
        Map<String, Object> document = hit.getSourceAsMap();
        @SuppressWarnings("unchecked")
        Map<String, Object> doc = (Map<String, Object>) document.get(GroupFields.DOC);
        DocumentVersion compared = DocumentVersion.compared(document);
        DocumentVersion canonical = DocumentVersion.ofCanonical(document);
        if (compared == null || canonical == null) {
            throw new IllegalArgumentException("[dest] must have the versions of the compared documents, but was "
                    + "written by an earlier version of ndd: partition again");
        }
        return new GroupPage(
                new PageKey(
                        string(doc, GroupFields.INDEX), string(doc, GroupFields.ID), string(doc, GroupFields.ROUTING)),
                compared,
                new PageKey(
                        string(document, GroupFields.CANONICAL_INDEX),
                        string(document, GroupFields.CANONICAL_ID),
                        string(document, GroupFields.CANONICAL_ROUTING)),
                canonical,
                Boolean.TRUE.equals(document.get(GroupFields.CANONICAL)),
                string(document, GroupFields.GROUP),
                string(document, GroupFields.RUN),
                document);
    }

    private static String string(Map<String, Object> map, String field) {
        return (String) map.get(field);
    }
}
