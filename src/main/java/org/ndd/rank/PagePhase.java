package org.ndd.rank;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.LeafReaderContext;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.fetch.FetchContext;
import org.elasticsearch.search.fetch.FetchSubPhase;
import org.elasticsearch.search.fetch.FetchSubPhaseProcessor;
import org.elasticsearch.search.fetch.StoredFieldsSpec;
import org.ndd.config.DocumentFields;
import org.ndd.pair.ApartFields;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.IndexedSite;
import org.ndd.pair.SegmentPages;

/** Answers a {@link PageRequest}: reads the pages behind hits on their shards, through readers that hide what the user may not see. */
public final class PagePhase implements FetchSubPhase {

    private static final String FIELD = "near_dup_page";
    private static final String TEXT = "text";
    private static final String TITLE = "title";
    private static final String SITE = "site";

    @Override
    public FetchSubPhaseProcessor getProcessor(FetchContext context) {
        if (context.getSearchExt(PageRequest.NAME) instanceof PageRequest request) {
            MappedPages.require(request.fields(), context.getSearchExecutionContext());
            ApartFields apart = ApartFields.of(request.apartBy(), context.getSearchExecutionContext());
            return new Processor(request, apart, context.getIndexName());
        }
        return null;
    }

    /** The keys that the phase wrote into a hit; null where the page was not processed or may not be read. */
    static PageKeys keys(SearchHit hit) {
        Map<String, Object> field = read(hit);
        return field == null ? null : PageKeys.fromField(field);
    }

    /**
     * The page that the phase wrote into a hit; null where it is not there any more.
     *
     * @param found again for its text
     * @param hit with its keys; that it is known saves reading its id once more
     */
    static ComparablePage page(SearchHit found, WindowHit hit) {
        Map<String, Object> field = read(found);
        return field == null
                ? null
                : new ComparablePage(
                                new IndexedSite(hit.index(), (String) field.get(SITE)),
                                hit.id(),
                                (String) field.get(TEXT),
                                (String) field.get(TITLE),
                                hit.keys().version())
                        .withFingerprints(hit.keys().fingerprints());
    }

    private static Map<String, Object> read(SearchHit hit) {
        DocumentField field = hit.field(FIELD);
        return field == null ? null : field.getValue();
    }

    private static final class Processor implements FetchSubPhaseProcessor {

        private final String index;
        private final DocumentFields fields;
        private final PageRequest.Part part;
        private final ApartFields apart;
        private ApartFields.Segment values;
        private SegmentPages pages;

        Processor(PageRequest request, ApartFields apart, String index) {
            this.index = index;
            this.fields = request.fields();
            this.part = request.part();
            this.apart = apart;
        }

        @Override
        public void setNextReader(LeafReaderContext leaf) throws IOException {
            pages = new SegmentPages(index, leaf.reader(), fields);
            values = apart.in(leaf);
        }

        @Override
        public void process(HitContext hit) throws IOException {
            ComparablePage page = pages.pageWithLazyId(hit.docId());
            if (page != null) {
                Object value = switch (part) {
                    case KEYS -> PageKeys.of(page, values.keys(hit.docId())).asField();
                    case TEXT -> asField(page);
                };
                hit.hit().addDocumentFields(Map.of(FIELD, new DocumentField(FIELD, List.of(value))), Map.of());
            }
        }

        private static Map<String, Object> asField(ComparablePage page) {
            Map<String, Object> field = new HashMap<>();
            field.put(TEXT, page.text());
            field.put(TITLE, page.title());
            field.put(SITE, page.place().site());
            return field;
        }

        @Override
        public StoredFieldsSpec storedFieldsSpec() {
            return StoredFieldsSpec.NO_REQUIREMENTS;
        }
    }
}
