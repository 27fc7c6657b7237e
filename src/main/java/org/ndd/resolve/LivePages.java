package org.ndd.resolve;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.GetResponse;
import org.elasticsearch.action.get.MultiGetItemResponse;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;
import org.ndd.groups.DocumentVersion;
import org.ndd.groups.GroupDocument;

/** Pages and their canonical documents as they are in this moment, not as a search sees them, with the rights of the user. */
final class LivePages {

    private final ResolveContext tools;
    private final Map<PageKey, GetResponse> found = new HashMap<>();
    private long bytes;

    private LivePages(ResolveContext tools) {
        this.tools = tools;
    }

    /**
     * Looks up pages of groups and their canonical documents.
     *
     * @param whole whether the pages are read whole; of the canonical documents, only their versions are
     */
    static void ofGroups(
            ResolveContext tools, List<GroupDocument> pages, boolean whole, ActionListener<LivePages> listener) {
        List<PageKey> keys = pages.stream().map(PageKey::of).toList();
        List<PageKey> others =
                new ArrayList<>(pages.stream().map(PageKey::canonicalOf).toList());
        if (whole == false) {
            others.addAll(keys);
        }
        fetch(tools, whole ? keys : List.of(), others, listener);
    }

    /**
     * Looks pages up.
     *
     * @param whole are read whole
     * @param others of which only the versions are
     */
    static void fetch(
            ResolveContext tools, List<PageKey> whole, List<PageKey> others, ActionListener<LivePages> listener) {
        Map<PageKey, Boolean> wanted = new LinkedHashMap<>();
        others.forEach(page -> wanted.put(page, false));
        whole.forEach(page -> wanted.put(page, true));
        if (wanted.isEmpty()) {
            listener.onResponse(new LivePages(tools));
            return;
        }
        MultiGetRequest request = new MultiGetRequest();
        wanted.forEach((page, source) -> request.add(new MultiGetRequest.Item(page.index(), page.id())
                .routing(page.routing())
                .fetchSourceContext(
                        source ? FetchSourceContext.FETCH_SOURCE : FetchSourceContext.DO_NOT_FETCH_SOURCE)));
        tools.client().multiGet(request, listener.map(response -> {
            LivePages live = new LivePages(tools);
            int i = 0;
            List<PageKey> keys = List.copyOf(wanted.keySet());
            for (MultiGetItemResponse item : response) {
                PageKey key = keys.get(i++);
                if (item.isFailed() == false && item.getResponse().isExists()) {
                    live.found.put(key, item.getResponse());
                    live.bytes += item.getResponse().isSourceEmpty()
                            ? 0
                            : item.getResponse().getSourceAsBytesRef().length();
                }
            }
            return live;
        }));
    }

    /** Bytes of the pages that were read whole. */
    long bytes() {
        return bytes;
    }

    /** A page; {@code null} if it does not exist, or the user may not see it. */
    GetResponse get(PageKey page) {
        return found.get(page);
    }

    /** Why nothing may be done with a page; {@code null} where page and canonical document are as they were compared. */
    Outcome objection(GroupDocument page) {
        DocumentVersion itself = version(PageKey.of(page));
        if (itself == null) {
            return Outcome.MISSING;
        }
        return itself.equals(page.compared().version()) ? objectionToCanonical(page) : Outcome.VERSION_CONFLICTS;
    }

    /** The same of the canonical document alone. */
    Outcome objectionToCanonical(GroupDocument page) {
        DocumentVersion canonical = version(PageKey.canonicalOf(page));
        if (canonical == null) {
            return Outcome.CANONICAL_MISSING;
        }
        return canonical.equals(page.comparedCanonical().version()) ? null : Outcome.CANONICAL_CHANGED;
    }

    /** The version of a page that exists; {@code null} if it does not exist, or the user may not see it. */
    DocumentVersion version(PageKey page) {
        GetResponse there = found.get(page);
        return there == null ? null : DocumentVersion.of(tools.uuid(page.index()), there);
    }
}
