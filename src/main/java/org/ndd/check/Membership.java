package org.ndd.check;

import java.util.Map;
import org.ndd.config.DocumentName;
import org.ndd.groups.DocumentVersion;
import org.ndd.groups.GroupFields;

/**
 * The data of a destination about a page.
 *
 * @param page with its index
 * @param canonical the page to keep for it: itself, or one that it was near to
 * @param group its name
 * @param size pages of the group; 0 if the user may not see its leader, whose document has the size
 * @param version of the page that the run compared; null if the run is of a version of ndd that did not store it
 * @param byRedirect whether it is in the group because it redirects to a page of it, or others to this page
 */
record Membership(
        DocumentName page,
        DocumentName canonical,
        String group,
        int size,
        DocumentVersion version,
        boolean byRedirect) {

    /** The fields of a document of a destination that are read. */
    static final String[] FIELDS = {
        GroupFields.DOC,
        GroupFields.CANONICAL_INDEX,
        GroupFields.CANONICAL_ID,
        GroupFields.GROUP,
        GroupFields.REDIRECT_TARGET
    };

    /** @param sizes of groups, by their names */
    static Membership of(Map<String, Object> source, Map<String, Integer> sizes) {
        Map<?, ?> doc = (Map<?, ?>) source.get(GroupFields.DOC);
        String index = (String) doc.get(GroupFields.INDEX);
        String group = (String) source.get(GroupFields.GROUP);
        String canonicalIndex = (String) source.get(GroupFields.CANONICAL_INDEX);
        return new Membership(
                new DocumentName(index, (String) doc.get(GroupFields.ID)),
                new DocumentName(
                        canonicalIndex == null ? index : canonicalIndex, (String) source.get(GroupFields.CANONICAL_ID)),
                group,
                sizes.getOrDefault(group, 0),
                DocumentVersion.compared(source),
                source.get(GroupFields.REDIRECT_TARGET) != null);
    }

    /** Whether it is a page to keep. */
    boolean isCanonical() {
        return page.equals(canonical);
    }
}
