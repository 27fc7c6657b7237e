package org.ndd.cli;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.function.Supplier;
import java.util.zip.DataFormatException;
import java.util.zip.Deflater;
import java.util.zip.Inflater;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.XContentParserConfiguration;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.analysis.PageAnalysis;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.analysis.PageInput;
import org.ndd.bulk.WorkStealingExecutor;
import org.ndd.cli.FileGroups.Progress;
import org.ndd.cli.Ndd.Console;
import org.ndd.config.DocumentFields;
import org.ndd.config.SourceState;
import org.ndd.core.partition.DocumentContent;
import org.ndd.core.partition.PartitionDocument;

/**
 * Reads documents, a JSON object per line, and analyzes them like the processor, several at the same time. Prints the position and the
 * reason of the first invalid lines, and of the first documents that the processor would reject. Keeps texts compressed. Can be used once.
 */
final class DocumentReader {

    /** Approximate maximum number of lines, and of their bytes, that are analyzed together. */
    private static final int BATCH_SIZE = 1_000;

    private static final int BATCH_BYTES = 16 << 20;

    /** Maximum number of sites whose documents are compressed with a dictionary. */
    private static final int MAX_DICTIONARIES = 2_000;

    private static final byte[] NO_DICTIONARY = {};

    /** Maximum number of documents whose rejection is printed: a wrong name of a field rejects all. */
    private static final int MAX_MESSAGES = 100;

    /** Maximum number of characters that are printed of an invalid line. */
    private static final int MAX_PRINTED_CHARACTERS = 60;

    private final GroupOptions options;
    private final WorkStealingExecutor workers;
    private final Console console;
    private final Progress progress;
    private final PageAnalyzer analyzer;
    private final RuleValues rules;
    private final DocumentFields noTarget = new DocumentFields(DocumentFields.DEFAULT_PARENT);
    private final Map<String, byte[]> dictionaries = new ConcurrentHashMap<>();
    private final Map<String, String> sites = new ConcurrentHashMap<>();
    private final Set<String> ids = new HashSet<>();
    private final List<PartitionDocument> documents = new ArrayList<>();
    private long rejected;
    private long ignored;

    /**
     * The document of a line, or the reason why the line has none.
     *
     * @param document {@code null} if the line has none
     * @param error the reason; {@code null} if the document is ignored because its input is missing
     */
    private record Outcome(Lines.Line line, PartitionDocument document, String error) {}

    /** @param workers analyze documents */
    DocumentReader(GroupOptions options, WorkStealingExecutor workers, Console console, Progress progress) {
        this.options = options;
        this.workers = workers;
        this.console = console;
        this.progress = progress;
        this.analyzer = new PageAnalyzer(options.processor().parameters());
        this.rules = new RuleValues(options.partition());
    }

    /** Reads the documents of files, in their order. */
    List<PartitionDocument> read(List<String> files) throws IOException {
        progress.startPhase("reading", Lines.bytes(files));
        try (Lines lines = new Lines(files, console.in())) {
            for (List<Lines.Line> batch = batch(lines); batch.isEmpty() == false; batch = batch(lines)) {
                List<Lines.Line> some = batch;
                Outcome[] outcomes = new Outcome[some.size()];
                workers.each(outcomes.length, (thread, i) -> outcomes[i] = outcome(some.get(i)));
                for (Outcome outcome : outcomes) {
                    add(outcome);
                }
                progress.update(lines.bytesRead(), documents.size() + " documents");
            }
        }
        rules.check(documents.isEmpty());
        return documents;
    }

    /** Returns the number of documents that were rejected. */
    long rejected() {
        return rejected;
    }

    /** Returns the number of documents without input, if the options ignore them. */
    long ignored() {
        return ignored;
    }

    private static List<Lines.Line> batch(Lines lines) throws IOException {
        List<Lines.Line> batch = new ArrayList<>();
        for (int bytes = 0; batch.size() < BATCH_SIZE && bytes < BATCH_BYTES; ) {
            Lines.Line line = lines.next();
            if (line == null) {
                return batch;
            }
            if (line.isBlank() == false) {
                batch.add(line);
                bytes += line.bytes() == null ? 0 : line.bytes().length;
            }
        }
        return batch;
    }

