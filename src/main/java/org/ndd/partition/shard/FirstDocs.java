package org.ndd.partition.shard;

/** Picks some of the documents of a posting list that are first in rank order. Reused from one list to the next. */
interface FirstDocs {

    /** Forgets everything. */
    void clear();

    /** Takes the next document, in any order. */
    void offer(int doc);

    /** Brings the picked documents into rank order; nothing may be offered after that until {@link #clear()}. */
    void sort();

    /** How many were picked. */
    int size();

    /** One of those picked, 0 to {@link #size} − 1; in rank order once {@link #sort sorted}. */
    int doc(int i);
}
