package org.ndd.bulk;

/**
 * Computes the number of documents per read. Their size is not known before they are read. So the first batch is small. The next ones grow
 * to a size in bytes that fits into memory and is large enough for a bulk.
 */
public final class BatchSize {

    /** Maximum number of documents to read if nothing is known about their size. */
    public static final int FIRST_SIZE = 16;

    /** Size in bytes of a batch of documents. */
    public static final long TARGET_BYTES = 4L << 20;

    /** Maximum time in seconds to read a batch at the speed of the task. It limits the time that the last document waits. */
    private static final double MAX_SECONDS = 10;

    private final int maxSize;
    private int size;

    public BatchSize(int maxSize) {
        this.maxSize = maxSize;
        this.size = Math.min(FIRST_SIZE, maxSize);
    }

    /**
     * Returns the size of the next batch.
     *
     * @param perSecond maximum number of documents to read per second; infinite for no limit
     */
    public int next(double perSecond) {
        return limit(size, perSecond);
    }

    /**
     * Returns the size of a batch of documents that take little memory each.
     *
     * @param maxSize maximum number of documents per batch
     * @param perSecond maximum number of documents to read per second; infinite for no limit
     */
    public static int limit(int maxSize, double perSecond) {
        return (int) Math.max(1, Math.min(maxSize, perSecond * MAX_SECONDS));
    }

    /** Reduces the size, because the last batch did not fit into memory. */
    public void reduce() {
        size = Math.max(1, size / 2);
    }

    /** Adapts the size to the number and the total bytes of the documents of the last batch. */
    public void adapt(int documents, long bytes) {
        if (bytes > TARGET_BYTES) {
            size = (int) Math.max(1, documents * TARGET_BYTES / bytes);
        } else if (documents >= size && bytes <= TARGET_BYTES / 2) {
            size = Math.min(maxSize, size * 2);
        }
    }
}
