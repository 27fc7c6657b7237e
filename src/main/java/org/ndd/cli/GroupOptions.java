package org.ndd.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.ElasticsearchException;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.cli.Options.InvalidOptionException;
import org.ndd.cli.Options.Kind;
import org.ndd.core.compare.SimilarityParameters.Preset;
import org.ndd.ingest.NearDupProcessor;
import org.ndd.partition.plan.PartitionOptions;
import org.ndd.partition.plan.PartitionOptions.Boilerplate;
import org.ndd.partition.plan.PartitionRequest;

/**
 * The options that determine the groups of documents in files: those of the processor, and those of a run. The parsers of the APIs read
 * them, so the same rules apply.
 *
 * @param processor reads documents; it writes nothing
 * @param partition options of a run over the documents
 * @param idField name of the field with the id of a document
 * @param index name of the index of the documents, which may not exist
 */
record GroupOptions(NearDupProcessor processor, PartitionOptions partition, String idField, String index) {

    private static final String PRESET = "preset";

    /** A field that no document has, so that no input is in the target field of the processor. */
    private static final String NO_TARGET = "\0";

    /** The names and kinds of the options of the similarity of two documents. */
    static final Map<String, Kind> SIMILARITY = Map.of(
            PRESET,
            Kind.TEXT,
            "min_confidence",
            Kind.NUMBER,
            "resemblance",
            Kind.NUMBER,
            "containment",
            Kind.NUMBER,
            "slope",
            Kind.NUMBER,
            "window",
            Kind.INTEGER,
            "regions",
            Kind.INTEGER,
            "numbers",
            Kind.BOOLEAN);

    private static final Map<String, Kind> PROCESSOR = new TreeMap<>();
    private static final Map<String, Kind> RUN = new TreeMap<>(SIMILARITY);

    static {
        for (String text : List.of("field", "url_field", "title_field", "site_field", "format", "max_bytes")) {
            PROCESSOR.put(text, Kind.TEXT);
        }
        for (String number : List.of("min_sentence", "min_width", "buckets", "rounds", "per_bucket")) {
            PROCESSOR.put(number, Kind.INTEGER);
        }
        PROCESSOR.put("fields", Kind.LIST);
        PROCESSOR.put("ignore_missing", Kind.FLAG);
        PROCESSOR.put("noise", Kind.FLAG);
        RUN.putAll(Map.of("candidates", Kind.JSON, "canonical", Kind.JSON, "markets", Kind.JSON));
        RUN.putAll(Map.of("must_agree", Kind.LIST, "boilerplate", Kind.TEXT, "singletons", Kind.FLAG));
    }

    /** Returns all options, together with the given ones. */
    static Map<String, Kind> allOptions(Map<String, Kind> more) {
        Map<String, Kind> known = new TreeMap<>(PROCESSOR);
        known.putAll(RUN);
        known.putAll(Map.of("id_field", Kind.TEXT, "index", Kind.TEXT, "progress", Kind.FLAG));
        known.putAll(more);
        return known;
    }

    static GroupOptions of(Options options) {
        String index = requireName("index", options.text("index", "documents"));
        PartitionOptions partition = partition(index, options.select(RUN.keySet()));
        if (partition.boilerplate() == Boilerplate.STORED) {
            throw new InvalidOptionException("[boilerplate] must be one of [learn, none], but was ["
                    + partition.boilerplate().value() + "]");
        }
        Map<String, Object> processorConfig = new LinkedHashMap<>(options.select(PROCESSOR.keySet()));
        if (partition.grouping().similarity().preset() == Preset.PKU2007) {
            processorConfig.put(PRESET, Preset.PKU2007.value());
        }
        String id = requireName("id_field", options.text("id_field", "id"));
        return new GroupOptions(processor(processorConfig), partition, id, index);
    }

    /** Requires that the name of an option is valid, and returns it. */
    private static String requireName(String option, String name) {
        if (name.isBlank()) {
            throw new InvalidOptionException("[" + option + "] must be a name, but was [" + name + "]");
        }
        return name;
    }

    private static NearDupProcessor processor(Map<String, Object> config) {
        if (config.containsKey("field") == false && config.containsKey("fields") == false) {
            throw new InvalidOptionException(
                    "[field] must be the name of the field with the text, or [fields] names of several, but was missing");
        }
        config.put("target_field", NO_TARGET);
        try {
            return new NearDupProcessor.Factory((index, target) -> {}).create(Map.of(), null, null, config);
        } catch (ElasticsearchException e) {
            throw new InvalidOptionException(e);
        }
    }

    private static PartitionOptions partition(String index, Map<String, Object> body) {
        try (XContentParser parser = parser(body)) {
            return PartitionRequest.parse(new String[] {index}, parser, true).options();
        } catch (IllegalArgumentException e) {
            throw new InvalidOptionException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    /** Creates a parser of options, as for the body of a request. */
    static XContentParser parser(Map<String, Object> body) throws IOException {
        XContentBuilder json = XContentFactory.jsonBuilder().map(body);
        return JsonXContent.jsonXContent.createParser(
                XContentParserConfiguration.EMPTY, BytesReference.bytes(json).streamInput());
    }
}
