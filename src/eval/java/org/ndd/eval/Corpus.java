package org.ndd.eval;

import com.fasterxml.jackson.core.JsonProcessingException;
import com.fasterxml.jackson.databind.JsonNode;
import com.fasterxml.jackson.databind.ObjectMapper;
import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStream;
import java.io.InputStreamReader;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Objects;
import java.util.stream.Stream;
import java.util.zip.GZIPInputStream;
import org.ndd.eval.score.GradedPair;
import org.ndd.eval.score.LabeledPair;

/**
 * A labeled corpus on disk: one JSON document per line ({@code id}, {@code url}, {@code html} or {@code text}, {@code title}, {@code
 * section}, {@code label}), and pairs as comma-separated {@code id1,id2,label} and optionally {@code kind,resemblance}. Documents are
 * streamed, because a corpus may be larger than memory.
 *
 * @param name name in reports
 * @param documents file of documents, compressed if its name ends in {@code .gz}
 * @param pairs file of pairs, may be compressed too
 */
record Corpus(String name, Path documents, Path pairs) {

    private static final ObjectMapper JSON = new ObjectMapper();

    /**
     * A document.
     *
     * @param id id of the document
     * @param url URL, or {@code null}
     * @param html markup, or {@code null}
     * @param text plain text, or {@code null}
     * @param title title outside the markup, for {@code title_field}, or {@code null}
     * @param section value for {@code site_field}: a part of the site, or {@code null}
     * @param label name of the set of near-duplicates, or {@code null}
     */
    record Page(String id, String url, String html, String text, String title, String section, String label) {}

    /** A corpus with the default file names. */
    static Corpus in(Path folder) {
        return new Corpus(
                folder.getFileName().toString(), folder.resolve("docs.ndjson.gz"), folder.resolve("pairs.csv.gz"));
    }

    /** A corpus of two files, named after the first one without its extensions. */
    static Corpus of(Path documents, Path pairs) {
        String name = documents.getFileName().toString().replaceFirst("\\.ndjson(\\.gz)?$", "");
        return new Corpus(name, documents, pairs);
    }

    boolean exists() {
        return Files.isReadable(documents) && Files.isReadable(pairs);
    }

    /** Returns all documents in the order of the file. The stream must be closed. */
    Stream<Page> pages() throws IOException {
        return lines(documents).filter(line -> line.isBlank() == false).map(Corpus::page);
    }

    /** Returns the labeled pairs without those with label {@code unknown}. */
    List<LabeledPair> labeledPairs() throws IOException {
        try (Stream<String> lines = lines(pairs)) {
            return lines.skip(1).map(Corpus::pair).filter(Objects::nonNull).toList();
        }
    }

    /**
     * Returns the judged pairs: those of {@code judged.csv} if the file exists, otherwise those of {@link #pairs} with a grade. The header
     * line contains the columns {@code id1}, {@code id2}, {@code grade} or {@code grade_0_3}, and optionally {@code stratum}.
     */
    List<GradedPair> readPairs() throws IOException {
        try (Stream<String> lines = lines(readPairsFile())) {
            List<String> all = lines.toList();
            List<String> header = List.of(all.get(0).split(","));
            int first = header.indexOf("id1");
            int second = header.indexOf("id2");
            int grade = Math.max(header.indexOf("grade"), header.indexOf("grade_0_3"));
            int stratum = header.indexOf("stratum");
            if (first < 0 || second < 0 || grade < 0) {
                return List.of();
            }
            return all.stream()
                    .skip(1)
                    .map(line -> line.split(",", -1))
                    .filter(cells -> cells[grade].isEmpty() == false)
                    .map(cells -> new GradedPair(
                            cells[first],
                            cells[second],
                            Integer.parseInt(cells[grade]),
                            stratum < 0 ? "" : cells[stratum]))
                    .toList();
        }
    }

    private Path readPairsFile() {
        return Stream.of("judged.csv.gz", "judged.csv")
                .map(documents::resolveSibling)
                .filter(Files::isReadable)
                .findFirst()
                .orElse(pairs);
    }

    private static LabeledPair pair(String line) {
        String[] columns = line.split(",");
        return switch (columns[2]) {
            case "dup" -> pair(columns, true);
            case "not" -> pair(columns, false);
            case "unknown" -> null;
            default ->
                throw new IllegalArgumentException(
                        "[label] must be one of [dup, not, unknown], but was [" + columns[2] + "]");
        };
    }

    private static LabeledPair pair(String[] columns, boolean duplicate) {
        String kind = columns.length > 3 ? columns[3] : "";
        double resemblance = columns.length > 4 ? Double.parseDouble(columns[4]) : Double.NaN;
        return new LabeledPair(columns[0], columns[1], duplicate, kind, resemblance);
    }

    private static Page page(String json) {
        try {
            JsonNode fields = JSON.readTree(json);
            return new Page(
                    fields.path("id").textValue(),
                    fields.path("url").textValue(),
                    fields.path("html").textValue(),
                    fields.path("text").textValue(),
                    fields.path("title").textValue(),
                    fields.path("section").textValue(),
                    fields.path("label").textValue());
        } catch (JsonProcessingException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static Stream<String> lines(Path file) throws IOException {
        InputStream bytes = Files.newInputStream(file);
        InputStream plain = file.toString().endsWith(".gz") ? new GZIPInputStream(bytes, 1 << 16) : bytes;
        BufferedReader reader = new BufferedReader(new InputStreamReader(plain, StandardCharsets.UTF_8));
        return reader.lines().onClose(() -> close(reader));
    }

    private static void close(BufferedReader reader) {
        try {
            reader.close();
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }
}
