package org.ndd.ingest;

/** Checks whether an index has the mapping for the fields of the processor. */
@FunctionalInterface
public interface TargetMapping {

    /**
     * Rejects a document for an index that would map the target field dynamically as text, which cannot be changed later.
     *
     * @param index index of the document, as in the request
     * @param targetField target field that will be written
     * @throws IllegalArgumentException if the target field is not mapped as {@code near_dup}
     */
    void check(String index, String targetField);
}
