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
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;

/** Pages and their winners as they are in this moment, not as a search sees them, with the rights of the user. */
final class LivePages {

    private final Map<PageKey, GetResponse> found = new HashMap<>();
    private long bytes;

    private LivePages() {}

    /**
     * Looks up pages of groups and their winners.
     *
     * @param whole whether the pages are read whole; of the winners, only their versions are
     */
    static void ofGroups(Client client, List<GroupPage> pages, boolean whole, ActionListener<LivePages> listener) {
        List<PageKey> keys = pages.stream().map(GroupPage::page).toList();
        List<PageKey> others =
                new ArrayList<>(pages.stream().map(GroupPage::winner).toList());
        if (whole == false) {
            others.addAll(keys);
        }
        fetch(client, whole ? keys : List.of(), others, listener);
    }

    /**
     * Looks pages up.
     *
     * @param whole are read whole
     * @param others of which only the versions are
     */
    static void fetch(Client client, List<PageKey> whole, List<PageKey> others, ActionListener<LivePages> listener) {
        Map<PageKey, Boolean> wanted = new LinkedHashMap<>();
        others.forEach(page -> wanted.put(page, false));
        whole.forEach(page -> wanted.put(page, true));
        if (wanted.isEmpty()) {
            listener.onResponse(new LivePages());
            return;
        }
        MultiGetRequest request = new MultiGetRequest();
        wanted.forEach((page, source) -> request.add(new MultiGetRequest.Item(page.index(), page.id())
                .routing(page.routing())
                .fetchSourceContext(
                        source ? FetchSourceContext.FETCH_SOURCE : FetchSourceContext.DO_NOT_FETCH_SOURCE)));
        client.multiGet(request, listener.map(response -> {
            LivePages live = new LivePages();
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

    /** A page; {@code null} where it is gone, or the user may not see it. */
    GetResponse get(PageKey page) {
        return found.get(page);
    }

    /** Why nothing may be done with a page; {@code null} where page and winner are as they were compared. */
    Outcome objection(GroupPage page) {
        GetResponse itself = found.get(page.page());
        if (itself == null) {
            return Outcome.GONE;
        }
        if (isAt(itself, page.version()) == false) {
            return Outcome.CHANGED;
        }
        GetResponse winner = found.get(page.winner());
        if (winner == null) {
            return Outcome.WINNER_GONE;
        }
        return isAt(winner, page.winnerVersion()) ? null : Outcome.WINNER_CHANGED;
    }

    private static boolean isAt(GetResponse page, GroupPage.Version version) {
        return page.getSeqNo() == version.seqNo() && page.getPrimaryTerm() == version.primaryTerm();
    }
}
