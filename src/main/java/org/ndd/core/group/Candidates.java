package org.ndd.core.group;

/**
 * Selects the leaders with which a document is compared. Called for documents in rank order; each decision must be recorded before the next
 * document.
 */
interface Candidates {

    /**
     * Returns the leaders with which a document is compared, in this order.
     *
     * @param document next in rank order
     * @return at most as many as the parameters allow
     */
    int[] leaders(int document);

    /** Returns the documents from which the last returned leaders were taken, best first; empty in mode sets. */
    int[] predecessors();

    /** Records the leader of a document: the document itself if it leads. */
    void decided(int document, int leader);

    /** Returns the number of leaders left out so far because there were more than allowed. */
    long skipped();
}
