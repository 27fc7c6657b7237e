package org.ndd.backfill;

import java.util.List;
import java.util.Map;
import org.ndd.config.DocumentFields;
import org.ndd.config.SourceState;
import org.ndd.ingest.NearDupProcessor;
import org.ndd.ingest.TargetOptions;

/**
 * Decides which documents need the pipeline: documents whose target field differs from the current output of the pipeline's processors.
 * Several processors may write the same target, each from another field; a document is up to date if one of them may have written it.
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
     * Returns the check for an index that computes the fields itself. Sources then do not contain these fields, and every document that is
     * read must be written.
     */
    static DocumentCheck forIndex(TargetOptions options) {
        return new DocumentCheck(List.of(), options.targetField(), options.version());
    }

    /** Returns whether a source shows if its document is due. */
    boolean canCheckSources() {
        return processors.isEmpty() == false;
    }

    String version() {
        return version;
    }

    DocumentFields fields() {
        return fields;
    }

    boolean mustProcess(Map<String, Object> source) {
        if (canCheckSources() == false) {
            return true;
        }
        SourceState state = new SourceState(source, fields);
        if (isSkippedByAll(state)) {
            return state.hasTarget();
        }
        return processors.stream().noneMatch(processor -> processor.hasWritten(state));
    }

    /** Returns whether no processor would write fields. An existing value then belongs to an input that no longer exists. */
    private boolean isSkippedByAll(SourceState state) {
        return processors.stream().allMatch(p -> p.ignoreMissing() && p.isMissing(state));
    }
}
