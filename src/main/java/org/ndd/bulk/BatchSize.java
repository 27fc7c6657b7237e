package org.ndd.bulk;

/**
 * The number of documents per read. Their size is not known before they are read, so the first batch is small and the next ones grow
 * towards a size in bytes that is cheap to hold and large enough for a bulk.
 */
public final class BatchSize {

    private static final int FIRST = 16;
    private static final long WANTED_BYTES = 4L << 20;

    /** Maximum time to read a batch at the task's speed, so that its last document need not wait for long. */
    private static final double MOST_SECONDS = 10;

    private final int most;
    private int size;

    /** @param most maximum number of documents per batch */
    public BatchSize(int most) {
        this.most = most;
        this.size = Math.min(FIRST, most);
    }

    /**
     * The size of the next batch.
     *
     * @param perSecond documents that may be read a second
     */
    public int next(double perSecond) {
        return within(size, perSecond);
    }

    /**
     * The size of a batch of documents that take little memory each.
     *
     * @param most maximum number of documents per batch
     * @param perSecond documents that may be read per second
     */
    public static int within(int most, double perSecond) {
        return (int) Math.max(1, Math.min(most, perSecond * MOST_SECONDS));
    }

    /** Learns from a batch of a number of documents with so many bytes together. */
    public void learn(int documents, long bytes) {
        if (bytes > WANTED_BYTES) {
            size = (int) Math.max(1, documents * WANTED_BYTES / bytes);
        } else if (documents >= size && bytes <= WANTED_BYTES / 2) {
            size = Math.min(most, size * 2);
        }
    }
}
