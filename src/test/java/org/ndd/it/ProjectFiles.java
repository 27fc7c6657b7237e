package org.ndd.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import javax.xml.parsers.DocumentBuilderFactory;
import org.elasticsearch.core.PathUtils;
import org.w3c.dom.Element;
import org.w3c.dom.Node;

/**
 * Where the project is, and what its files say of versions. Without Elasticsearch's test framework, which starts threads when it is loaded.
 */
public final class ProjectFiles {

    private ProjectFiles() {}

    /** The root of the project. */
    public static Path directory() {
        return PathUtils.get(System.getProperty("ndd.project.directory", "")).toAbsolutePath();
    }

    /** The Elasticsearch that is built for where nothing is said: that of pom.xml itself, not of one of its profiles. */
    static String elasticsearch() throws Exception {
        Path project = directory();
        Element pom = DocumentBuilderFactory.newInstance()
                .newDocumentBuilder()
                .parse(project.resolve("pom.xml").toFile())
                .getDocumentElement();
        for (Node part = pom.getFirstChild(); part != null; part = part.getNextSibling()) {
            if (part.getNodeName().equals("properties")) {
                return ((Element) part)
                        .getElementsByTagName("elasticsearch.version")
                        .item(0)
                        .getTextContent();
            }
        }
        throw new AssertionError("pom.xml has no properties");
    }

    /** Those that ndd is released for. */
    static List<String> released() throws IOException {
        Path table = directory().resolve("distribution/versions.csv");
        return Files.readAllLines(table, StandardCharsets.UTF_8).stream()
                .filter(line -> line.endsWith(","))
                .map(line -> line.substring(0, line.indexOf(',')))
                .toList();
    }
}
