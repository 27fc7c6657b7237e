package org.ndd.pair;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.LeafReaderContext;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.mapper.MappedFieldType;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.fetch.FetchContext;
import org.elasticsearch.search.fetch.FetchSubPhase;
import org.elasticsearch.search.fetch.FetchSubPhaseProcessor;
import org.elasticsearch.search.fetch.StoredFieldsSpec;
import org.ndd.config.DocumentFields;

/**
 * Processes a {@link Request}: reads pages on their shards, with the rights of the user. Not from the source, which need not have
 * them.
 */
public final class StoredPagePhase implements FetchSubPhase {

    private static final String FIELD = "near_dup_stored_page";

    @Override
    public FetchSubPhaseProcessor getProcessor(FetchContext context) {
        return context.getSearchExt(Request.NAME) instanceof Request request
                        && isMapped(context.getSearchExecutionContext()
                                .getFieldType(request.fields().text()))
                ? new Processor(request.fields(), context.getIndexName())
                : null;
    }

    /** In a field that was mapped dynamically there are no pages. */
    private static boolean isMapped(MappedFieldType text) {
        return text != null && text.typeName().equals(DocumentFields.TEXT_TYPE);
    }

    /**
     * The page that the phase wrote into a hit.
     *
     * @throws IllegalArgumentException if the document lacks the fields of the processor
     */
    public static ComparablePage page(DocumentFields fields, SearchHit hit) {
        ComparablePage page = find(hit, hit.getIndex(), hit.getId());
        if (page == null) {
            throw PageSources.unprocessed(fields, hit.getIndex(), hit.getId());
        }
        return page;
    }

    /**
     * The page that the phase wrote into a hit; {@code null} if the document lacks the fields of the processor.
     *
     * @param index of the document
     * @param id of the document, which the hit need not have
     */
    public static ComparablePage find(SearchHit hit, String index, String id) {
        DocumentField found = hit.field(FIELD);
        if (found == null) {
            return null;
        }
        List<Object> values = found.getValues();
        return new ComparablePage(
                new IndexedSite(index, values.size() < 4 ? null : (String) values.get(3)),
                id,
                (String) values.get(0),
                (String) values.get(1),
                (String) values.get(2));
    }

    private static final class Processor implements FetchSubPhaseProcessor {

        private final DocumentFields fields;
        private final String index;
        private SegmentPages pages;

        Processor(DocumentFields fields, String index) {
            this.fields = fields;
            this.index = index;
        }

        @Override
        public void setNextReader(LeafReaderContext leaf) throws IOException {
            pages = new SegmentPages(index, leaf.reader(), fields);
        }

        @Override
        public void process(HitContext hit) throws IOException {
            ComparablePage page = pages.pageWithLazyId(hit.docId());
            if (page != null) {
                String site = page.place().site();
                List<Object> values = site == null
                        ? List.of(page.text(), page.title(), page.version())
                        : List.of(page.text(), page.title(), page.version(), site);
                hit.hit().addDocumentFields(Map.of(FIELD, new DocumentField(FIELD, values)), Map.of());
            }
        }

        @Override
        public StoredFieldsSpec storedFieldsSpec() {
            return StoredFieldsSpec.NO_REQUIREMENTS;
        }
    }

    /** Requests the pages of hits with their texts. */
    public static final class Request extends HitRequest {

        public static final String NAME = "near_dup_stored_page";

        private final DocumentFields fields;

        /** @param fields of the processor */
        public Request(DocumentFields fields) {
            super(NAME, fields);
            this.fields = fields;
        }

        public Request(StreamInput in) throws IOException {
            this(new DocumentFields(in.readString()));
        }

        DocumentFields fields() {
            return fields;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeString(fields.parent());
        }
    }
}
