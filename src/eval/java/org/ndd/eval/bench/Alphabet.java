package org.ndd.eval.bench;

import java.util.Random;

/** A generated language: the frequencies of its words follow Zipf's law. Words are written with or without spaces. */
enum Alphabet {
    LATIN("en", " ", ".") {
        @Override
        String make(Random dice) {
            StringBuilder word = new StringBuilder();
            for (int syllables = 1 + dice.nextInt(4); syllables > 0; syllables--) {
                word.append(ONSETS[dice.nextInt(ONSETS.length)]).append(RHYMES[dice.nextInt(RHYMES.length)]);
            }
            return word.toString();
        }
    },
    HAN("zh", "", "。") {
        @Override
        String make(Random dice) {
            StringBuilder word = new StringBuilder();
            for (int characters = 1 + dice.nextInt(3); characters > 0; characters--) {
                word.append((char) (FIRST_HAN + dice.nextInt(HAN_CHARACTERS)));
            }
            return word.toString();
        }
    };

    private static final String[] ONSETS = {
        "b", "br", "d", "f", "g", "h", "k", "l", "m", "n", "p", "r", "s", "st", "t", "v", "w", "z"
    };
    private static final String[] RHYMES = {
        "a", "al", "an", "e", "el", "en", "er", "i", "in", "is", "o", "on", "or", "u", "um"
    };
    private static final char FIRST_HAN = '\u4E00';
    private static final int HAN_CHARACTERS = 3000;
    private static final int WORDS = 20_000;

    private final String language;
    private final String gap;
    private final String end;
    private final String[] words = new String[WORDS];

    Alphabet(String language, String gap, String end) {
        this.language = language;
        this.gap = gap;
        this.end = end;
    }

    abstract String make(Random dice);

    /** Creates the list of words lazily, because syllables are initialized after the enum constants. */
    private synchronized String at(int rank) {
        if (words[0] == null) {
            Random dice = new Random(ordinal());
            for (int i = 0; i < WORDS; i++) {
                words[i] = make(dice);
            }
        }
        return words[rank];
    }

    /** Returns a random word; the probability of the n-th is proportional to 1 / n. The same on every Java platform. */
    String word(Random dice) {
        return at((int) StrictMath.exp(dice.nextDouble() * StrictMath.log(WORDS)));
    }

    String language() {
        return language;
    }

    /** Returns the separator of words. */
    String gap() {
        return gap;
    }

    /** Returns the end of sentences. */
    String end() {
        return end;
    }
}
