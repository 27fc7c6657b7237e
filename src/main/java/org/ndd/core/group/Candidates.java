package org.ndd.core.group;

/**
 * Names the leaders that a document is compared with. Called for documents in rank order, and told each decision before the next document.
 */
interface Candidates {

    /**
     * The leaders that a document is compared with, in this order.
     *
     * @param document next in rank order
     * @return at most as many as the parameters allow
     */
    int[] leaders(int document);

    /** The documents that the leaders asked for last were taken from, best first; none where sets have no such documents. */
    int[] predecessors();

    /** Tells whom a document follows: itself where it leads. */
    void decided(int document, int leader);

    /** Predecessors that candidates were taken from so far. */
    long found();

    /** Leaders left out so far because there were more than allowed. */
    long skipped();
}
