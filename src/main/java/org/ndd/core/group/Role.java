package org.ndd.core.group;

import org.ndd.core.text.ApiName;

/** The role of a document in a group. */
public enum Role implements ApiName {
    /** The first in rank order, with which the others were compared. */
    LEADER,
    /** Similar to the leader. */
    MEMBER,
    /** Has the same text as a document of the group that is above it. */
    EXACT,
    /** Contained in the leader but much shorter, or containing it and much longer: reported, never a duplicate. */
    PART_OF,
    /** Redirects to a document of the group, with any text. */
    REDIRECT
}
