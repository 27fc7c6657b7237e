package org.ndd.core.compare;

/** Who is asked for the scratch space of a comparison before it is made. Safe for use by several threads. */
public interface ComparisonMemory {

    /** As much as the heap has. */
    ComparisonMemory UNLIMITED = bytes -> () -> {};

    /**
     * Sets bytes of heap aside.
     *
     * @return to be closed when they are free again
     * @throws RuntimeException where there are not as many; the comparison is not made
     */
    Reserved reserve(long bytes);

    /** Bytes that were set aside. */
    interface Reserved extends AutoCloseable {

        @Override
        void close();
    }
}
