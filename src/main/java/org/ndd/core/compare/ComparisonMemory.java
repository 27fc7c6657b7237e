package org.ndd.core.compare;

/** Accounts for the scratch space of a comparison before it is allocated. Safe for use by several threads. */
public interface ComparisonMemory {

    /** No limit except the heap. */
    ComparisonMemory UNLIMITED = bytes -> () -> {};

    /**
     * Reserves bytes of heap.
     *
     * @return to be closed when the memory is no longer used
     * @throws RuntimeException if the limit is exceeded; the comparison is not made
     */
    Reserved reserve(long bytes);

    /** Reserved bytes. */
    interface Reserved extends AutoCloseable {

        @Override
        void close();
    }
}
