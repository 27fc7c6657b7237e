package org.ndd.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.elasticsearch.test.ESTestCase;
import org.ndd.it.yaml.ApiSpecs;

/** The index of requests by task in docs/README.md is complete, and links to a description of each request. */
public class DocsIndexTests extends ESTestCase {

    private static final Pattern REQUEST = Pattern.compile("`([A-Z]+ /[^`]*(?:_ndd/|_cat/ndd)[^`]*)`");
    private static final Pattern ROW = Pattern.compile("\\| [^|]+ \\| [^|]+ \\| \\[[^|]+\\]\\([^|]+\\) \\|");

    private final Path project = NddRestTestCase.projectDirectory();

    private String index() throws IOException {
        return Files.readString(project.resolve("docs/README.md")).split("(?m)^## I want to$", 2)[1];
    }

    public void testIndexIsComplete() throws IOException {
        Set<String> named = REQUEST.matcher(index())
                .results()
                .map(request -> request.group(1))
                .collect(Collectors.toCollection(TreeSet::new));
        Set<String> known = new TreeSet<>();
        for (Set<String> requests :
                ApiSpecs.read(List.of(project.resolve("rest-api-spec/api"))).requests()) {
            assertTrue("one of " + requests + " must be there", named.stream().anyMatch(requests::contains));
            known.addAll(requests);
        }
        named.removeAll(known);
        assertEquals("requests that do not exist", Set.of(), named);
    }

    public void testTasksHaveLinks() throws IOException {
        List<String> rows = index().lines()
                .filter(line -> line.startsWith("|"))
                .filter(line -> line.startsWith("| I want to |") == false && line.startsWith("|---") == false)
                .toList();
        assertTrue("the index has rows", rows.size() > 40);
        for (String row : rows) {
            assertTrue(
                    row + " must be a task, a request and links",
                    ROW.matcher(row).matches());
        }
    }
}
