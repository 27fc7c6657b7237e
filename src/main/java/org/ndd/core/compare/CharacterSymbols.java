package org.ndd.core.compare;

import java.util.Arrays;

/** Numbers the different code units of one text from 0, in order of appearance. Not thread-safe. */
final class CharacterSymbols {
    private static final int PAGE = 256;

    /**
     * Number of a code unit plus one, by its upper and its lower byte: texts use few pages of the 65,536 code units.
     */
    private final int[][] pages = new int[PAGE][];

    private int size;

    /** Symbols of the code units at {@code positions}; new ones get numbers. */
    int[] add(char[] text, int[] positions) {
        int[] symbols = new int[positions.length];
        for (int i = 0; i < positions.length; i++) {
            char unit = text[positions[i]];
            int[] page = pages[unit >>> 8];
            if (page == null) {
                page = new int[PAGE];
                pages[unit >>> 8] = page;
            }
            int low = unit & (PAGE - 1);
            if (page[low] == 0) {
                page[low] = ++size;
            }
            symbols[i] = page[low] - 1;
        }
        return symbols;
    }

    /** Symbols of the code units at {@code positions}; −1 for those that were never added. */
    int[] look(char[] text, int[] positions) {
        int[] symbols = new int[positions.length];
        Arrays.fill(symbols, -1);
        for (int i = 0; i < positions.length; i++) {
            char unit = text[positions[i]];
            int[] page = pages[unit >>> 8];
            if (page != null) {
                symbols[i] = page[unit & (PAGE - 1)] - 1;
            }
        }
        return symbols;
    }

    /** Number of different code units added. */
    int size() {
        return size;
    }
}
