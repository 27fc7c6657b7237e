package org.ndd.it;

import com.ibm.icu.text.IDNA;
import java.io.File;
import java.net.URISyntaxException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.Properties;
import java.util.concurrent.TimeUnit;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.core.PathUtils;
import org.jsoup.Jsoup;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.analysis.UnicodeLines;

/**
 * Nodes of a cluster may run on different JDKs, and indices survive changes of the JDK: texts, fingerprints, and comparisons must be equal
 * on all of them. Uses the JDKs installed next to the current one, or {@code NDD_OTHER_JDK}. This is an integration test because unit tests
 * may not start processes.
 */
public class JdkConsistencyIT extends LuceneTestCase {

    private static final String OTHER = "NDD_OTHER_JDK";
    private static final int OLDEST = 17;
    private static final long MINUTES = 5;

    public void testResultsAreIndependentOfJdk() throws Exception {
        List<Path> others = others();
        assumeTrue(
                "no JDK of version 17 or higher but [" + Runtime.version().feature() + "] is installed beside ["
                        + System.getProperty("java.home") + "]: set " + OTHER,
                others.isEmpty() == false);
        List<String> expected = UnicodeLines.all();
        assertTrue("all assigned code points, not " + expected.size(), expected.size() > 1500);
        for (Path other : others) {
            List<String> found = run(other);
            assertEquals(other + ": lines", expected.size(), found.size());
            List<String> different = new ArrayList<>(found);
            different.removeAll(expected);
            assertEquals(other + " computes different values", List.of(), different);
        }
    }

    /** One JDK per version, without the version of the current one. */
    private static List<Path> others() throws Exception {
        String named = System.getenv(OTHER);
        if (named != null) {
            return List.of(PathUtils.get(named));
        }
        Path beside =
                PathUtils.get(System.getProperty("java.home")).toRealPath().getParent();
        List<Path> others = new ArrayList<>();
        List<Integer> versions = new ArrayList<>(List.of(Runtime.version().feature()));
        try (Stream<Path> all = Files.list(beside)) {
            for (Path jdk : all.sorted().toList()) {
                int version = version(jdk);
                if (version >= OLDEST && versions.contains(version) == false) {
                    versions.add(version);
                    others.add(jdk);
                }
            }
        }
        return others;
    }

    /** The version of a JDK; 0 if the directory contains none. */
    private static int version(Path jdk) throws Exception {
        Path release = jdk.resolve("release");
        if (Files.isExecutable(jdk.resolve("bin/java")) == false || Files.exists(release) == false) {
            return 0;
        }
        Properties properties = new Properties();
        try (var reader = Files.newBufferedReader(release)) {
            properties.load(reader);
        }
        String version = properties.getProperty("JAVA_VERSION", "0").replace("\"", "");
        return Runtime.Version.parse(version).feature();
    }

    private static List<String> run(Path jdk) throws Exception {
        Path output = createTempFile();
        Path errors = createTempFile();
        String classPath = Stream.of(UnicodeLines.class, PageAnalyzer.class, IDNA.class, Jsoup.class)
                .map(JdkConsistencyIT::location)
                .distinct()
                .collect(Collectors.joining(File.pathSeparator));
        Process process = new ProcessBuilder(
                        jdk.resolve("bin/java").toString(),
                        // other settings that must have no effect
                        "-Duser.language=tr",
                        "-Dfile.encoding=ISO-8859-1",
                        "-cp",
                        classPath,
                        UnicodeLines.class.getName())
                .redirectOutput(output.toFile())
                .redirectError(errors.toFile())
                .start();
        boolean ended = process.waitFor(MINUTES, TimeUnit.MINUTES);
        if (ended == false) {
            process.destroyForcibly();
        }
        String message = String.format(Locale.ROOT, "%s: %s", jdk, Files.readString(errors));
        assertTrue(message, ended);
        assertEquals(message, 0, process.exitValue());
        return Files.readAllLines(output, StandardCharsets.UTF_8);
    }

    private static String location(Class<?> type) {
        try {
            return PathUtils.get(type.getProtectionDomain()
                            .getCodeSource()
                            .getLocation()
                            .toURI())
                    .toString();
        } catch (URISyntaxException e) {
            throw new IllegalStateException(e);
        }
    }
}
