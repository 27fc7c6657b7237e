package org.ndd.core.compare;

/** Rules of preset {@code balanced} by which pages are told to be about two things, where that is asked: not to learn templates. */
public enum Rule {
    /** Pages of one site whose titles have words of their own are about two things. */
    TITLES,
    /** Texts that each repeat a name which the other never says are about two things. */
    NAMES
}
