package org.ndd.ingest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.lucene.index.BinaryDocValues;
import org.apache.lucene.index.DocValues;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.StoredFields;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.common.cache.Cache;
import org.elasticsearch.common.cache.CacheBuilder;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.index.fieldvisitor.FieldsVisitor;
import org.elasticsearch.search.lookup.Source;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.analysis.PageAnalyzer;

/**
 * Reads the canonical texts of one segment, stored ones and those that are computed from the source. Uses only the given reader, so fields
 * and documents that a wrapped reader hides (document- and field-level security) stay hidden: a hidden field is read as no text.
 *
 * <p>Fastest in ascending order of documents; other orders are allowed and need new iterators. Not thread-safe.
 */
public final class TextReader {

    private final LeafReader reader;
    private final String field;
    private BinaryDocValues values;
    private SourceTexts sources;

    /**
     * @param reader a segment
     * @param field full name of a {@code near_dup_text} field, such as {@code ndd.text}; a field that the segment lacks
     *     has no texts
     * @throws IllegalStateException if the field's doc values are of another kind
     */
    public TextReader(LeafReader reader, String field) throws IOException {
        this.reader = reader;
        this.field = field;
        this.values = DocValues.getBinary(reader, field);
    }

    /** Returns the text of a document, by its number in the segment, which may be deleted; {@code null} if it has none. */
    public String text(int doc) throws IOException {
        if (find(doc) == false) {
            return null;
        }
        BytesRef text = values.binaryValue();
        return TextCodec.isInSource(text) ? fromSource(doc) : TextCodec.decode(text);
    }

    /**
     * Returns the length of the text of a document in bytes of UTF-8, which is at least its number of code units; 0 if it has none. A
     * stored text is fetched, but not decompressed.
     *
     * @param doc document number within the segment
     */
    public int length(int doc) throws IOException {
        if (find(doc) == false) {
            return 0;
        }
        BytesRef text = values.binaryValue();
        if (TextCodec.isInSource(text) == false) {
            return TextCodec.length(text);
        }
        String computed = fromSource(doc);
        return computed == null ? 0 : computed.getBytes(StandardCharsets.UTF_8).length;
    }

    /** Returns the source of a document, as the reader provides it; {@code null} if it has none. Linear in its length. */
    @Nullable
    public static Map<String, Object> source(StoredFields stored, int doc) throws IOException {
        FieldsVisitor visitor = new FieldsVisitor(true);
        stored.document(doc, visitor);
        return visitor.source() == null
                ? null
                : Source.fromBytes(visitor.source()).source();
    }

    private String fromSource(int doc) throws IOException {
        if (sources == null) {
            sources = new SourceTexts(reader);
        }
        return sources.text(doc);
    }

    private boolean find(int doc) throws IOException {
        if (doc < values.docID()) {
            values = DocValues.getBinary(reader, field);
        }
        return values.advanceExact(doc);
    }

    /**
     * Computes canonical texts of one segment from sources, for documents whose text is not stored. Their options are doc values of the
     * metadata field. Not thread-safe.
     */
    static final class SourceTexts {

        /**
         * Caches the last computations by their options. 100 is an upper estimate of the indices with different options that are read at a
         * time.
         */
        private static final Cache<String, Computation> COMPUTATIONS = CacheBuilder.<String, Computation>builder()
                .setMaximumWeight(100)
                .build();

        private record Computation(TargetOptions options, PageAnalyzer analyzer) {

            static Computation of(String json) {
                Map<String, Object> config = XContentHelper.convertToMap(JsonXContent.jsonXContent, json, false);
                TargetOptions options =
                        TargetOptions.parse(TargetOptions.METADATA_FIELD, null, new LinkedHashMap<>(config));
                return new Computation(options, new PageAnalyzer(options.parameters()));
            }
        }

        private final KeywordReader options;
        private final StoredFields stored;
        private String lastOptions;
        private Computation last;

        SourceTexts(LeafReader reader) throws IOException {
            this.options = new KeywordReader(reader, TargetOptions.METADATA_FIELD);
            this.stored = reader.storedFields();
        }

        /** Returns the text of a document; {@code null} if the user does not see its input fields. */
        @Nullable
        String text(int doc) throws IOException {
            String json = options.value(doc);
            Map<String, Object> source = json == null ? null : source(stored, doc);
            if (source == null) {
                return null;
            }
            if (json.equals(lastOptions) == false) {
                last = computation(json);
                lastOptions = json;
            }
            try {
                return last.analyzer.text(
                        last.options.fields().read(path -> XContentMapValues.extractValue(path, source)));
            } catch (IllegalArgumentException hidden) {
                return null;
            }
        }

        private static Computation computation(String json) {
            try {
                return COMPUTATIONS.computeIfAbsent(json, Computation::of);
            } catch (ExecutionException e) {
                throw new ElasticsearchException(
                        "[" + TargetOptions.METADATA_FIELD + "] of a document cannot be read", e);
            }
        }
    }
}
