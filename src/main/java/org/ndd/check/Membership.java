package org.ndd.check;

import org.ndd.groups.DocumentVersion;
import org.ndd.groups.GroupDocument;

/**
 * The data of a destination about a page.
 *
 * @param document of its group
 * @param size pages of the group; 0 if the user may not see its leader, whose document has the size
 */
record Membership(GroupDocument document, int size) {

    /** Whether it is about this version of the page. */
    boolean matchesVersion(DocumentVersion version) {
        return version.equals(document.compared().version());
    }
}
