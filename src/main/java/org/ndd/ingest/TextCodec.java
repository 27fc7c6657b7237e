package org.ndd.ingest;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.apache.lucene.store.ByteArrayDataInput;
import org.apache.lucene.store.ByteArrayDataOutput;
import org.apache.lucene.util.BytesRef;
import org.apache.lucene.util.compress.LZ4;

/**
 * Encodes canonical texts as binary doc values: one format byte, then
 *
 * <ul>
 *   <li>{@link #PLAIN}: the UTF-8 of the text, if compression saves no space;
 *   <li>{@link #LZ4_UTF8}: the length of the UTF-8 as a variable-length integer, then the UTF-8 in LZ4.
 *   <li>{@link #DEFLATE_UTF8}: the same in DEFLATE, for texts of {@value #LONG} bytes and more;
 *   <li>{@link #IN_SOURCE}: nothing, since the text can be computed from the source of the document.
 * </ul>
 *
 * <p>Lucene does not compress doc values, and a comparison reads whole texts. So each text is compressed separately, and each document can
 * be read without its neighbors. LZ4 is used because most operations are reads: it is decompressed faster than {@code _source} can be found
 * and parsed. Long texts are in DEFLATE, which takes twice the time to read, and two thirds of the space. Indices contain these bytes: a
 * change requires a new format byte, and old formats remain readable.
 */
public final class TextCodec {

    static final byte PLAIN = 0;
    static final byte LZ4_UTF8 = 1;
    static final byte IN_SOURCE = 2;
    static final byte DEFLATE_UTF8 = 3;

    /** Minimum length of a long text in bytes of UTF-8. Most collections have few such texts, which take most of the space. */
    static final int LONG = 4 << 10;

    /** Maximum length of the format byte and the variable-length integer, in bytes. */
    private static final int HEADER = 1 + 5;

    /** Maximum expansion of one byte by LZ4; a greater length is invalid. */
    private static final long MAX_EXPANSION = 255;

    /** Maximum expansion of one byte by DEFLATE; a greater length is invalid. */
    private static final long MAX_INFLATED_BYTES_OF_ONE = 1032;

    private TextCodec() {}

    /** Encodes a text, in linear time. A lone surrogate becomes {@code ?}, as in any UTF-8 of the JDK; canonical text has none. */
    public static BytesRef encode(String text) {
        byte[] utf8 = text.getBytes(StandardCharsets.UTF_8);
        byte[] out = new byte[HEADER + mostCompressed(utf8.length)];
        try {
            ByteArrayDataOutput data = new ByteArrayDataOutput(out);
            data.writeByte(utf8.length < LONG ? LZ4_UTF8 : DEFLATE_UTF8);
            data.writeVInt(utf8.length);
            int end;
            if (utf8.length < LONG) {
                LZ4.compress(utf8, 0, utf8.length, data, new LZ4.FastCompressionHashTable());
                end = data.getPosition();
            } else {
                end = data.getPosition() + deflate(utf8, out, data.getPosition());
            }
            if (end <= utf8.length) {
                return new BytesRef(out, 0, end);
            }
        } catch (IOException e) {
            throw new AssertionError("an array in memory does not fail to be written", e);
        }
        out[0] = PLAIN;
        System.arraycopy(utf8, 0, out, 1, utf8.length);
        return new BytesRef(out, 0, utf8.length + 1);
    }

    /** Returns the stored form of a text that can be computed from the source. */
    public static BytesRef inSource() {
        return new BytesRef(new byte[] {IN_SOURCE});
    }

    /** Returns whether a text must be computed from the source; others can be decoded. */
    public static boolean isInSource(BytesRef stored) {
        return stored.length > 0 && stored.bytes[stored.offset] == IN_SOURCE;
    }

    /**
     * Decodes a text. Linear in the length of the text.
     *
     * @throws IllegalStateException if the bytes are damaged or in a format that this version does not support
     */
    public static String decode(BytesRef stored) {
        if (stored.length == 0) {
            throw new IllegalStateException("stored text must start with a format byte, but was empty");
        }
        byte format = stored.bytes[stored.offset];
        return switch (format) {
            case PLAIN -> new String(stored.bytes, stored.offset + 1, stored.length - 1, StandardCharsets.UTF_8);
            case LZ4_UTF8, DEFLATE_UTF8 -> decompress(stored, format);
            default ->
                throw new IllegalStateException("stored text must be of format [0], [1] or [3], but was [" + format
                        + "]: it was written by a later version of ndd");
        };
    }

    /**
     * Returns the length of a stored text in bytes of UTF-8. Constant time. For damaged bytes or an unknown format the result is arbitrary,
     * since {@link #decode} rejects them.
     */
    public static int length(BytesRef stored) {
        byte format = stored.length == 0 ? PLAIN : stored.bytes[stored.offset];
        if (format != LZ4_UTF8 && format != DEFLATE_UTF8) {
            return Math.max(0, stored.length - 1);
        }
        return Math.max(0, new ByteArrayDataInput(stored.bytes, stored.offset + 1, stored.length - 1).readVInt());
    }

    private static String decompress(BytesRef stored, byte format) {
        try {
            ByteArrayDataInput data = new ByteArrayDataInput(stored.bytes, stored.offset + 1, stored.length - 1);
            int length = data.readVInt();
            long most = format == LZ4_UTF8 ? MAX_EXPANSION : MAX_INFLATED_BYTES_OF_ONE;
            if (length < 0 || length > most * stored.length) {
                throw new IllegalStateException(
                        "stored text is damaged: [" + stored.length + "] bytes cannot hold [" + length + "]");
            }
            byte[] utf8 = new byte[length];
            if (format == LZ4_UTF8) {
                LZ4.decompress(data, length, utf8, 0);
            } else {
                inflate(stored, data.getPosition(), utf8);
            }
            return new String(utf8, StandardCharsets.UTF_8);
        } catch (IOException | DataFormatException | IndexOutOfBoundsException e) {
            throw new IllegalStateException("stored text is damaged", e);
        }
    }

    /** Writes the compressed bytes that fit; returns their number. */
    private static int deflate(byte[] utf8, byte[] to, int at) {
        Deflater deflater = new Deflater(Deflater.BEST_SPEED, true);
        try {
            deflater.setInput(utf8);
            deflater.finish();
            return deflater.deflate(to, at, to.length - at);
        } finally {
            deflater.end();
        }
    }

    private static void inflate(BytesRef stored, int at, byte[] to) throws DataFormatException {
        Inflater inflater = new Inflater(true);
        try {
            inflater.setInput(stored.bytes, at, stored.offset + stored.length - at);
            if (inflater.inflate(to) < to.length) {
                throw new DataFormatException("stored text is too short");
            }
        } finally {
            inflater.end();
        }
    }

    /** Returns the maximum length of LZ4 output: incompressible input grows by one byte per 255, and a few more. */
    private static int mostCompressed(int length) {
        return Math.addExact(length, length / 255 + 16);
    }
}
