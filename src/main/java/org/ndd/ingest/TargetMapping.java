package org.ndd.ingest;

/** Whether an index is made for what the processor writes. */
@FunctionalInterface
public interface TargetMapping {

    /**
     * Refuses a document for an index that would map the target field by guessing, as text for ever.
     *
     * @param index that the document is for, as it was typed
     * @param targetField that is about to be written
     * @throws IllegalArgumentException where the target field is not mapped as {@code near_dup}
     */
    void check(String index, String targetField);
}
