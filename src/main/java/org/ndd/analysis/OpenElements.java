package org.ndd.analysis;

/** Tracks during a traversal of a page whether an element of some kind is open. Stores the depth of the outermost one. */
final class OpenElements {

    private static final int NONE = -1;

    private int outermost = NONE;

    void open(int depth, boolean ofKind) {
        if (ofKind && outermost == NONE) {
            outermost = depth;
        }
    }

    void close(int depth) {
        if (outermost == depth) {
            outermost = NONE;
        }
    }

    /** Returns whether an element of the kind is open. */
    boolean any() {
        return outermost != NONE;
    }
}
