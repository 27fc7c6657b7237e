package org.ndd.backfill;

import java.util.List;
import java.util.Map;
import org.ndd.config.DocumentFields;
import org.ndd.config.SourceState;
import org.ndd.ingest.NearDupProcessor;
import org.ndd.target.TargetOptions;

/**
 * Decides which documents need the pipeline: those whose target field differs from the current output of the pipeline's processors. Several
 * processors may write the same target, each from another field; a document is up to date if one of them may have written it.
 */
final class DocumentCheck {

    private final List<NearDupProcessor> processors;
    private final DocumentFields fields;
    private final String version;

    /** @param processors at least one; all write the same target and the same version */
    DocumentCheck(List<NearDupProcessor> processors) {
        this(processors, processors.get(0).targetField(), processors.get(0).version());
    }

    private DocumentCheck(List<NearDupProcessor> processors, String targetField, String version) {
        this.processors = List.copyOf(processors);
        this.fields = new DocumentFields(targetField);
        this.version = version;
    }

    /**
     * The check of an index that computes the fields itself: these are not in sources, and all documents that are read have to be
     * written.
     */
    static DocumentCheck ofIndex(TargetOptions options) {
        return new DocumentCheck(List.of(), options.targetField(), options.version());
    }

    /** Whether sources show which documents are due. */
    boolean canCheckSources() {
        return processors.isEmpty() == false;
    }

    /** The version that the pipeline writes. */
    String version() {
        return version;
    }

    DocumentFields fields() {
        return fields;
    }

    /** Whether a document has to go through the pipeline. */
    boolean isDue(Map<String, Object> source) {
        if (canCheckSources() == false) {
            return true;
        }
        SourceState state = new SourceState(source, fields);
        if (isSkippedByAll(state)) {
            return state.hasTarget();
        }
        return processors.stream().noneMatch(processor -> processor.hasWritten(state));
    }

    /** Whether no processor would write fields; an existing value then belongs to an input that no longer exists. */
    private boolean isSkippedByAll(SourceState state) {
        return processors.stream().allMatch(p -> p.ignoreMissing() && p.isMissing(state));
    }
}
