package org.ndd.rank;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.BiConsumer;
import org.apache.lucene.search.ScoreDoc;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.search.SearchResponse;
import org.elasticsearch.index.query.RankDocsQueryBuilder;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.search.fetch.StoredFieldsContext;
import org.elasticsearch.search.rank.RankDoc;
import org.elasticsearch.search.rank.RankDoc.RankKey;
import org.elasticsearch.search.sort.FieldSortBuilder;
import org.elasticsearch.transport.RemoteClusterAware;
import org.ndd.config.MustAgree;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.PageRequest;
import org.ndd.pair.PageRequest.PageKeys;
import org.ndd.rank.NearDupRetrieverBuilder.CollapseRule;

/**
 * Reads the pages of known hits with separate searches. Elasticsearch stores ids together with sources, so reading an id takes as long as
 * finding the keys of a short text. So ids are read only for the hits whose ids are used.
 */
final class HitPages {

    private final CollapseRule rule;
    private final BiConsumer<SearchSourceBuilder, ActionListener<SearchResponse>> search;
    private final boolean idsFirst;
    private final Set<RankKey> unread = ConcurrentHashMap.newKeySet();

    /**
     * @param rule determines which parts of the pages are needed: only their names if groups are used
     * @param search search that returned the hits
     */
    HitPages(CollapseRule rule, BiConsumer<SearchSourceBuilder, ActionListener<SearchResponse>> search) {
        this.rule = rule;
        this.search = search;
        this.idsFirst = rule.needsIds();
    }

    /** @param listener receives one element per hit, in the order of the hits */
    void hits(List<ScoreDoc> hits, ActionListener<List<WindowHit>> listener) {
        SearchSourceBuilder source = source(hits);
        if (rule.dest() == null) {
            source.ext(List.of(new PageRequest(
                    rule.comparison().fields(), rule.comparison().mustAgree(), PageRequest.Part.KEYS)));
        }
        if (idsFirst == false) {
            source.storedField(StoredFieldsContext._NONE_);
        }
        search.accept(source, listener.map(response -> {
            Map<RankKey, SearchHit> found = new HashMap<>();
            response.getHits().forEach(hit -> found.put(RetrieverSearch.key(hit), hit));
            hits.stream()
                    .map(HitPages::key)
                    .filter(key -> found.containsKey(key) == false)
                    .forEach(unread::add);
            return hits.stream()
                    .map(hit -> WindowHit.of(hit, found.get(key(hit))))
                    .toList();
        }));
    }

    /**
     * Reads pages with their texts and without boilerplate. Does not request pages again that could not be read.
     *
     * @param hits hits with their keys
     * @param listener receives the pages that still exist
     */
    void texts(List<WindowHit> hits, ActionListener<Map<RankKey, ComparablePage>> listener) {
        Map<RankKey, ComparablePage> pages = new HashMap<>();
        Map<RankKey, WindowHit> missing = new LinkedHashMap<>();
        for (WindowHit hit : hits) {
            if (hit.page() != null) {
                pages.put(hit.key(), hit.page());
            } else if (unread.contains(hit.key()) == false) {
                missing.put(hit.key(), hit);
            }
        }
        if (missing.isEmpty()) {
            listener.onResponse(pages);
            return;
        }
        SearchSourceBuilder source =
                source(missing.values().stream().map(WindowHit::scoreDoc).toList());
        source.ext(List.of(new PageRequest(rule.comparison().fields(), MustAgree.NONE, PageRequest.Part.TEXT)));
        if (idsFirst) {
            source.storedField(StoredFieldsContext._NONE_);
        }
        search.accept(source, listener.map(response -> {
            unread.addAll(missing.keySet());
            for (SearchHit found : response.getHits()) {
                WindowHit hit = missing.get(RetrieverSearch.key(found));
                ComparablePage page = PageRequest.find(found, hit.index(), idsFirst ? hit.id() : found.getId());
                if (page != null) {
                    pages.put(hit.key(), page.withFingerprints(hit.keys().fingerprints()));
                    unread.remove(hit.key());
                }
            }
            return pages;
        }));
    }

