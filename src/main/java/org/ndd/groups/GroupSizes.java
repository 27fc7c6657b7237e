package org.ndd.groups;

import java.util.Collection;
import java.util.HashMap;
import java.util.Map;
import java.util.Set;
import java.util.function.BiConsumer;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.bulk.CompleteSearch;
import org.ndd.bulk.PointInTime;
import org.ndd.core.text.ParameterCheck;

/**
 * Reads the numbers of pages of groups. Only the document of a group's leader has the size, so a page that joins or leaves the group
 * changes one document, not all.
 */
public record GroupSizes(
        Supplier<SearchSourceBuilder> sources, BiConsumer<SearchSourceBuilder, ActionListener<SearchResponse>> search) {

    /** @param client client with the rights of the reader */
    public GroupSizes(Client client, String dest) {
        this(SearchSourceBuilder::new, (source, listener) -> client.search(CompleteSearch.of(source, dest), listener));
    }

    /** @param documents documents of a destination, at one point in time */
    public GroupSizes(PointInTime documents) {
        this(documents::source, documents::search);
    }

    /** Reads the sizes of the groups of up to 10,000 documents, if the reader has the right to see the leader of a group. */
    public void fetch(Collection<GroupDocument> documents, ActionListener<Map<String, Integer>> listener) {
        if (documents.isEmpty()) {
            listener.onResponse(Map.of());
            return;
        }
        Set<String> names = documents.stream().map(GroupDocument::group).collect(Collectors.toSet());
        SearchSourceBuilder source =
                sources.get().query(GroupQueries.leadersOf(names)).size(names.size());
        search.accept(source, listener.map(response -> {
            Map<String, Integer> sizes = new HashMap<>();
            for (SearchHit hit : response.getHits()) {
                GroupDocument leader = GroupDocument.of(hit);
                sizes.put(leader.group(), leader.size());
            }
            return sizes;
        }));
    }

    /**
     * A range of sizes of groups, including both bounds.
     *
     * @param min minimum number of pages, 2 or more
     * @param max maximum number of pages, {@code min} or more; {@link Integer#MAX_VALUE} for no limit
     */
    public record GroupSizeRange(int min, int max) {

        public static final int SMALLEST = 2;

        public static final GroupSizeRange ALL = new GroupSizeRange(SMALLEST, Integer.MAX_VALUE);

        public GroupSizeRange {
            ParameterCheck.range("min_size", min, SMALLEST, Long.MAX_VALUE);
            if (max < min) {
                throw new IllegalArgumentException(
                        "[max_size] must be at least [min_size], which is [" + min + "], but was [" + max + "]");
            }
        }

        public boolean contains(int size) {
            return size >= min && size <= max;
        }
    }
}
