package org.ndd.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.test.ESTestCase;

/**
 * Internal links of the documentation, and references to it in comments of the code, point to existing pages and headings; tables of
 * contents list every chapter, and tests that are named exist.
 */
public class DocsLinksTests extends ESTestCase {

    private static final Pattern HEADING = Pattern.compile("(?m)^(#+) (.+)$");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(?:#([^)\\s]*))?\\)");
    /** For example (docs/algorithm.md, Candidates), in a comment on one line or two. */
    private static final Pattern REFERENCE = Pattern.compile("docs/(\\w+\\.md)}?(, (\\p{Lu}[^).;:,]*))?");

    private static final Pattern TEST = Pattern.compile("\\b\\p{Lu}\\w+(?:Tests|IT)\\.test\\w+");
    private static final Pattern METHOD = Pattern.compile("void (test\\w+)\\(");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```.*?^```$");

    private final Map<Path, String> pages = new HashMap<>();

    @Override
    public void setUp() throws Exception {
        super.setUp();
        Path project = NddRestTestCase.projectDirectory().toAbsolutePath().normalize();
        try (Stream<Path> docs = Files.walk(project.resolve("docs"))) {
            for (Path page : Stream.concat(
                            docs,
                            Stream.of(
                                            "README.md",
                                            "CHANGELOG.md",
                                            "CONTRIBUTING.md",
                                            "SECURITY.md",
                                            "examples/README.md")
                                    .map(project::resolve))
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList()) {
                pages.put(page, BLOCK.matcher(Files.readString(page)).replaceAll(""));
            }
        }
    }

    public void testLinkTargetsExist() {
        List<String> broken = new ArrayList<>();
        pages.forEach((page, text) -> {
            for (Matcher link = LINK.matcher(text); link.find(); ) {
                if (link.group(1).contains("://") == false && targetExists(page, link) == false) {
                    broken.add(page.getFileName() + ": " + link.group());
                }
            }
        });
        assertEquals(List.of(), broken);
    }

    public void testContentsListEveryChapter() throws IOException {
        for (String name : List.of(
                "docs/tutorial.md",
                "docs/concepts.md",
                "docs/operations.md",
                "docs/comparison.md",
                "docs/how-to/check.md",
                "docs/how-to/delete.md",
                "docs/how-to/group.md",
                "docs/how-to/index-documents.md",
                "docs/how-to/keep-up-to-date.md",
                "docs/how-to/passages.md",
                "docs/how-to/search.md",
                "docs/how-to/tune.md")) {
            Path page = NddRestTestCase.projectDirectory()
                    .toAbsolutePath()
                    .normalize()
                    .resolve(name);
            String contents = pages.get(page).split("(?m)^## ", 2)[0];
            for (String chapter : anchors(pages.get(page), "##")) {
                assertTrue(name + " has no [" + chapter + "] in its contents", contents.contains("(#" + chapter + ")"));
            }
        }
    }

    /** Comments refer to files of the documentation, and to sections of the algorithm. */
    public void testReferencesInCommentsExist() throws IOException {
        Path project = NddRestTestCase.projectDirectory().toAbsolutePath().normalize();
        Set<String> broken = new TreeSet<>();
        int found = 0;
        for (String folder : List.of("src/main/java", "src/test/java", "src/eval/java")) {
            try (Stream<Path> files = Files.walk(project.resolve(folder))) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    for (Matcher reference = REFERENCE.matcher(comments(file)); reference.find(); found++) {
                        if (isThere(project, reference) == false) {
                            broken.add(file.getFileName() + ": " + reference.group());
                        }
                    }
                }
            }
        }
        assertEquals(Set.of(), broken);
        assertTrue("the pattern matches references", found > 10);
    }

    /** Tables of the documentation name the test of each row. */
    public void testNamedTestsExist() throws IOException {
        Path project = NddRestTestCase.projectDirectory().toAbsolutePath().normalize();
        Set<String> existing = new TreeSet<>();
        for (String folder : List.of("src/test/java", "src/test-es8/java", "src/test-es9/java")) {
            try (Stream<Path> files = Files.walk(project.resolve(folder))) {
                for (Path file :
                        files.filter(path -> path.toString().endsWith(".java")).toList()) {
                    String name = file.getFileName().toString().replace(".java", "");
                    METHOD.matcher(Files.readString(file))
                            .results()
                            .forEach(method -> existing.add(name + "." + method.group(1)));
                }
            }
        }
        Set<String> named = new TreeSet<>();
        pages.values().forEach(page -> TEST.matcher(page).results().forEach(test -> named.add(test.group())));
        assertTrue("the pattern matches tests", named.size() > 100);
        named.removeAll(existing);
        assertEquals(Set.of(), named);
    }

    /** A comment continues after the end of a line. */
    private static String comments(Path file) throws IOException {
        return Files.readString(file)
                .lines()
                .map(String::strip)
                .filter(line -> line.startsWith("*") || line.startsWith("/**") || line.startsWith("//"))
                .map(line -> line.replaceFirst("^[*/ ]+", ""))
                .collect(Collectors.joining(" "));
    }

    private boolean isThere(Path project, Matcher reference) {
        String text = pages.get(project.resolve("docs").resolve(reference.group(1)));
        if (text == null || reference.group(3) == null) {
            return text != null && reference.group(1).equals("algorithm.md") == false;
        }
        return HEADING.matcher(text)
                .results()
                .map(heading -> heading.group(2).strip().replaceFirst("^\\d+\\. ", ""))
                .anyMatch(reference.group(3).strip()::equals);
    }

    private boolean targetExists(Path page, Matcher link) {
        Path target = link.group(1).isEmpty()
                ? page
                : page.getParent().resolve(link.group(1)).normalize();
        if (link.group(2) == null || pages.containsKey(target) == false) {
            return Files.exists(target);
        }
        return anchors(pages.get(target), "#").contains(link.group(2));
    }

    /** Anchors of the headings of a level, as Markdown renderers generate them. */
    private static Set<String> anchors(String text, String marks) {
        return HEADING.matcher(text)
                .results()
                .filter(heading -> marks.length() == 1 || heading.group(1).equals(marks))
                .map(heading -> heading.group(2)
                        .strip()
                        .toLowerCase(Locale.ROOT)
                        .replaceAll("[^\\p{L}\\p{N}_\\- ]", "")
                        .replace(' ', '-'))
                .collect(Collectors.toSet());
    }
}
