package org.ndd.rank;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.apache.lucene.index.LeafReaderContext;
import org.apache.lucene.search.ScoreDoc;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.fetch.FetchContext;
import org.elasticsearch.search.fetch.FetchSubPhase;
import org.elasticsearch.search.fetch.FetchSubPhaseProcessor;
import org.elasticsearch.search.fetch.StoredFieldsSpec;
import org.ndd.config.DocumentFields;
import org.ndd.config.MustAgree;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.HitRequest;
import org.ndd.pair.IndexedSite;
import org.ndd.pair.MustAgreeFields;
import org.ndd.pair.SegmentPages;
import org.ndd.version.NddVersion;

/**
 * Processes a {@link Request}: reads the pages of hits on their shards, through readers that hide documents and fields that the user
 * may not see.
 */
public final class PagePhase implements FetchSubPhase {

    /** Maximum length of a text that is returned with the keys, in code units: most pages need no second request. */
    static final int MAX_SHORT_TEXT = 8192;

    private static final String FIELD = "near_dup_page";
    private static final String TEXT = "text";
    private static final String TITLE = "title";
    private static final String SITE = "site";

    @Override
    public FetchSubPhaseProcessor getProcessor(FetchContext context) {
        if (context.getSearchExt(Request.NAME) instanceof Request request) {
            MappedPages.require(request.fields(), context.getSearchExecutionContext());
            MustAgreeFields apart = MustAgreeFields.of(request.mustAgree(), context.getSearchExecutionContext());
            return new Processor(request, apart, context.getIndexName());
        }
        return null;
    }

    /**
     * A hit with the data that the phase wrote into it.
     *
     * @param found the same hit; null if it does not exist any more, for example because its shard failed meanwhile
     */
    static WindowHit hit(ScoreDoc hit, SearchHit found) {
        if (found == null) {
            return new WindowHit(hit, null, null, null, null, null);
        }
        DocumentField written = found.field(FIELD);
        Map<String, Object> field = written == null ? null : written.getValue();
        PageKeys keys = field == null ? null : PageKeys.fromField(field);
        ComparablePage page = keys == null || field.get(TEXT) == null ? null : page(found, field, keys);
        String uuid = found.getShard().getShardId().getIndex().getUUID();
        return new WindowHit(hit, found.getIndex(), uuid, found.getId(), keys, page);
    }

    private static ComparablePage page(SearchHit found, Map<String, Object> field, PageKeys keys) {
        return new ComparablePage(
                        new IndexedSite(found.getIndex(), (String) field.get(SITE)),
                        found.getId(),
                        (String) field.get(TEXT),
                        (String) field.get(TITLE),
                        keys.version())
                .withFingerprints(keys.fingerprints());
    }

    private static final class Processor implements FetchSubPhaseProcessor {

        private final String index;
        private final DocumentFields fields;
        private final MustAgreeFields apart;
        private MustAgreeFields.Segment values;
        private SegmentPages pages;

        Processor(Request request, MustAgreeFields apart, String index) {
            this.index = index;
            this.fields = request.fields();
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
                Map<String, Object> field =
                        PageKeys.of(page, values.keys(hit.docId())).asField();
                if (page.text().length() <= MAX_SHORT_TEXT) {
                    field.put(TEXT, page.text());
                    field.put(TITLE, page.title());
                    field.put(SITE, page.place().site());
                }
                hit.hit().addDocumentFields(Map.of(FIELD, new DocumentField(FIELD, List.of(field))), Map.of());
            }
        }

        @Override
        public StoredFieldsSpec storedFieldsSpec() {
            return StoredFieldsSpec.NO_REQUIREMENTS;
        }
    }

    /**
     * Requests the data of hits that determines which may be near-duplicates ({@link PageKeys}), with short texts. The long texts of only those
     * are requested later.
     */
    static final class Request extends HitRequest {

        static final String NAME = "near_dup_pages";

        private final DocumentFields fields;
        private final MustAgree mustAgree;

        /** @param mustAgree fields whose values keep pages apart */
        Request(DocumentFields fields, MustAgree mustAgree) {
            super(NAME, fields, mustAgree);
            this.fields = fields;
            this.mustAgree = mustAgree;
        }

        static Request read(StreamInput in) throws IOException {
            NddVersion.readSame(in);
            return new Request(new DocumentFields(in.readString()), new MustAgree(in));
        }

        DocumentFields fields() {
            return fields;
        }

        MustAgree mustAgree() {
            return mustAgree;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            NddVersion.write(out);
            out.writeString(fields.parent());
            mustAgree.writeTo(out);
        }
    }
}
