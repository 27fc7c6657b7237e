package org.ndd.core.compare;

import java.util.List;

/**
 * What tells the objects of two pages apart, for people to read.
 *
 * @param kind which rule found it: {@link Reason#TITLES}, {@link Reason#NAMES} or {@link Reason#FIGURES}
 * @param ofA words or figures that speak of A's object and not of B's, {@value #MOST} at most; may be empty where only B says more
 * @param ofB the same the other way round
 */
public record Distinction(Reason kind, List<String> ofA, List<String> ofB) {

    /** Words that are shown of a page, at most. */
    static final int MOST = 10;

    public Distinction {
        ofA = shown(ofA);
        ofB = shown(ofB);
    }

    private static List<String> shown(List<String> words) {
        return List.copyOf(words.subList(0, Math.min(MOST, words.size())));
    }

    /** The same with A called B and B called A. */
    public Distinction swapped() {
        return new Distinction(kind, ofB, ofA);
    }
}
