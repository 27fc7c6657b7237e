package org.ndd.cli;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.startsWith;

import java.io.ByteArrayInputStream;
import java.io.IOException;
import java.io.InputStream;
import java.io.SequenceInputStream;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.Collections;
import java.util.List;
import org.elasticsearch.core.PathUtils;
import org.ndd.cli.DocumentReader.CompressedText;

/** Files that commands read: compressed, incomplete, or in another encoding. */
public class NddFilesTests extends CommandTestCase {

    public void testReadsFilesAndStandardInput() throws IOException {
        String[] each = DOCUMENTS.split("(?<=\n)");
        byte[] third = each[2].getBytes(StandardCharsets.UTF_8);
        Path second = createTempFile();
        Files.write(second, compressed("\n" + each[1]));
        for (byte[] in : List.of(third, compressed(each[2]))) {
            CommandLine printed = CommandLine.run(
                    in, "group", file(each[0].strip()), second.toString(), "-", "--field", "body", "--singletons");
            assertEquals(printed.err(), Ndd.DONE, printed.code());
            assertEquals(group(DOCUMENTS, "--singletons").out(), printed.out());
        }
    }

    /** A pipe may have no more data yet at the end of a part that was compressed separately. */
    public void testReadsAllPartsOfCompressedPipe() throws IOException {
        List<InputStream> parts = new ArrayList<>();
        for (String line : DOCUMENTS.split("(?<=\n)")) {
            parts.add(new ByteArrayInputStream(compressed(line)));
        }
        InputStream pipe = new SequenceInputStream(Collections.enumeration(parts)) {
            @Override
            public int available() {
                return 0;
            }
        };
        CommandLine printed = CommandLine.run(pipe, "group", "--field", "body", "--singletons", "-");
        assertEquals(printed.err(), Ndd.DONE, printed.code());
        assertEquals(group(DOCUMENTS, "--singletons").out(), printed.out());
    }

    public void testCorruptedFileFails() throws IOException {
        byte[] whole = compressed(DOCUMENTS);
        for (int length : new int[] {whole.length / 2, 5}) {
            byte[] part = Arrays.copyOf(whole, length);
            CommandLine printed = CommandLine.run(part, "group", "--field", "body", "-");
            assertEquals(Ndd.FAILED, printed.code());
            assertThat(printed.err(), startsWith("ndd: failed: [-] could not be read after line [0]: java.io.EOF"));
            assertEquals("", printed.out());
            String file = createTempFile().toString();
            Files.write(PathUtils.get(file), part);
            printed = CommandLine.run("compare", file, file);
            assertEquals(Ndd.FAILED, printed.code());
            assertThat(printed.err(), startsWith("ndd: failed: [" + file + "] could not be read: java.io.EOF"));
        }
    }

    /** A part of a file that cannot be decompressed is not ignored. */
    public void testIncompletePartOfCompressedFileFails() throws IOException {
        byte[] whole = compressed(DOCUMENTS);
        for (byte[] more : List.of(
                Arrays.copyOf(whole, 5), Arrays.copyOf(whole, 40), DOCUMENTS.getBytes(StandardCharsets.UTF_8))) {
            byte[] both = Arrays.copyOf(whole, whole.length + more.length);
            System.arraycopy(more, 0, both, whole.length, more.length);
            CommandLine printed = CommandLine.run(both, "group", "--field", "body", "-");
            assertEquals(printed.err(), Ndd.FAILED, printed.code());
            assertThat(printed.err(), startsWith("ndd: failed: [-] could not be read after line ["));
            assertEquals("", printed.out());
            printed = CommandLine.run(both, "compare", file(STORM), "-");
            assertEquals(printed.err(), Ndd.FAILED, printed.code());
        }
    }

    /** Characters that are not UTF-8 would be compared as if they were equal or missing. */
    public void testCompareRequiresUtf8() throws IOException {
        String file = createTempFile().toString();
        Files.write(PathUtils.get(file), "caf\u00e9 au lait".getBytes(StandardCharsets.ISO_8859_1));
        assertFails(
                "[file] must be a file in UTF-8, but was [" + file + "]",
                CommandLine.run("compare", file(STORM), file));
    }

    public void testNameThatIsNoPath() {
        assertFails(
                "[file] must be a file that can be read, but was [a\0b]",
                CommandLine.run("group", "--field", "body", "a\0b"));
    }

    public void testPrintsNoControlCharacters() throws IOException {
        CommandLine printed = group("\u001b[31mred\u0007\n");
        assertThat(
                printed.err(), containsString(":1: [line] must be one JSON object, but was [\uFFFD[31mred\uFFFD]: "));
        assertEquals(Ndd.REJECTED, printed.code());
    }

    public void testCompressionRoundTrip() {
        byte[] dictionary = CompressedText.dictionary(STORM.repeat(200));
        for (String text : List.of("", "a", STORM, SNOW.repeat(2_000), randomUnicodeOfLength(50_000))) {
            String wellFormed = new String(text.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
            for (byte[] each : List.of(dictionary, new byte[0], CompressedText.dictionary(wellFormed))) {
                assertEquals(wellFormed, CompressedText.of(wellFormed, each).get());
            }
        }
    }
}
