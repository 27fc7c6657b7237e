package org.ndd.filters;

import java.util.HashMap;
import java.util.Map;
import java.util.function.UnaryOperator;
import java.util.regex.Pattern;
import org.apache.lucene.analysis.TokenStream;
import org.apache.lucene.analysis.email.UAX29URLEmailTokenizer;
import org.apache.lucene.analysis.minhash.MinHashFilterFactory;
import org.apache.lucene.analysis.miscellaneous.RemoveDuplicatesTokenFilter;
import org.apache.lucene.analysis.pattern.PatternCaptureGroupTokenFilter;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.analysis.TokenFilterFactory;
import org.elasticsearch.index.analysis.TokenizerFactory;
import org.elasticsearch.indices.analysis.AnalysisModule.AnalysisProvider;
import org.elasticsearch.plugins.AnalysisPlugin;
import org.elasticsearch.plugins.Plugin;

/**
 * Filters of Elasticsearch's module {@code analysis-common}, for distributions without it: the token filter {@code min_hash} for {@code
 * bench-search}, and the filters of the index of API keys for tests. They are the Lucene filters with the same defaults, except for {@code
 * unique}, which only removes duplicates at the same position. API keys contain no addresses, for which this matters. Not part of ndd.
 */
public final class FiltersPlugin extends Plugin implements AnalysisPlugin {

    /** Returns a filter by its name. */
    private record Filter(String name, UnaryOperator<TokenStream> filter) implements TokenFilterFactory {

        @Override
        public TokenStream create(TokenStream tokens) {
            return filter.apply(tokens);
        }
    }

    @Override
    public Map<String, AnalysisProvider<TokenFilterFactory>> getTokenFilters() {
        return Map.of(
                "min_hash", (index, environment, name, settings) -> minHash(name, settings),
                "pattern_capture", (index, environment, name, settings) -> patternCapture(name, settings),
                "unique", (index, environment, name, settings) -> new Filter(name, RemoveDuplicatesTokenFilter::new));
    }

    @Override
    public Map<String, AnalysisProvider<TokenizerFactory>> getTokenizers() {
        return Map.of(
                "uax_url_email",
                (index, environment, name, settings) -> TokenizerFactory.newFactory(name, UAX29URLEmailTokenizer::new));
    }

    private static TokenFilterFactory minHash(String name, Settings settings) {
        Map<String, String> arguments = new HashMap<>();
        arguments.put("hashCount", settings.get("hash_count", "1"));
        arguments.put("bucketCount", settings.get("bucket_count", "512"));
        arguments.put("hashSetSize", settings.get("hash_set_size", "1"));
        MinHashFilterFactory lucene = new MinHashFilterFactory(arguments);
        return new Filter(name, lucene::create);
    }

    private static TokenFilterFactory patternCapture(String name, Settings settings) {
        boolean original = settings.getAsBoolean("preserve_original", true);
        Pattern[] patterns =
                settings.getAsList("patterns").stream().map(Pattern::compile).toArray(Pattern[]::new);
        return new Filter(name, tokens -> new PatternCaptureGroupTokenFilter(tokens, original, patterns));
    }
}
