package org.ndd.lucene;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.ByteArrayDataOutput;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.compress.LZ4;

/**
 * The bytes in which a canonical text is stored in binary doc values: one format byte, then
 *
 * <ul>
 * <li>{@link #PLAIN}: the UTF-8 of the text, if compression saves nothing;
 *   <li>{@link #LZ4_UTF8}: the length of the UTF-8 as a variable-length integer, then the UTF-8 in LZ4.
 * <li>{@link #IN_SOURCE}: nothing, since the text can be computed from the source of the document.
 * </ul>
 *
 * <p>Doc values are not compressed by Lucene, and a comparison reads whole texts, so each text is compressed separately: any document can
 * be read without its neighbors. LZ4 because reading dominates: it is decompressed faster than {@code _source} can be found and parsed.
 * These bytes live in indices: a change of them needs a new format byte, and old ones stay readable.
 */
public final class TextCodec {

    static final byte PLAIN = 0;
    static final byte LZ4_UTF8 = 1;
    static final byte IN_SOURCE = 2;

    /** Length of a format byte and the longest variable-length integer. */
    private static final int HEADER = 1 + 5;

    /** LZ4 never expands one byte to more than 255, so a greater length is invalid. */
    private static final long MOST_BYTES_OF_ONE = 255;

    private TextCodec() {}

    /**
     * The stored form of a text. A lone surrogate becomes {@code ?}, as in any UTF-8 of the JDK; canonical text has no lone surrogates.
     *
     * @param text any text
     * @return a fresh array, not shared; linear in the length of the text
     */
    public static BytesRef encode(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        byte[] out = new byte[HEADER + mostCompressed(utf8.length)];
        try {
            ByteArrayDataOutput data = new ByteArrayDataOutput(out);
            data.writeByte(LZ4_UTF8);
            data.writeVInt(utf8.length);
            LZ4.compress(utf8, 0, utf8.length, data, new LZ4.FastCompressionHashTable());
            if (data.getPosition() <= utf8.length) {
                return new BytesRef(out, 0, data.getPosition());
            }
        } catch (IOException e) {
            throw new AssertionError("an array in memory does not fail to be written", e);
        }
        out[0] = PLAIN;
        System.arraycopy(utf8, 0, out, 1, utf8.length);
        return new BytesRef(out, 0, utf8.length + 1);
    }

    /** The stored form of any text that can be computed from the source. */
    public static BytesRef inSource() {
        return new BytesRef(new byte[] {IN_SOURCE});
    }

    /** Whether a text has to be computed from the source; others can be decoded. */
    public static boolean isInSource(BytesRef stored) {
        return stored.length > 0 && stored.bytes[stored.offset] == IN_SOURCE;
    }

    /**
     * The text of a stored form. Linear in the length of the text.
     *
     * @throws IllegalStateException if the bytes are damaged or of a format that this version does not support
     */
    public static String decode(BytesRef stored) {
        if (stored.length == 0) {
            throw new IllegalStateException("stored text must start with a format byte, but was empty");
        }
        byte format = stored.bytes[stored.offset];
        return switch (format) {
            case PLAIN -> new String(stored.bytes, stored.offset + 1, stored.length - 1, StandardCharsets.UTF_8);
            case LZ4_UTF8 -> decompress(stored);
            default ->
                throw new IllegalStateException("stored text must be of format [0] or [1], but was [" + format
                        + "]: it was written by a later version of ndd");
        };
    }

    /**
     * Bytes of UTF-8 of the text of a stored form. Constant time; for damaged bytes or an unknown format the result is arbitrary, since
     * {@link #decode} is what refuses them.
     */
    public static int length(BytesRef stored) {
        if (stored.length == 0 || stored.bytes[stored.offset] != LZ4_UTF8) {
            return Math.max(0, stored.length - 1);
        }
        return Math.max(0, new ByteArrayDataInput(stored.bytes, stored.offset + 1, stored.length - 1).readVInt());
    }

    private static String decompress(BytesRef stored) {
        try {
            ByteArrayDataInput data = new ByteArrayDataInput(stored.bytes, stored.offset + 1, stored.length - 1);
            int length = data.readVInt();
            if (length < 0 || length > MOST_BYTES_OF_ONE * stored.length) {
                throw new IllegalStateException(
                        "stored text is damaged: [" + stored.length + "] bytes cannot hold [" + length + "]");
            }
            byte[] utf8 = new byte[length];
            LZ4.decompress(data, length, utf8, 0);
            return new String(utf8, StandardCharsets.UTF_8);
        } catch (IOException | IndexOutOfBoundsException e) {
            throw new IllegalStateException("stored text is damaged", e);
        }
    }

    /** LZ4's worst case: incompressible input grows by one byte in 255 and a few. */
    private static int mostCompressed(int length) {
        return Math.addExact(length, length / 255 + 16);
    }
}
