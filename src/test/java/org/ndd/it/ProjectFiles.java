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
 * The directory of the project, and the versions in its files. Does not use Elasticsearch's test framework, which starts threads when it is
 * loaded.
 */
public final class ProjectFiles {

    private ProjectFiles() {}

    /** The root directory of the project. */
    public static Path directory() {
        return PathUtils.get(System.getProperty("ndd.project.directory", "")).toAbsolutePath();
    }

    /** The Elasticsearch version of the default build: the property of pom.xml itself, not of one of its profiles. */
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

    /** The versions of Elasticsearch for which ndd is released. */
    static List<String> released() throws IOException {
        Path table = directory().resolve("distribution/versions.csv");
        return Files.readAllLines(table, StandardCharsets.UTF_8).stream()
                .filter(line -> line.endsWith(","))
                .map(line -> line.substring(0, line.indexOf(',')))
                .toList();
    }
}
