package org.ndd.groups;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.get.GetResponse;

/**
 * A document in the index of a run with ids of documents of one index, many per document, by which searches hide duplicates. A terms query
 * can look such a list up. The lists of a name are numbered from 0 without gaps, and the number follows the name in the id of a list.
 */
public final class DuplicateList {

    /** Ids of a list at most: the default of {@code index.max_terms_count}, so that a terms query looks up all of a list. */
    public static final int LARGEST = 1 << 16;

    /** Kind of the lists of all duplicates. */
    public static final String ALL = "duplicates-";

    /** Kind of the lists of those of them that are the same as their canonical document. */
    public static final String SAME = "same-";

    private DuplicateList() {}

    /**
     * Kind of the lists of documents that are near a canonical document, or are one, and that a market does not keep. No name of a market and
     * no UUID has a colon, so none of them reads as another's.
     */
    public static String ofMarket(String market) {
        return "duplicates:" + market + ":";
    }

    /** The name of the lists of a kind for an index. */
    public static String name(String kind, String indexUuid) {
        return kind + indexUuid + "-";
    }

    /** The document with some ids. */
    public static Map<String, Object> of(Collection<String> ids) {
        return Map.of(GroupFields.DUPLICATES, List.copyOf(ids));
    }

    /** The ids in a list; none if it does not exist. */
    static List<String> ids(GetResponse list) {
        return list.isExists() && list.getSourceAsMap().get(GroupFields.DUPLICATES) instanceof Collection<?> ids
                ? ids.stream().map(String::valueOf).toList()
                : List.of();
    }
}
