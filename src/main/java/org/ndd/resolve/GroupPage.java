package org.ndd.resolve;

import java.util.Map;
import org.elasticsearch.search.SearchHit;
import org.ndd.config.GroupFields;
import org.ndd.groups.DocumentVersion;

/**
 * The data of a destination about a page.
 *
 * @param version of the page, as it was compared
 * @param winner of its group; the page itself if it is the winner
 * @param winnerVersion of the winner, as it was compared
 * @param isWinner whether it is the one to keep
 */
record GroupPage(
        PageKey page,
        DocumentVersion version,
        PageKey winner,
        DocumentVersion winnerVersion,
        boolean isWinner,
        String group,
        String run,
        Map<String, Object> document) {

    static GroupPage of(SearchHit hit) {
        Map<String, Object> document = hit.getSourceAsMap();
        @SuppressWarnings("unchecked")
        Map<String, Object> doc = (Map<String, Object>) document.get(GroupFields.DOC);
        DocumentVersion compared = DocumentVersion.compared(document);
        DocumentVersion winner = DocumentVersion.ofWinner(document);
        if (compared == null || winner == null) {
            throw new IllegalArgumentException("[dest] must show a run that kept which versions of documents it "
                    + "compared, but was one of an earlier version of ndd: partition again");
        }
        return new GroupPage(
                new PageKey(
                        string(doc, GroupFields.INDEX), string(doc, GroupFields.ID), string(doc, GroupFields.ROUTING)),
                compared,
                new PageKey(
                        string(document, GroupFields.WINNER_INDEX),
                        string(document, GroupFields.WINNER_ID),
                        string(document, GroupFields.WINNER_ROUTING)),
                winner,
                Boolean.TRUE.equals(document.get(GroupFields.WINNER)),
                string(document, GroupFields.GROUP),
                string(document, GroupFields.RUN),
                document);
    }

    private static String string(Map<String, Object> map, String field) {
        return (String) map.get(field);
    }
}
