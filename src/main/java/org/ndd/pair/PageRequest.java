package org.ndd.pair;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.index.query.SearchExecutionContext;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.fetch.FetchContext;
import org.ndd.compat.NddVersion;
import org.ndd.config.DocumentFields;
import org.ndd.config.MappingCheck;
import org.ndd.config.MustAgree;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.text.ContentDigest;
import org.ndd.pair.PageFetcher.PageSources;

/** Requests the pages of hits. They are not read from the source, which may lack them. */
public final class PageRequest extends HitRequest {

    public static final String NAME = "near_dup_page";

    /** Maximum length of a text that is returned with the keys, in UTF-16 code units. Most pages need no second request. */
    public static final int MAX_SHORT_TEXT = 8192;

    private static final String TEXT = "text";
    private static final String TITLE = "title";
    private static final String SITE = "site";
    private static final String VERSION = "version";
    private static final String VALUES = "values";

    private final DocumentFields fields;
    private final MustAgree mustAgree;
    private final Part part;

    /** The part of a page that is read, in addition to the values of {@code must_agree}. */
    public enum Part {
        /** No further part. */
        VALUES,
        /** Returns the page with its text. */
        TEXT,
        /** The data by which its candidates are found ({@link PageKeys}), and the text if it is short. */
        KEYS
    }

    public PageRequest(DocumentFields fields, MustAgree mustAgree, Part part) {
        super(NAME, fields, mustAgree, part);
        this.fields = fields;
        this.mustAgree = mustAgree;
        this.part = part;
    }

    public PageRequest(StreamInput in) throws IOException {
        this(readFields(in), new MustAgree(in), in.readEnum(Part.class));
    }

    private static DocumentFields readFields(StreamInput in) throws IOException {
        NddVersion.readSame(in);
        return new DocumentFields(in.readString());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        NddVersion.write(out);
        out.writeString(fields.parent());
        mustAgree.writeTo(out);
        out.writeEnum(part);
    }

    /**
     * Rejects an index that cannot have the fields of the processor. Elasticsearch similarly rejects a sort or collapse by a field that an
     * index lacks. Otherwise a misspelled field would return no duplicates without an error.
     *
     * @throws IllegalArgumentException if the index has no such field, or one of another type
     */
    public static void requireMapped(DocumentFields fields, SearchExecutionContext context) {
        MappingCheck.checkTypes(context.index().getName(), fields, context::getFieldType);
        if (context.getFieldType(fields.text()) == null) {
            throw new IllegalArgumentException(
                    MappingCheck.missing(context.index().getName(), fields.parent(), fields.text()));
        }
    }

    /** Returns whether the index can contain pages; one whose fields were mapped dynamically cannot. */
    private static boolean isMapped(DocumentFields fields, SearchExecutionContext context) {
        return context.getFieldType(fields.text()) != null
                && MappingCheck.otherType(context.index().getName(), fields, context::getFieldType) == null;
    }

    @Override
    protected ShardReader reader(FetchContext shard) {
        SearchExecutionContext context = shard.getSearchExecutionContext();
        if (part == Part.KEYS) {
            requireMapped(fields, context);
        }
        MustAgreeFields mustAgreeFields = MustAgreeFields.of(mustAgree, context);
        boolean hasPages = part == Part.KEYS || part == Part.TEXT && isMapped(fields, context);
        return leaf -> {
            SegmentPages pages = hasPages ? new SegmentPages(shard.getIndexName(), leaf.reader(), fields) : null;
            MustAgreeFields.Segment values = mustAgreeFields.in(leaf);
            return hit -> {
                Map<String, Object> field = pages == null ? new HashMap<>() : field(pages.pageWithLazyId(hit.docId()));
                if (mustAgree.isEmpty() == false) {
                    field.put(VALUES, values.values(hit.docId()));
                }
                return field.isEmpty() ? List.of() : List.of(field);
            };
        };
    }

    private Map<String, Object> field(ComparablePage page) {
        Map<String, Object> field = new HashMap<>();
        if (page != null) {
            field.put(VERSION, page.version());
            if (part == Part.KEYS) {
                PageKeys.of(page, MustAgreeKeys.NONE).write(field);
            }
            if (part == Part.TEXT || page.text().length() <= MAX_SHORT_TEXT) {
                field.put(TEXT, page.text());
                field.put(TITLE, page.title());
                field.put(SITE, page.place().site());
            }
        }
        return field;
    }