    /**
     * Returns the ids of hits, and reads those that are not known yet.
     *
     * @param listener receives the ids of the hits that still exist
     */
    void ids(List<WindowHit> hits, ActionListener<Map<RankKey, String>> listener) {
        Map<RankKey, String> ids = new HashMap<>();
        List<WindowHit> missing = new ArrayList<>();
        for (WindowHit hit : hits) {
            if (hit.id() == null) {
                missing.add(hit);
            } else {
                ids.put(hit.key(), hit.id());
            }
        }
        if (missing.isEmpty()) {
            listener.onResponse(ids);
            return;
        }
        search.accept(source(missing.stream().map(WindowHit::scoreDoc).toList()), listener.map(response -> {
            response.getHits().forEach(hit -> ids.put(RetrieverSearch.key(hit), hit.getId()));
            missing.stream()
                    .map(WindowHit::key)
                    .filter(key -> ids.containsKey(key) == false)
                    .forEach(unread::add);
            return ids;
        }));
    }

    boolean hasRead(WindowHit hit) {
        return unread.contains(hit.key()) == false;
    }

    List<String> warnings() {
        return unread.isEmpty()
                ? List.of()
                : List.of("[near_dup] could not read [" + unread.size()
                        + "] hits, as their shards failed or took too long: there may be near-duplicates among them");
    }

    private static RankKey key(ScoreDoc hit) {
        return new RankKey(hit.doc, hit.shardIndex);
    }

    private static SearchSourceBuilder source(List<ScoreDoc> hits) {
        RankDoc[] docs = hits.stream()
                .map(hit -> new RankDoc(hit.doc, 1, hit.shardIndex))
                .toArray(RankDoc[]::new);
        return new SearchSourceBuilder()
                .query(new RankDocsQueryBuilder(docs, null, true))
                .size(docs.length)
                .trackTotalHits(false)
                .fetchSource(false)
                .sort(new FieldSortBuilder(FieldSortBuilder.SHARD_DOC_FIELD_NAME));
    }

    /**
     * A hit of a window.
     *
     * @param scoreDoc number of the document within the shard, number of the shard within the request, and score
     * @param cluster alias of the cluster of the index; null for the local cluster, or if the hit does not exist anymore
     * @param index concrete index; null if the hit does not exist anymore
     * @param indexUuid UUID of that index; null if the hit does not exist anymore
     * @param id id of the document; null if it was not read yet, or the hit does not exist anymore
     * @param keys the data by which its candidates are found; null if it was not requested, the hit does not exist anymore, or the page was
     *     not processed or is not visible to the user
     * @param page page with its text; null if the text is long, and without keys
     */
    record WindowHit(
            ScoreDoc scoreDoc,
            String cluster,
            String index,
            String indexUuid,
            String id,
            PageKeys keys,
            ComparablePage page) {

        RankKey key() {
            return new RankKey(scoreDoc.doc, scoreDoc.shardIndex);
        }

        /** Returns the name of the index as hits show it, with the alias of another cluster. */
        String shownIndex() {
            return RemoteClusterAware.buildRemoteIndexName(cluster, index);
        }

        /**
         * Returns a hit with the data that its shard wrote into it.
         *
         * @param found the same hit as its shard returned it; null if it does not exist anymore, for example because its shard failed in
         *     the meantime
         */
        static WindowHit of(ScoreDoc hit, SearchHit found) {
            if (found == null) {
                return new WindowHit(hit, null, null, null, null, null, null);
            }
            PageKeys keys = PageRequest.keys(found);
            ComparablePage page = PageRequest.find(found, found.getIndex(), found.getId());
            return new WindowHit(
                    hit,
                    found.getClusterAlias(),
                    found.getIndex(),
                    found.getShard().getShardId().getIndex().getUUID(),
                    found.getId(),
                    keys,
                    page == null ? null : page.withFingerprints(keys.fingerprints()));
        }
    }
}
