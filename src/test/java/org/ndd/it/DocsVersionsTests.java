package org.ndd.it;

import java.io.IOException;
import java.nio.file.Files;
import java.util.ArrayList;
import java.util.List;
import java.util.regex.Pattern;
import org.elasticsearch.test.ESTestCase;
import org.ndd.compat.NddVersion;
import org.ndd.core.fingerprint.FingerprintParameters;

/** The table of versions in the README equals {@code distribution/versions.csv}, which defines the releases. */
public class DocsVersionsTests extends ESTestCase {

    private static final Pattern ROW = Pattern.compile("\\| \\d+\\.\\d+ \\|.*");

    private static String read(String file) throws IOException {
        return Files.readString(NddRestTestCase.projectDirectory().resolve(file));
    }

    public void testReadmeListsReleases() throws IOException {
        String ndd = NddVersion.CURRENT.substring(0, NddVersion.CURRENT.lastIndexOf('.'));
        String version = FingerprintParameters.BALANCED.version();
        String format = version.substring(0, version.indexOf(':'));
        List<String> rows = new ArrayList<>();
        List<String> lines = read("distribution/versions.csv").lines().toList();
        assertEquals("elasticsearch,java,reason", lines.get(0));
        for (String line : lines.subList(1, lines.size())) {
            String[] columns = line.split(",", 3);
            rows.add("| " + ndd + " | " + columns[0] + " | "
                    + (columns[2].isEmpty()
                            ? columns[1] + " and higher | " + format
                            : "does not fit: " + columns[2] + " | ")
                    + " |");
        }
        assertEquals(
                rows,
                read("README.md")
                        .lines()
                        .filter(line -> ROW.matcher(line).matches())
                        .toList());
    }

    /** The default versions of the build are among the released ones. */
    public void testBuiltVersionsAreReleased() throws IOException {
        List<String> released = ProjectFiles.released();
        var version = Pattern.compile("<elasticsearch\\.version>(.*)</elasticsearch\\.version>")
                .matcher(read("pom.xml"));
        List<String> built = new ArrayList<>();
        while (version.find()) {
            built.add(version.group(1));
        }
        assertEquals("one line per version", 2, built.size());
        assertTrue(built + " of " + released, released.containsAll(built));
    }
}
