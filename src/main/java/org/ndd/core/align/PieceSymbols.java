package org.ndd.core.align;

import java.util.HashMap;
import java.util.Map;

/** Numbers the different pieces of one text from 0, in order of appearance. Not thread-safe. */
final class PieceSymbols {
    private final Map<String, Integer> numbers = new HashMap<>();

    /** Returns the symbols of the pieces; new pieces get numbers. */
    int[] add(Pieces pieces) {
        int[] symbols = new int[pieces.count()];
        for (int i = 0; i < symbols.length; i++) {
            int next = numbers.size();
            Integer known = numbers.putIfAbsent(pieces.content(i), next);
            symbols[i] = known == null ? next : known;
        }
        return symbols;
    }

    /** Returns the symbols of the pieces; −1 for those that were never added. */
    int[] find(Pieces pieces) {
        int[] symbols = new int[pieces.count()];
        for (int i = 0; i < symbols.length; i++) {
            symbols[i] = numbers.getOrDefault(pieces.content(i), -1);
        }
        return symbols;
    }

    /** Returns the number of different pieces added. */
    int size() {
        return numbers.size();
    }
}
