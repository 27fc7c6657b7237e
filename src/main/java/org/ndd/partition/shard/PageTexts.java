package org.ndd.partition.shard;

import java.io.IOException;
import java.util.Arrays;
import org.elasticsearch.common.cache.Cache;
import org.elasticsearch.common.cache.CacheBuilder;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.PreparedPage;

/**
 * Texts of any document of a run, ready to compare: from the shard that has it, through a cache of bounded bytes. Leaders are asked for
 * again and again, which is what the cache is for. Safe for use by several threads.
 */
public final class PageTexts {

    private static final int BATCH = 64;

    private final Peers peers;
    private final SiteTemplates templates;
    private final Cache<Long, PreparedPage> cache;

    /** @param cache see {@link #cache}; shared by all that work for the same run on a node */
    public PageTexts(Peers peers, SiteTemplates templates, Cache<Long, PreparedPage> cache) {
        this.peers = peers;
        this.templates = templates;
        this.cache = cache;
    }

    /**
     * A cache for the pages of one run.
     *
     * @param bytes bytes of heap at most, of texts and of what masking leaves of them
     */
    public static Cache<Long, PreparedPage> cache(long bytes) {
        return CacheBuilder.<Long, PreparedPage>builder()
                .setMaximumWeight(bytes)
                .weigher((ref, page) -> page.ramBytes())
                .build();
    }

    /** The page of a document. */
    public PreparedPage of(long ref) throws IOException {
        PreparedPage page = cache.get(ref);
        if (page == null) {
            int[] doc = {DocRef.doc(ref)};
            page = prepared(
                    peers.shard(DocRef.shard(ref)).pages(doc, Integer.MAX_VALUE).get(0));
            cache.put(ref, page);
        }
        return page;
    }

    private PreparedPage prepared(StoredPage page) {
        String site = page.site();
        return new PreparedPage(
                new PageText(page.text(), page.title(), site, site == null ? null : templates.of(site)));
    }

    /**
     * Brings texts into the cache, in few requests and in order of document.
     *
     * @param refs documents, any order, repetitions allowed
     */
    public void prefetch(long[] refs) throws IOException {
        long[] missing = Arrays.stream(refs)
                .sorted()
                .distinct()
                .filter(ref -> cache.get(ref) == null)
                .toArray();
        for (int start = 0; start < missing.length; ) {
            int shard = DocRef.shard(missing[start]);
            int end = start + 1;
            while (end < missing.length && end - start < BATCH && DocRef.shard(missing[end]) == shard) {
                end++;
            }
            int[] docs =
                    Arrays.stream(missing, start, end).mapToInt(DocRef::doc).toArray();
            peers.readAll(shard, docs, Integer.MAX_VALUE, (ref, page) -> cache.put(ref, prepared(page)));
            start = end;
        }
    }
}