    private static Map<String, Object> field(SearchHit hit) {
        DocumentField field = hit.field(NAME);
        return field == null ? Map.of() : field.getValue();
    }

    /** @throws IllegalArgumentException if the document lacks the fields of the processor */
    public static ComparablePage page(DocumentFields fields, SearchHit hit) {
        ComparablePage page = find(hit, hit.getIndex(), hit.getId());
        if (page == null) {
            throw PageSources.unprocessed(fields, hit.getIndex(), hit.getId());
        }
        return page;
    }

    /**
     * Returns the page of a hit; {@code null} if the document lacks the fields of the processor, or if the text was not read.
     *
     * @param index index of the document
     * @param id id of the document, which the hit may lack
     */
    public static ComparablePage find(SearchHit hit, String index, String id) {
        Map<String, Object> field = field(hit);
        return field.get(TEXT) == null
                ? null
                : new ComparablePage(
                                new IndexedSite(index, (String) field.get(SITE)),
                                id,
                                (String) field.get(TEXT),
                                (String) field.get(TITLE),
                                (String) field.get(VERSION))
                        .withMustAgreeKeys(mustAgreeKeys(field));
    }

    /** Returns the keys of a hit; {@code null} if the document lacks the fields of the processor. */
    public static PageKeys keys(SearchHit hit) {
        Map<String, Object> field = field(hit);
        String version = (String) field.get(VERSION);
        return version == null ? null : PageKeys.read(field, version, mustAgreeKeys(field));
    }

    /** Returns the values of {@code must_agree} of a hit, one list per field. */
    static List<List<String>> values(SearchHit hit) {
        return values(field(hit));
    }

    @SuppressWarnings("unchecked")
    private static List<List<String>> values(Map<String, Object> field) {
        return (List<List<String>>) field.getOrDefault(VALUES, List.of());
    }

    private static MustAgreeKeys mustAgreeKeys(Map<String, Object> field) {
        return MustAgreeKeys.of(values(field));
    }

    /**
     * The data of a page by which its candidates are found, without its text.
     *
     * @param version format and parameters of its fingerprints
     * @param length UTF-16 code units of its text
     * @param fingerprints terms of its fingerprints, without repetition
     * @param digest digest of the text; null if it has none
     * @param mustAgreeKeys its values of {@code must_agree}
     */
    public record PageKeys(
            String version, int length, List<String> fingerprints, String digest, MustAgreeKeys mustAgreeKeys) {

        private static final String LENGTH = "length";
        private static final String FINGERPRINTS = "fingerprints";
        private static final String DIGEST = "digest";

        /** Returns the keys of a page. Linear in its text. */
        public static PageKeys of(ComparablePage page, MustAgreeKeys mustAgreeKeys) {
            return new PageKeys(
                    page.version(),
                    page.text().length(),
                    page.fingerprints().stream().sorted().toList(),
                    ContentDigest.of(page.text(), page.title(), page.place().site()),
                    mustAgreeKeys);
        }

        /** Returns the keys, its fingerprints and digest. A page is compared with another only if they share at least one. */
        public List<String> keys() {
            List<String> keys = new ArrayList<>(fingerprints);
            if (digest != null) {
                keys.add(digest);
            }
            return keys;
        }

        /** Adds the keys to the values of a hit, except those that each page has. */
        void write(Map<String, Object> field) {
            field.put(LENGTH, length);
            field.put(FINGERPRINTS, fingerprints);
            field.put(DIGEST, digest);
        }

        /** Reads what {@link #write} wrote. */
        @SuppressWarnings("unchecked")
        static PageKeys read(Map<String, Object> field, String version, MustAgreeKeys mustAgreeKeys) {
            return new PageKeys(
                    version,
                    (int) field.get(LENGTH),
                    (List<String>) field.get(FINGERPRINTS),
                    (String) field.get(DIGEST),
                    mustAgreeKeys);
        }

        /**
         * Returns a warning if pages cannot share fingerprints because their versions differ.
         *
         * @param pages null for a page that was not processed
         * @return the warning for the user; null if all pages have the same version
         */
        public static String versionWarning(List<PageKeys> pages) {
            List<String> versions = pages.stream()
                    .filter(page -> page != null)
                    .map(PageKeys::version)
                    .distinct()
                    .sorted()
                    .toList();
            return versions.size() < 2
                    ? null
                    : "[near_dup] may miss documents whose fingerprints are of different versions, " + versions
                            + ": POST /{index}/_ndd/backfill converts them to one version";
        }
    }
}
