package org.ndd.minhash;

import java.util.HashMap;
import java.util.Map;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.minhash.MinHashFilterFactory;
import org.elasticsearch.index.analysis.AbstractTokenFilterFactory;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;

/**
 * Token filter {@code min_hash} for a node that lacks Elasticsearch's module {@code analysis-common}: the same Lucene filter with the same
 * defaults, so that {@code bench-search} can measure it. Never a part of ndd.
 */
public final class MinHashPlugin extends Plugin implements AnalysisPlugin {

    @Override
    public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
        return Map.of("min_hash", (index, environment, name, settings) -> {
            Map<String, String> arguments = new HashMap<>();
            arguments.put("hashCount", settings.get("hash_count", "1"));
            arguments.put("bucketCount", settings.get("bucket_count", "512"));
            arguments.put("hashSetSize", settings.get("hash_set_size", "1"));
            MinHashFilterFactory lucene = new MinHashFilterFactory(arguments);
            return new AbstractTokenFilterFactory(name, settings) {
                @Override
                public TokenStream create(TokenStream tokens) {
                    return lucene.create(tokens);
                }
            };
        });
    }
}
