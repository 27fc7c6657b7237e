package org.ndd.boilerplate;

import org.elasticsearch.common.cache.Cache;
import org.elasticsearch.common.cache.CacheBuilder;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Setting.Property;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.ndd.config.CacheStats;
import org.ndd.core.boilerplate.BoilerplateLine;
import org.ndd.core.boilerplate.SiteBoilerplate;

/**
 * Caches boilerplate on this node, up to a number of bytes. Entries are found by their version, so an entry may be unused but never
 * outdated. Each caller has already read the version with the rights of the user.
 */
public final class BoilerplateCache {

    /** Maximum memory for boilerplate: a share of the heap or a size. */
    public static final Setting<ByteSizeValue> SIZE =
            Setting.memorySizeSetting("ndd.boilerplate.cache.size", "1%", Property.NodeScope);

    /** Bytes of the objects of a line: record, string and two hashes. */
    private static final int LINE_OVERHEAD = 100;

    private final Cache<Key, SiteBoilerplate> cache;

    private record Key(String index, String site, String version) {}

    /**
     * @param settings settings of the node
     */
    public BoilerplateCache(Settings settings) {
        this.cache = CacheBuilder.<Key, SiteBoilerplate>builder()
                .setMaximumWeight(SIZE.get(settings).getBytes())
                .weigher((key, boilerplate) -> bytes(key, boilerplate))
                .build();
    }

    /** Returns boilerplate, or null if it is not in the cache. */
    SiteBoilerplate get(String index, String site, String version) {
        return cache.get(new Key(index, site, version));
    }

    void put(String index, SiteBoilerplate boilerplate) {
        cache.put(new Key(index, boilerplate.site(), StoredBoilerplate.version(boilerplate)), boilerplate);
    }

    CacheStats stats() {
        return CacheStats.of(cache);
    }

    /** Returns the number of entries, for tests. */
    int count() {
        return cache.count();
    }

    private static long bytes(Key key, SiteBoilerplate boilerplate) {
        long bytes =
                LINE_OVERHEAD + 2L * (key.index().length() + 2L * key.site().length());
        for (BoilerplateLine line : boilerplate.lines()) {
            bytes += LINE_OVERHEAD + 2L * line.text().length();
        }
        return bytes;
    }
}
