package org.ndd.demo;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.DeserializationFeature;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedInputStream;
import java.io.BufferedReader;
import java.io.FilterInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.zip.GZIPInputStream;

/**
 * Documents of the user: one JSON object per line with {@code id}, {@code html} or {@code text}, and optionally {@code url} and {@code
 * title}.
 */
final class NdjsonPages implements PageSource {

    private static final ObjectMapper JSON = new ObjectMapper().enable(DeserializationFeature.FAIL_ON_TRAILING_TOKENS);

    private final Path file;

    NdjsonPages(Path file) {
        this.file = file;
    }

    @Override
    public String description() {
        return file.getFileName().toString();
    }

    @Override
    public String exampleQuery() {
        return null;
    }

    @Override
    public void read(Sink sink, Progress progress) throws IOException {
        long total = Files.size(file);
        try (Counting bytes = new Counting(new BufferedInputStream(Files.newInputStream(file)));
                BufferedReader lines = new BufferedReader(
                        new InputStreamReader(unpacked(bytes), StandardCharsets.UTF_8.newDecoder()))) {
            long number = 0;
            for (String line = next(lines, number); line != null; line = next(lines, number)) {
                number++;
                if (line.isBlank() == false) {
                    sink.accept(page(line, number));
                }
                progress.at(bytes.count, total);
            }
        }
    }

    /** Returns the next line, the first one without a byte order mark; null at the end. */
    private String next(BufferedReader lines, long number) throws IOException {
        try {
            String line = lines.readLine();
            return number == 0 && line != null && line.startsWith("\uFEFF") ? line.substring(1) : line;
        } catch (IOException e) {
            throw new IOException("[" + file + "] could not be read after line [" + number + "]: " + e, e);
        }
    }

    private InputStream unpacked(InputStream in) throws IOException {
        return file.toString().endsWith(".gz") ? new GZIPInputStream(in, 1 << 16) : in;
    }

    private Page page(String line, long number) {
        JsonNode fields;
        try {
            fields = JSON.readTree(line);
        } catch (JsonProcessingException e) {
            throw new IllegalArgumentException(
                    "line [" + number + "] of " + file + " must be a JSON object, but was ["
                            + line.substring(0, Math.min(100, line.length())) + "]",
                    e);
        }
        JsonNode id = fields.path("id");
        JsonNode content = fields.path(fields.has("html") ? "html" : "text");
        if (id.isValueNode() == false || id.isNull() || content.isTextual() == false) {
            List<String> names = new ArrayList<>();
            fields.fieldNames().forEachRemaining(names::add);
            throw new IllegalArgumentException(
                    "line [" + number + "] of " + file + " must have [id] and [html] or [text], but has " + names);
        }
        String url = fields.path("url").textValue();
        String title = fields.path("title").textValue();
        return title == null
                ? Page.ofHtml(id.asText(), url, content.textValue())
                : new Page(id.asText(), url, title, content.textValue());
    }

    /** Counts the bytes read from the file, which may be compressed. */
    private static final class Counting extends FilterInputStream {
        private long count;

        Counting(InputStream in) {
            super(in);
        }

        @Override
        public int read() throws IOException {
            int read = super.read();
            count += read < 0 ? 0 : 1;
            return read;
        }

        @Override
        public int read(byte[] buffer, int offset, int length) throws IOException {
            int read = super.read(buffer, offset, length);
            count += Math.max(0, read);
            return read;
        }
    }
}
