package org.ndd.bulk;

/**
 * How many documents are read at once. Their size is not known before they are read, so the first page is small and the next ones grow
 * towards a size in bytes that is cheap to hold and large enough for a bulk.
 */
public final class PageSize {

    private static final int FIRST = 16;
    private static final long WANTED_BYTES = 4L << 20;

    /** A page is not more than what may be read in this time, so that its last document need not wait for long. */
    private static final double MOST_SECONDS = 10;

    private final int most;
    private int size;

    /** @param most documents at once */
    public PageSize(int most) {
        this.most = most;
        this.size = Math.min(FIRST, most);
    }

    /**
     * The size of the next page.
     *
     * @param perSecond documents that may be read a second
     */
    public int next(double perSecond) {
        return (int) Math.max(1, Math.min(size, perSecond * MOST_SECONDS));
    }

    /** Learns from a page of a number of documents with so many bytes together. */
    public void learn(int documents, long bytes) {
        if (bytes > WANTED_BYTES) {
            size = (int) Math.max(1, documents * WANTED_BYTES / bytes);
        } else if (documents >= size && bytes <= WANTED_BYTES / 2) {
            size = Math.min(most, size * 2);
        }
    }
}
