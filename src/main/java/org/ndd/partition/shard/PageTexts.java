package org.ndd.partition.shard;

import java.io.IOException;
import java.util.Arrays;
import java.util.List;
import java.util.function.Function;
import org.elasticsearch.common.cache.Cache;
import org.elasticsearch.common.cache.CacheBuilder;
import org.ndd.bulk.WorkStealingExecutor;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.text.Site;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.shard.ShardMethod.ShardClients;
import org.ndd.partition.shard.ShardMethod.StoredPage;
import org.ndd.partition.shard.ShardMethod.TextRequest;

/**
 * Provides the texts of all documents of a run, prepared for comparison. Reads them from their shards, through a cache of bounded size. The
 * cache serves leaders, whose texts are requested repeatedly. Thread-safe.
 */
public final class PageTexts {

    /**
     * Lower limit of the maximum number of documents per request. Smaller requests would use more threads, but cost more than they save.
     */
    private static final int MIN_BATCH_SIZE = 16;

    private static final int MAX_BATCH_SIZE = 64;

    private final ShardClients peers;
    private final Function<String, SiteBoilerplate> boilerplate;
    private final boolean noise;
    private final Cache<Long, PreparedPage> cache;

    /**
     * @param boilerplate boilerplate by site, {@code null} if the site has none; the key {@code null} is for documents without a host
     * @param noise whether the documents of the run are scanned or typed, see {@link PageText}
     * @param cache see {@link #cache}; shared by all threads that work for the same run on a node
     */
    public PageTexts(
            ShardClients peers,
            Function<String, SiteBoilerplate> boilerplate,
            boolean noise,
            Cache<Long, PreparedPage> cache) {
        this.peers = peers;
        this.boilerplate = boilerplate;
        this.noise = noise;
        this.cache = cache;
    }

    /** Creates a cache for the texts of one run, with a maximum of bytes for texts and masked forms. */
    public static Cache<Long, PreparedPage> cache(long bytes) {
        return CacheBuilder.<Long, PreparedPage>builder()
                .setMaximumWeight(bytes)
                .weigher((ref, page) -> page.ramBytes())
                .build();
    }

    /**
     * Returns the key of a document in the cache. The cache partitions its keys by the lower bits of their hashes, and holds each partition
     * in one hash map. So consecutive numbers would occupy few slots of each map.
     */
    private static Long key(long ref) {
        return ref * 0x9E3779B97F4A7C15L;
    }

    public PreparedPage of(long ref) throws IOException {
        PreparedPage page = cache.get(key(ref));
        if (page == null) {
            int[] doc = {DocRef.doc(ref)};
            page = prepared(peers.call(DocRef.shard(ref), ShardMethod.PAGES, new TextRequest(doc, Integer.MAX_VALUE))
                    .get(0));
            cache.put(key(ref), page);
        }
        return page;
    }

    private PreparedPage prepared(StoredPage page) {
        return new PreparedPage(new PageText(
                page.text(), page.title(), Site.withoutSection(page.site()), boilerplate.apply(page.site()), noise));
    }

    /** Reads the texts of documents, in any order, with repetitions, into the cache, in few requests and in order of document. */
    public void prefetch(long[] refs, WorkStealingExecutor workers) throws IOException {
        long[] missing = Arrays.stream(refs)
                .sorted()
                .distinct()
                .filter(ref -> cache.get(key(ref)) == null)
                .toArray();
        int each = (missing.length + workers.threads() - 1) / workers.threads();
        int most = Math.max(MIN_BATCH_SIZE, Math.min(MAX_BATCH_SIZE, each));
        List<long[]> batches = DocRef.byShard(missing, most);
        workers.each(
                batches.size(),
                (thread, batch) -> peers.readAll(
                        batches.get(batch), Integer.MAX_VALUE, (ref, page) -> cache.put(key(ref), prepared(page))));
    }

    /**
     * Holds the document that the last comparisons of a thread had in common, as a {@linkplain PreparedPage#asPivot pivot}. The next
     * comparisons are likely to be with it too. Not thread-safe; holds one document at a time.
     */
    static final class PivotPage {

        private long ref = DocRef.NONE;
        private PreparedPage page;

        static PivotPage[] perThread(WorkStealingExecutor workers) {
            PivotPage[] pivots = new PivotPage[workers.threads()];
            for (int thread = 0; thread < pivots.length; thread++) {
                pivots[thread] = new PivotPage();
            }
            return pivots;
        }

        boolean isPage(long document) {
            return ref == document;
        }

        PreparedPage page() {
            return page;
        }

        /** Keeps the text of a document for about this number of comparisons, and drops the previous one. */
        void keep(long document, PreparedPage of, long comparisons) {
            ref = document;
            page = of.asPivot(comparisons);
        }
    }
}
