package org.ndd.ingest;

import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.function.BiConsumer;
import java.util.function.Function;
import org.elasticsearch.ingest.AbstractProcessor;
import org.elasticsearch.ingest.IngestDocument;
import org.elasticsearch.ingest.Processor;
import org.ndd.analysis.PageAnalysis;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.analysis.PageInput;
import org.ndd.analysis.PageParameters;
import org.ndd.compat.ProcessorFactory;
import org.ndd.config.DocumentFields;
import org.ndd.config.SourceState;
import org.ndd.core.boilerplate.BoilerplateFamilies;

/**
 * Ingest processor {@code near_dup}: analyzes the page in its input fields. Writes text, fingerprints and other values ({@link
 * DocumentFields}) under the target field. Replaces the previous content completely, so that no outdated value remains if it processes a
 * document again.
 *
 * <p>A page without text also gets its fields, with length 0 and without fingerprints, so that it is counted. Immutable and thread-safe.
 */
public final class NearDupProcessor extends AbstractProcessor {

    /** The processor's name in pipelines. */
    public static final String TYPE = "near_dup";

    private final TargetOptions options;
    private final PageFields fields;
    private final List<String> hashed;
    private final String version;
    private final PageAnalyzer analyzer;
    private final BiConsumer<String, String> mapping;

    NearDupProcessor(String tag, String description, TargetOptions options, BiConsumer<String, String> mapping) {
        super(tag, description);
        this.options = options;
        this.fields = options.fields();
        this.hashed = fields.hashed();
        this.version = options.version();
        this.analyzer = new PageAnalyzer(options.parameters());
        this.mapping = mapping;
    }

    @Override
    public IngestDocument execute(IngestDocument document) {
        Function<String, Object> values = name -> SourceState.value(name, document.getSource());
        boolean skipped = options.ignoreMissing() && fields.areMissing(values);
        if (skipped && document.hasField(targetField()) == false) {
            return document;
        }
        mapping.accept(document.getMetadata().getIndex(), targetField());
        // a document that fails can be indexed in spite of that, and must not keep the fingerprints of its former text
        document.removeField(targetField(), true);
        if (skipped) {
            return document;
        }
        PageInput page = fields.read(values);
        PageAnalysis analysis = analyzer.analyze(page);
        Map<String, Object> target = TargetValues.of(analysis, page.url(), version);
        target.put(DocumentFields.SOURCE_FIELD, TargetValues.oneOrAll(hashed));
        target.put(DocumentFields.SOURCE_HASH, SourceState.hash(hashed, values));
        document.setFieldValue(targetField(), target);
        return document;
    }

    @Override
    public String getType() {
        return TYPE;
    }

    public List<String> fields() {
        return fields.fields();
    }

    /** Returns the target field, the object that the processor writes. */
    public String targetField() {
        return options.targetField();
    }

    /** Returns whether documents without input are indexed without fingerprints instead of causing an error. */
    public boolean ignoreMissing() {
        return options.ignoreMissing();
    }

    /** Returns the format and parameters of the fingerprints, as written to every document. */
    public String version() {
        return version;
    }

    public PageParameters parameters() {
        return options.parameters();
    }

    /**
     * Returns the page of a document, as it is analyzed.
     *
     * @throws IllegalArgumentException if the input is missing or not a text
     */
    public PageInput page(SourceState document) {
        return fields.read(document::value);
    }

    /** Returns whether a document has no input field. */
    public boolean isMissing(SourceState document) {
        return fields.areMissing(document::value);
    }

    /** Returns whether this processor would write the values that a document already has. */
    public boolean hasWritten(SourceState document) {
        if (version.equals(document.version()) == false
                || hashed.equals(document.inputFields()) == false
                || document.inputChanged()) {
            return false;
        }
        PageInput page;
        try {
            page = page(document);
        } catch (IllegalArgumentException missing) {
            // the input is missing, or no text, and has the hash of the empty text that was written
            return false;
        }
        return BoilerplateFamilies.of(document.site()).equals(document.families())
                && (fields.url() == null || Objects.equals(page.url(), document.url()))
                && (fields.url() == null && fields.site() == null
                        || Objects.equals(analyzer.site(page), document.site()));
    }

    /**
     * Creates {@link NearDupProcessor}s from the options in a pipeline. An invalid option causes status 400, with the names of the
     * processor and the option.
     *
     * @param mapping checks whether an index has the mapping for the target field, see {@link MappedTargets#check}
     */
    public record Factory(BiConsumer<String, String> mapping) implements ProcessorFactory {

        @Override
        public NearDupProcessor create(
                Map<String, Processor.Factory> factories, String tag, String description, Map<String, Object> config) {
            return new NearDupProcessor(
                    tag, description, TargetOptions.parse(NearDupProcessor.TYPE, tag, config), mapping);
        }
    }
}
