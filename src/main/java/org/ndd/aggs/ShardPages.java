package org.ndd.aggs;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.index.ReaderUtil;
import org.ndd.config.DocumentFields;
import org.ndd.core.template.SiteTemplate;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.IndexedSite;
import org.ndd.pair.SegmentPages;
import org.ndd.pair.TemplateLookup;

/** Pages of a shard with the templates of their sites. Used by one thread. */
final class ShardPages {

    private final List<LeafReaderContext> leaves;
    private final SegmentPages[] segments;
    private final String index;
    private final DocumentFields fields;
    private final TemplateLookup lookup;
    private final Runnable cancellationCheck;
    private final Set<IndexedSite> asked = new HashSet<>();
    private final Map<IndexedSite, SiteTemplate> templates = new HashMap<>();

    /**
     * @param index concrete index of the shard
     * @param lookup with the rights of the user
     */
    ShardPages(
            List<LeafReaderContext> leaves,
            String index,
            DocumentFields fields,
            TemplateLookup lookup,
            Runnable cancellationCheck) {
        this.leaves = leaves;
        this.segments = new SegmentPages[leaves.size()];
        this.index = index;
        this.fields = fields;
        this.lookup = lookup;
        this.cancellationCheck = cancellationCheck;
    }

    /** Fetches the templates of some documents' sites with one request, so that their pages need none. */
    void fetchTemplates(int[] docs) throws IOException {
        Set<IndexedSite> places = new HashSet<>();
        for (int doc : docs) {
            IndexedSite place = segment(doc).place(local(doc));
            if (asked.add(place)) {
                places.add(place);
            }
        }
        if (places.isEmpty() == false) {
            templates.putAll(lookup.loadAndWait(places, cancellationCheck));
        }
    }

    /** The page of a document, or null where the processor wrote none. */
    ComparablePage page(int doc) throws IOException {
        fetchTemplates(new int[] {doc});
        ComparablePage page = segment(doc).page(local(doc));
        return page == null ? null : page.with(templates.get(page.place()));
    }

    private SegmentPages segment(int doc) throws IOException {
        int leaf = ReaderUtil.subIndex(doc, leaves);
        if (segments[leaf] == null) {
            segments[leaf] = new SegmentPages(index, leaves.get(leaf).reader(), fields);
        }
        return segments[leaf];
    }

    private int local(int doc) {
        return doc - leaves.get(ReaderUtil.subIndex(doc, leaves)).docBase;
    }
}
