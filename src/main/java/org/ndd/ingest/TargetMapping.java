package org.ndd.ingest;

/** Checks whether an index has the mapping for the fields of the processor. */
@FunctionalInterface
public interface TargetMapping {

    /**
     * Rejects a document for an index that would map the target field dynamically, permanently as text.
     *
     * @param index that the document is for, as it was typed
     * @param targetField that is about to be written
     * @throws IllegalArgumentException if the target field is not mapped as {@code near_dup}
     */
    void check(String index, String targetField);
}
