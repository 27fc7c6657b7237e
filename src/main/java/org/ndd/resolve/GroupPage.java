package org.ndd.resolve;

import java.util.Map;
import org.elasticsearch.search.SearchHit;
import org.ndd.config.GroupFields;

/**
 * What a destination says of a page.
 *
 * @param version of the page, as it was compared
 * @param winner of its group; the page itself where it is the winner
 * @param winnerVersion of the winner, as it was compared
 * @param isWinner whether it is the one to keep
 */
record GroupPage(
        PageKey page,
        Version version,
        PageKey winner,
        Version winnerVersion,
        boolean isWinner,
        String group,
        String run,
        Map<String, Object> document) {

    /** A version of a page. */
    record Version(long seqNo, long primaryTerm) {}

    static GroupPage of(SearchHit hit) {
        Map<String, Object> document = hit.getSourceAsMap();
        @SuppressWarnings("unchecked")
        Map<String, Object> doc = (Map<String, Object>) document.get(GroupFields.DOC);
        if (doc.get(GroupFields.SEQ_NO) == null || document.get(GroupFields.WINNER_SEQ_NO) == null) {
            throw new IllegalArgumentException(
                    "[dest] must show a run that kept which versions of pages it compared, but "
                            + "was one of an earlier version of ndd: partition again");
        }
        return new GroupPage(
                new PageKey(
                        string(doc, GroupFields.INDEX), string(doc, GroupFields.ID), string(doc, GroupFields.ROUTING)),
                new Version(number(doc, GroupFields.SEQ_NO), number(doc, GroupFields.PRIMARY_TERM)),
                new PageKey(
                        string(document, GroupFields.WINNER_INDEX),
                        string(document, GroupFields.WINNER_ID),
                        string(document, GroupFields.WINNER_ROUTING)),
                new Version(
                        number(document, GroupFields.WINNER_SEQ_NO), number(document, GroupFields.WINNER_PRIMARY_TERM)),
                Boolean.TRUE.equals(document.get(GroupFields.WINNER)),
                string(document, GroupFields.GROUP),
                string(document, GroupFields.RUN),
                document);
    }

    private static String string(Map<String, Object> map, String field) {
        return (String) map.get(field);
    }

    private static long number(Map<String, Object> map, String field) {
        return ((Number) map.get(field)).longValue();
    }
}
