package org.ndd.partition.shard;

/** Picks some of the documents of a posting list that are lowest in rank. Reused from one list to the next. */
interface LowestDocs {

    /** Forgets everything. */
    void clear();

    /** Takes the next document, in any order. */
    void offer(int doc);

    /** Brings what was picked into rank order; nothing may be offered after that until {@link #clear()}. */
    void sort();

    /** How many were picked. */
    int size();

    /** Copies what was picked with its ranks. */
    void copyTo(int start, long[] high, long[] low, int[] docs);
}
