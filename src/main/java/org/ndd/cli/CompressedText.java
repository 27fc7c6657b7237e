package org.ndd.cli;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.function.Supplier;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;

/**
 * Holds a text in a quarter to a half of its bytes, by DEFLATE with a dictionary: the text of another document of its site, which has the
 * same menus. The faster compression of an index would save little for a single document. Immutable and thread-safe.
 */
final class CompressedText implements Supplier<String> {

    /** Maximum number of bytes of a dictionary. */
    private static final int MAX_DICTIONARY_BYTES = 1 << 14;

    private final byte[] compressed;
    private final int length;
    private final byte[] dictionary;

    private CompressedText(byte[] compressed, int length, byte[] dictionary) {
        this.compressed = compressed;
        this.length = length;
        this.dictionary = dictionary;
    }

    /** Creates a dictionary for texts that are similar to this one. */
    static byte[] dictionary(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        return Arrays.copyOf(utf8, Math.min(MAX_DICTIONARY_BYTES, utf8.length));
    }

    /** Compresses a text. O(length). */
    static CompressedText of(String text, byte[] dictionary) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        Deflater deflater = new Deflater(Deflater.DEFAULT_COMPRESSION, true);
        try {
            deflater.setDictionary(dictionary);
            deflater.setInput(utf8);
            deflater.finish();
            // incompressible input grows by 5 bytes per block of 16 KB
            byte[] compressed = new byte[utf8.length + utf8.length / 1000 + 64];
            int size = deflater.deflate(compressed);
            if (deflater.finished() == false) {
                throw new AssertionError("[" + compressed.length + "] bytes must hold [" + utf8.length + "]");
            }
            return new CompressedText(Arrays.copyOf(compressed, size), utf8.length, dictionary);
        } finally {
            deflater.end();
        }
    }

    @Override
    public String get() {
        Inflater inflater = new Inflater(true);
        try {
            inflater.setDictionary(dictionary);
            inflater.setInput(compressed);
            byte[] utf8 = new byte[length];
            int size = 0;
            while (size < length) {
                int more = inflater.inflate(utf8, size, length - size);
                if (more == 0) {
                    throw new AssertionError("[" + length + "] bytes must be found, but were [" + size + "]");
                }
                size += more;
            }
            return new String(utf8, StandardCharsets.UTF_8);
        } catch (DataFormatException e) {
            throw new AssertionError("an array in memory is not damaged", e);
        } finally {
            inflater.end();
        }
    }
}
