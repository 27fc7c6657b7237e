package org.ndd.groups;

import org.ndd.core.group.DecidedBy;
import org.ndd.core.group.Role;

/**
 * Names of the fields in the index of a run: of a {@link GroupDocument} for each page of a group, of {@link DuplicateList}s, and of the
 * report. {@link GroupMapping} has their types.
 */
final class GroupFields {

    static final String DOC = "doc";
    static final String INDEX = "index";

    /** UUID of the page's index: another index may have the same name later. */
    static final String INDEX_UUID = "index_uuid";

    static final String ID = "id";

    /** Full names of fields of {@link #DOC}. */
    static final String DOC_INDEX = DOC + "." + INDEX;

    static final String DOC_INDEX_UUID = DOC + "." + INDEX_UUID;
    static final String DOC_ID = DOC + "." + ID;

    static final String ROUTING = "routing";

    /** Sequence number of the compared version of the page. */
    static final String SEQ_NO = "seq_no";

    static final String PRIMARY_TERM = "primary_term";

    static final String GROUP = "group";
    static final String LEADER = "leader";
    static final String CANONICAL = "canonical";
    static final String CANONICAL_ID = "canonical_id";
    static final String CANONICAL_INDEX = "canonical_index";
    static final String CANONICAL_INDEX_UUID = "canonical_index_uuid";

    /** Present only if the canonical document was indexed with a routing value. */
    static final String CANONICAL_ROUTING = "canonical_routing";

    static final String CANONICAL_SEQ_NO = "canonical_seq_no";
    static final String CANONICAL_PRIMARY_TERM = "canonical_primary_term";

    /** The markets in which this page is the canonical document; missing if there are none. */
    static final String CANONICAL_IN = "canonical_in";

    static final String ROLE = "role";
    static final String SIZE = "size";
    static final String VERIFIED = "verified";
    static final String RELATION = "relation";
    static final String CONFIDENCE = "confidence";
    static final String RESEMBLANCE = "resemblance";
    static final String CONTAINMENT = "containment";
    static final String IN_CANONICAL = "in_canonical";
    static final String OF_CANONICAL = "of_canonical";

    /**
     * The decision of a person because of which a document has its canonical document, although their texts are not near; missing
     * otherwise.
     */
    static final String DECIDED = DecidedBy.NAME;

    /** Full name of a field that each such decision has. */
    static final String DECIDED_USER = DECIDED + "." + DecidedBy.USER;

    static final String RUN = "run";

    /** The page at the end of the redirects; present in all documents that exist because of redirects. */
    static final String REDIRECT_TARGET = "redirect_target";

    /**
     * Keys of the dependencies of a redirect's path, pages and addresses; present in the same documents, and for redirects without a
     * target.
     */
    static final String REDIRECT_VIA = "redirect_via";

    /** The relation of a redirecting page to the canonical document of its group. The two were not compared. */
    static final String REDIRECT = Role.REDIRECT.value();

    /** Present only in the report. Not searchable, so no search finds the report. */
    static final String REPORT = "report";

    /** Present only in lists of duplicates: their ids, which a terms query looks up. */
    static final String DUPLICATES = "duplicates";

    private GroupFields() {}
}
