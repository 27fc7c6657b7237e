package org.ndd.template;

import org.elasticsearch.common.cache.Cache;
import org.elasticsearch.common.cache.CacheBuilder;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Setting.Property;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.ndd.core.template.SiteTemplate;
import org.ndd.core.template.TemplateLine;

/**
 * Templates of this node, bounded by bytes. A template is found by its version, so an entry can be out of use but never outdated, and each
 * caller has already read the version with the rights of the user.
 */
public final class TemplateCache {

    /** The most memory for templates: a share of the heap or a size. */
    public static final Setting<ByteSizeValue> SIZE =
            Setting.memorySizeSetting("ndd.templates.cache.size", "1%", Property.NodeScope);

    /** Bytes of the objects around a line: record, string and two hashes. */
    private static final int LINE_OVERHEAD = 100;

    private final Cache<Key, SiteTemplate> templates;

    private record Key(String index, String site, String version) {}

    /**
     * @param settings of the node
     */
    public TemplateCache(Settings settings) {
        this.templates = CacheBuilder.<Key, SiteTemplate>builder()
                .setMaximumWeight(SIZE.get(settings).getBytes())
                .weigher((key, template) -> bytes(key, template))
                .build();
    }

    /** A template, or null if it is not in the cache. */
    SiteTemplate get(String index, String site, String version) {
        return templates.get(new Key(index, site, version));
    }

    void put(String index, SiteTemplate template) {
        templates.put(new Key(index, template.site(), StoredTemplate.version(template)), template);
    }

    /** For tests. */
    int count() {
        return templates.count();
    }

    private static long bytes(Key key, SiteTemplate template) {
        long bytes =
                LINE_OVERHEAD + 2L * (key.index().length() + 2L * key.site().length());
        for (TemplateLine line : template.lines()) {
            bytes += LINE_OVERHEAD + 2L * line.text().length();
        }
        return bytes;
    }
}
