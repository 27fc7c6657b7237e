package org.ndd.cli;

import java.io.BufferedInputStream;
import java.io.ByteArrayOutputStream;
import java.io.Closeable;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.nio.file.Files;
import java.nio.file.InvalidPathException;
import java.nio.file.Path;
import java.util.List;
import java.util.zip.GZIPInputStream;
import java.util.zip.ZipException;
import org.ndd.cli.Options.InvalidOptionException;

/** Reads the lines of files, plain or compressed with gzip, one after the other. Not thread-safe. */
final class Lines implements Closeable {

    /** The name of the standard input. */
    static final String STANDARD_INPUT = "-";

    /** Maximum number of bytes of a line: the maximum of a request to Elasticsearch. */
    static final int MAX_BYTES = 100 << 20;

    private static final int BUFFER_SIZE = 1 << 16;

    private final List<String> files;
    private final InputStream standardInput;
    private final byte[] buffer = new byte[BUFFER_SIZE];
    private int position;
    private int end;
    private int nextFile;
    private InputStream input;
    private long number;
    private long bytesRead;

    /**
     * @param number number of the line in the file, from 1
     * @param bytes content without the end of the line; {@code null} if it has more than {@value #MAX_BYTES}
     */
    record Line(String file, long number, byte[] bytes) {

        /** Returns the position in the form that compilers print. */
        String place() {
            return file + ":" + number;
        }

        boolean isBlank() {
            if (bytes == null) {
                return false;
            }
            for (byte one : bytes) {
                if (one != ' ' && one != '\t' && one != '\r') {
                    return false;
                }
            }
            return true;
        }
    }

    /** @param standardInput is read for the file {@code -} */
    Lines(List<String> files, InputStream standardInput) {
        this.files = files;
        this.standardInput = standardInput;
    }

    /** Returns the number of stored bytes that were read. */
    long bytesRead() {
        return bytesRead;
    }

    /** Returns the number of stored bytes of all files; -1 if it is not known. */
    static long bytes(List<String> files) throws IOException {
        long bytes = 0;
        for (String file : files) {
            if (file.equals(STANDARD_INPUT) || Files.isRegularFile(Path.of(file)) == false) {
                return -1;
            }
            bytes += Files.size(Path.of(file));
        }
        return bytes;
    }

    /** Checks that files can be read, before the command starts. */
    static void check(List<String> files) {
        for (String file : files) {
            if (file.equals(STANDARD_INPUT) == false && isReadable(file) == false) {
                throw new InvalidOptionException("[file] must be a file that can be read, but was [" + file + "]");
            }
        }
        if (files.stream().filter(STANDARD_INPUT::equals).count() > 1) {
            throw new InvalidOptionException("[-] must be given once, but was given twice");
        }
    }

    private static boolean isReadable(String file) {
        try {
            return Files.isReadable(Path.of(file)) && Files.isDirectory(Path.of(file)) == false;
        } catch (InvalidPathException e) {
            return false;
        }
    }

    /** Returns the next line, or {@code null} at the end of the last file. */
    Line next() throws IOException {
        while (true) {
            if (nextFile == files.size()) {
                return null;
            }
            String file = files.get(nextFile);
            try {
                input = input == null ? decompressed(file) : input;
                Line line = line(file);
                if (line != null) {
                    return line;
                }
                close();
            } catch (IOException e) {
                throw new IOException("[" + file + "] could not be read after line [" + number + "]: " + e, e);
            }
            nextFile++;
            number = 0;
        }
    }

    private Line line(String file) throws IOException {
        ByteArrayOutputStream line = new ByteArrayOutputStream();
        boolean tooLong = false;
        boolean any = false;
        while (true) {
            if (position == end) {
                position = 0;
                end = Math.max(0, input.read(buffer));
                if (end == 0) {
                    return any ? new Line(file, ++number, tooLong ? null : line.toByteArray()) : null;
                }
            }
            any = true;
            int stop = position;
            while (stop < end && buffer[stop] != '\n') {
                stop++;
            }
            tooLong |= line.size() + stop - position > MAX_BYTES;
            if (tooLong == false) {
                line.write(buffer, position, stop - position);
            }
            position = Math.min(end, stop + 1);
            if (stop < end) {
                return new Line(file, ++number, tooLong ? null : line.toByteArray());
            }
        }
    }

    /** Opens a file. Compressed files are recognized by their first bytes. */
    private InputStream decompressed(String file) throws IOException {
        InputStream stored = file.equals(STANDARD_INPUT) ? standardInput : Files.newInputStream(Path.of(file));
        InputStream counted = new Buffer(new CountingInputStream(stored));
        counted.mark(2);
        boolean compressed = counted.read() == (GZIPInputStream.GZIP_MAGIC & 0xFF)
                && counted.read() == GZIPInputStream.GZIP_MAGIC >> Byte.SIZE;
        counted.reset();
        return compressed ? new CompleteGzip(counted) : counted;
    }

    /**
     * Fails if data after the last part is not compressed, or is the beginning of a part. {@link GZIPInputStream} ignores it, as if the
     * file had ended.
     */
    private static final class CompleteGzip extends GZIPInputStream {

        private static final int TRAILER_BYTES = 8;

        CompleteGzip(InputStream in) throws IOException {
            super(in, BUFFER_SIZE);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = super.read(bytes, offset, length);
            if (count < 0 && (inf.getRemaining() > TRAILER_BYTES || in.read() >= 0)) {
                throw new ZipException("data after the last compressed part is not compressed, or is not complete");
            }
            return count;
        }
    }

    /**
     * Waits for data before it returns whether there is any. {@link GZIPInputStream} ends if a part of a file was compressed separately, as
     * by {@code cat}, and no data is available after it; a slow pipe may have none yet.
     */
    private static final class Buffer extends BufferedInputStream {

        Buffer(InputStream in) {
            super(in, BUFFER_SIZE);
        }

        @Override
        public synchronized int available() throws IOException {
            mark(1);
            boolean ended = read() < 0;
            reset();
            return ended ? 0 : Math.max(1, super.available());
        }
    }

    private final class CountingInputStream extends FilterInputStream {

        CountingInputStream(InputStream in) {
            super(in);
        }

        @Override
        public int read(byte[] bytes, int offset, int length) throws IOException {
            int count = super.read(bytes, offset, length);
            bytesRead += Math.max(0, count);
            return count;
        }
    }

    static byte[] readAll(String file, InputStream standardInput) throws IOException {
        try (Lines lines = new Lines(List.of(file), standardInput);
                InputStream in = lines.decompressed(file)) {
            byte[] bytes = in.readNBytes(MAX_BYTES + 1);
            if (bytes.length > MAX_BYTES) {
                throw new InvalidOptionException(
                        "[file] must be at most [" + MAX_BYTES + "] bytes, but was [" + file + "], which is longer");
            }
            return bytes;
        } catch (IOException e) {
            throw new IOException("[" + file + "] could not be read: " + e, e);
        }
    }

    @Override
    public void close() throws IOException {
        if (input != null) {
            input.close();
            input = null;
        }
    }
}
