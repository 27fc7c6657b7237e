package org.ndd.core.compare;

/** Reserves the scratch space of a comparison before it is allocated. Thread-safe. */
public interface ComparisonMemory {

    /** Reserves without a limit. */
    ComparisonMemory UNLIMITED = bytes -> () -> {};

    /**
     * Reserves bytes of heap.
     *
     * @return the reservation, to be closed when the memory is no longer used
     * @throws RuntimeException if the limit is exceeded; the comparison is not made
     */
    Reservation reserve(long bytes);

    /** Reserved bytes. */
    interface Reservation extends AutoCloseable {

        @Override
        void close();
    }
}
