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

    /** Which version of the page was compared. */
    static final String SEQ_NO = "seq_no";

    static final String PRIMARY_TERM = "primary_term";

    static final String GROUP = "group";
    static final String LEADER = "leader";
    static final String CANONICAL = "canonical";
    static final String CANONICAL_ID = "canonical_id";
    static final String CANONICAL_INDEX = "canonical_index";
    static final String CANONICAL_INDEX_UUID = "canonical_index_uuid";

    /** Only if the canonical document was indexed with a routing. */
    static final String CANONICAL_ROUTING = "canonical_routing";

    static final String CANONICAL_SEQ_NO = "canonical_seq_no";
    static final String CANONICAL_PRIMARY_TERM = "canonical_primary_term";

    /** The markets for which this is the page to keep; missing if there is none. */
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

    /** The decision of a person by which a document has its canonical document although their texts are not near; missing otherwise. */
    static final String DECIDED = DecidedBy.NAME;

    /** Full name of a field that each such decision has. */
    static final String DECIDED_USER = DECIDED + "." + DecidedBy.USER;

    static final String RUN = "run";

    /** The page that a redirect leads to in the end; in all documents that are there because of redirects. */
    static final String REDIRECT_TARGET = "redirect_target";

    /** The dependencies of a redirect's path, as keys: pages and addresses; in the same documents, and of redirects without a target. */
    static final String REDIRECT_VIA = "redirect_via";

    /** The relation of a page that redirects to the canonical document of its group: the two were not compared. */
    static final String REDIRECT = Role.REDIRECT.value();

    /** Only in the report: not searchable, so that it is in no search results. */
    static final String REPORT = "report";

    /** Only in lists of duplicates: their ids, to be looked up by a terms query. */
    static final String DUPLICATES = "duplicates";

    private GroupFields() {}
}
