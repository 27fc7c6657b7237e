package org.ndd.backfill;

import java.util.List;
import java.util.Map;
import org.ndd.config.DocumentFields;
import org.ndd.config.SourceState;
import org.ndd.ingest.NearDupProcessor;

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
        this.processors = List.copyOf(processors);
        this.fields = new DocumentFields(processors.get(0).targetField());
        this.version = processors.get(0).version();
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
        SourceState state = new SourceState(source, fields);
        if (isLeftAlone(state)) {
            return state.hasTarget();
        }
        return processors.stream().noneMatch(processor -> processor.hasWritten(state));
    }

    /** Whether no processor would write anything; an existing value then comes from an input that no longer exists. */
    private boolean isLeftAlone(SourceState state) {
        return processors.stream().allMatch(p -> p.ignoreMissing() && p.isMissing(state));
    }
}
