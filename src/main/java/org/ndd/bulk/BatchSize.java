package org.ndd.bulk;

/**
 * The number of documents per read. Their size is not known before they are read, so the first batch is small and the next ones grow
 * towards a size in bytes that is cheap to hold and large enough for a bulk.
 */
public final class BatchSize {

    private static final int FIRST_SIZE = 16;
    private static final long TARGET_BYTES = 4L << 20;

    /** Maximum time to read a batch at the task's speed, so that its last document need not wait for long. */
    private static final double MAX_SECONDS = 10;

    private final int maxSize;
    private int size;

    /** @param maxSize maximum number of documents per batch */
    public BatchSize(int maxSize) {
        this.maxSize = maxSize;
        this.size = Math.min(FIRST_SIZE, maxSize);
    }

    /**
     * The size of the next batch.
     *
     * @param perSecond maximum number of documents to read per second
     */
    public int next(double perSecond) {
        return limit(size, perSecond);
    }

    /**
     * The size of a batch of documents that take little memory each.
     *
     * @param maxSize maximum number of documents per batch
     * @param perSecond documents that may be read per second
     */
    public static int limit(int maxSize, double perSecond) {
        return (int) Math.max(1, Math.min(maxSize, perSecond * MAX_SECONDS));
    }

    /** Adapts the size to a batch that was read: its number of documents, and their total bytes. */
    public void adapt(int documents, long bytes) {
        if (bytes > TARGET_BYTES) {
            size = (int) Math.max(1, documents * TARGET_BYTES / bytes);
        } else if (documents >= size && bytes <= TARGET_BYTES / 2) {
            size = Math.min(maxSize, size * 2);
        }
    }
}
