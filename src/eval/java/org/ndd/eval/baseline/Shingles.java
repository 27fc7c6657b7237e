package org.ndd.eval.baseline;

/** Runs of consecutive words, hashed (Broder's w-shingling). */
final class Shingles {

    private Shingles() {}

    /**
     * Returns all shingles in order, including repetitions. A shorter text is one shingle; an empty text has none.
     *
     * @param words words of a text
     * @param size w, in words
     */
    static long[] of(long[] words, int size) {
        if (size == 1 || words.length == 0) {
            return words;
        }
        int width = Math.min(size, words.length);
        long[] shingles = new long[words.length - width + 1];
        for (int i = 0; i < shingles.length; i++) {
            long hash = 0;
            for (int j = i; j < i + width; j++) {
                hash = Hash64.chain(hash, words[j]);
            }
            shingles[i] = hash;
        }
        return shingles;
    }
}
