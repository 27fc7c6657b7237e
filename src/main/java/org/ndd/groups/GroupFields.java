package org.ndd.groups;

import org.ndd.core.group.Role;

/** Names of the fields of a destination: one document a page of a group, and the run's report. */
public final class GroupFields {

    public static final String DOC = "doc";
    public static final String INDEX = "index";

    /** UUID of the page's index: another index may have the same name later. */
    public static final String INDEX_UUID = "index_uuid";

    public static final String ID = "id";

    /** Full names of fields of {@link #DOC}. */
    public static final String DOC_INDEX = DOC + "." + INDEX;

    public static final String DOC_INDEX_UUID = DOC + "." + INDEX_UUID;
    public static final String DOC_ID = DOC + "." + ID;

    public static final String ROUTING = "routing";
    /** Which version of the page was compared. */
    public static final String SEQ_NO = "seq_no";

    public static final String PRIMARY_TERM = "primary_term";

    public static final String GROUP = "group";
    public static final String LEADER = "leader";
    public static final String CANONICAL = "canonical";
    public static final String CANONICAL_ID = "canonical_id";

    public static final String CANONICAL_INDEX = "canonical_index";

    public static final String CANONICAL_INDEX_UUID = "canonical_index_uuid";

    /** Only if the canonical document was indexed with a routing. */
    public static final String CANONICAL_ROUTING = "canonical_routing";

    public static final String CANONICAL_SEQ_NO = "canonical_seq_no";
    public static final String CANONICAL_PRIMARY_TERM = "canonical_primary_term";

    /** The markets for which this is the page to keep; missing if there is none. */
    public static final String CANONICAL_IN = "canonical_in";

    public static final String ROLE = "role";
    public static final String SIZE = "size";
    public static final String VERIFIED = "verified";
    public static final String RELATION = "relation";
    public static final String CONFIDENCE = "confidence";
    public static final String RESEMBLANCE = "resemblance";
    public static final String CONTAINMENT = "containment";
    public static final String IN_CANONICAL = "in_canonical";
    public static final String OF_CANONICAL = "of_canonical";
    public static final String RUN = "run";

    /** The page that a redirect leads to in the end; in all documents that are there because of redirects. */
    public static final String REDIRECT_TARGET = "redirect_target";

    /** The dependencies of a redirect's path, as keys: pages and addresses; in the same documents, and of redirects that lead nowhere. */
    public static final String REDIRECT_VIA = "redirect_via";

    /** The relation of a page that redirects to the canonical document of its group: the two were not compared. */
    public static final String REDIRECT = Role.REDIRECT.value();

    /** Only in the report: not searchable, so that it is in no search results. */
    public static final String REPORT = "report";

    /** Id of the document with the report; an alias finds it by this, though it shows groups only. */
    public static final String REPORT_ID = "report";

    /** In the report: all options of the run with their values. */
    public static final String PARAMETERS = "parameters";

    /** Only in lists of duplicates: their ids, to be looked up by a terms query. */
    public static final String DUPLICATES = "duplicates";

    /** Ids of a list at most: the default of {@code index.max_terms_count}, so that a terms query looks up all of a list. */
    public static final int LIST_SIZE = 1 << 16;

    /** Only while a run is under way: its decisions so far. Not searchable either. */
    public static final String DECISIONS = "decisions";

    /** Begin of the ids of lists: of all duplicates of an index, whose UUID and the number of the list follow. */
    public static final String DUPLICATE_LIST = "duplicates-";

    /** And of those of them that are the same as their canonical document. */
    public static final String SAME_LIST = "same-";

    /** Begin of the ids of the lists of a market. No name of a market and no UUID has a colon, so none of them reads as another's. */
    public static String marketList(String market) {
        return "duplicates:" + market + ":";
    }

    private GroupFields() {}
}
