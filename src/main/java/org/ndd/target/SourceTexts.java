package org.ndd.target;

import java.io.IOException;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.concurrent.ExecutionException;
import org.apache.lucene.index.LeafReader;
import org.apache.lucene.index.StoredFields;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.common.cache.Cache;
import org.elasticsearch.common.cache.CacheBuilder;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.lucene.KeywordReader;

/**
 * Computes canonical texts of one segment from sources, for documents whose text is not stored. Their options are doc values of the
 * metadata field. Used by one thread at a time.
 */
final class SourceTexts {

    /** As many as there may be indices with different options that are read at a time. */
    private static final Cache<String, Computation> COMPUTATIONS =
            CacheBuilder.<String, Computation>builder().setMaximumWeight(100).build();

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

    /** The text of a document; {@code null} if the user does not see the fields that it is made of. */
    @Nullable
    String text(int doc) throws IOException {
        String json = options.value(doc);
        Map<String, Object> source = json == null ? null : SourceReader.read(stored, doc);
        if (source == null) {
            return null;
        }
        if (json.equals(lastOptions) == false) {
            last = computation(json);
            lastOptions = json;
        }
        try {
            return last.analyzer.text(last.options.fields().read(path -> XContentMapValues.extractValue(path, source)));
        } catch (IllegalArgumentException hidden) {
            return null;
        }
    }

    private static Computation computation(String json) {
        try {
            return COMPUTATIONS.computeIfAbsent(json, Computation::of);
        } catch (ExecutionException e) {
            throw new ElasticsearchException("[" + TargetOptions.METADATA_FIELD + "] of a document cannot be read", e);
        }
    }
}
