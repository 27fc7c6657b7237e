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
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.test.ESTestCase;

/** Links of the documentation to itself lead to a page and a heading that are there, and contents name every chapter. */
public class DocsLinksTests extends ESTestCase {

    private static final Pattern HEADING = Pattern.compile("(?m)^(#+) (.+)$");
    private static final Pattern LINK = Pattern.compile("\\]\\(([^)#\\s]*)(?:#([^)\\s]*))?\\)");
    private static final Pattern BLOCK = Pattern.compile("(?ms)^```.*?^```$");

    private final Map<Path, String> pages = new HashMap<>();

    @Override
    public void setUp() throws Exception {
        super.setUp();
        Path project = NddRestTestCase.projectDirectory().toAbsolutePath().normalize();
        try (Stream<Path> docs = Files.walk(project.resolve("docs"))) {
            for (Path page : Stream.concat(
                            docs, Stream.of(project.resolve("README.md"), project.resolve("CHANGELOG.md")))
                    .filter(file -> file.toString().endsWith(".md"))
                    .toList()) {
                pages.put(page, BLOCK.matcher(Files.readString(page)).replaceAll(""));
            }
        }
    }

    public void testLinksLeadSomewhere() {
        List<String> broken = new ArrayList<>();
        pages.forEach((page, text) -> {
            for (Matcher link = LINK.matcher(text); link.find(); ) {
                if (link.group(1).contains("://") == false && leadsSomewhere(page, link) == false) {
                    broken.add(page.getFileName() + ": " + link.group());
                }
            }
        });
        assertEquals(List.of(), broken);
    }

    public void testContentsNameEveryChapter() throws IOException {
        for (String name : List.of("docs/guide.md", "docs/recipes.md", "docs/reference.md")) {
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

    private boolean leadsSomewhere(Path page, Matcher link) {
        Path target = link.group(1).isEmpty()
                ? page
                : page.getParent().resolve(link.group(1)).normalize();
        if (link.group(2) == null || pages.containsKey(target) == false) {
            return Files.exists(target);
        }
        return anchors(pages.get(target), "#").contains(link.group(2));
    }

    /** Anchors of the headings that begin with some marks, as those who show Markdown make them. */
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