    private void add(Outcome outcome) {
        String error = outcome.error();
        PartitionDocument document = outcome.document();
        if (document != null && ids.add(document.id()) == false) {
            error = "[" + options.idField() + "] must be the id of one document, but was [" + document.id() + "] again";
        }
        if (error != null) {
            rejected++;
            if (rejected <= MAX_MESSAGES) {
                progress.clear();
                console.printRejection(outcome.line().place() + ": " + error);
            }
        } else if (document == null) {
            ignored++;
        } else {
            documents.add(document);
        }
    }

    private Outcome outcome(Lines.Line line) {
        try {
            return new Outcome(line, document(line), null);
        } catch (IllegalArgumentException | IOException e) {
            return new Outcome(line, null, e.getMessage());
        }
    }

    private PartitionDocument document(Lines.Line line) throws IOException {
        if (line.bytes() == null) {
            throw new IllegalArgumentException(
                    "[line] must be at most [" + Lines.MAX_BYTES + "] bytes, but was longer");
        }
        SourceState document = new SourceState(object(line.bytes()), noTarget);
        String id = id(document.value(options.idField()));
        if (options.processor().ignoreMissing() && options.processor().isMissing(document)) {
            return null;
        }
        PageInput page = options.processor().page(document);
        PageAnalysis analysis = analyzer.analyze(page);
        int length = analysis.length();
        document.source().put(DocumentFields.DEFAULT_PARENT, processorFields(analysis, page, length));
        return new PartitionDocument(
                options.index(),
                id,
                analysis.site() == null ? null : sites.computeIfAbsent(analysis.site(), site -> site),
                page.url(),
                new DocumentContent(
                        CompressedText.of(analysis.text(), dictionary(analysis)),
                        analysis.title(),
                        length,
                        analysis.digest(),
                        analysis.fingerprints(),
                        options.processor().parameters().fingerprints().noise()),
                rules.canonical(document),
                rules.mustAgreeKeys(document));
    }

    /** Returns the fields of the processor that rules may use. */
    private static Map<String, Object> processorFields(PageAnalysis analysis, PageInput page, int length) {
        Map<String, Object> written = new HashMap<>();
        written.put(DocumentFields.SITE, analysis.site());
        written.put(DocumentFields.URL, page.url());
        written.put(DocumentFields.LENGTH, length);
        written.put(DocumentFields.SENTENCES, analysis.sentences().size());
        return written;
    }

    private byte[] dictionary(PageAnalysis analysis) {
        String family = analysis.families().get(0);
        return dictionaries.size() < MAX_DICTIONARIES
                ? dictionaries.computeIfAbsent(family, name -> CompressedText.dictionary(analysis.text()))
                : dictionaries.getOrDefault(family, NO_DICTIONARY);
    }

    private static Map<String, Object> object(byte[] json) throws IOException {
        try (XContentParser parser = JsonXContent.jsonXContent.createParser(
                XContentParserConfiguration.EMPTY, new ByteArrayInputStream(json))) {
            if (parser.nextToken() == XContentParser.Token.START_OBJECT) {
                Map<String, Object> object = parser.map();
                if (parser.nextToken() == null) {
                    return object;
                }
            }
        } catch (IllegalArgumentException | IOException e) {
            throw notAnObject(json, ": " + e.getMessage().lines().findFirst().orElse(""));
        }
        throw notAnObject(json, "");
    }

    private static IllegalArgumentException notAnObject(byte[] json, String reason) {
        String line = new String(json, 0, Math.min(MAX_PRINTED_CHARACTERS, json.length), StandardCharsets.UTF_8);
        return new IllegalArgumentException("[line] must be one JSON object, but was [" + line.strip()
                + (json.length > MAX_PRINTED_CHARACTERS ? "..." : "") + "]" + reason);
    }

    private String id(Object value) {
        if (value instanceof String id && id.isEmpty() == false) {
            return id;
        }
        if (value instanceof Integer || value instanceof Long) {
            return value.toString();
        }
        throw new IllegalArgumentException("[" + options.idField() + "] must be a string or an integer, but was "
                + (value == null ? "missing" : "[" + value + "]") + ": [--id_field] names the field with the id");
    }

    /**
     * Holds a text in a quarter to a half of its bytes, by DEFLATE with a dictionary: the text of another document of its site, which has
     * the same menus. The faster compression of an index would save little for a single document. Immutable and thread-safe.
     */
    static final class CompressedText implements Supplier<String> {

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
}
