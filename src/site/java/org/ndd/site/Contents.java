package org.ndd.site;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import java.util.Set;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;

/**
 * The navigation: pages by their names. On the top level are the README, {@code docs/README.md}, the pages that it links before its first
 * chapter, in its words and order, and the changelog. A folder in {@code docs} with a {@code README.md} is one of
 * these; its pages are those that its README links before its first chapter. Other pages are found only by links in texts.
 *
 * @param names of the pages on the top level
 * @param inFolders the pages of each folder, by its README
 */
record Contents(Map<Path, String> names, Map<Path, Map<Path, String>> inFolders) {

    private static final Path OVERVIEW = Path.of("README.md");
    private static final Path DOCS = Path.of("docs");
    private static final Path TABLE = DOCS.resolve("README.md");
    private static final Path CHANGELOG = Path.of("CHANGELOG.md");

    static Contents of(Map<Path, Page> pages) {
        Map<Path, String> names = new LinkedHashMap<>();
        Map<Path, Map<Path, String>> inFolders = new LinkedHashMap<>();
        names.put(OVERVIEW, "Overview");
        if (pages.containsKey(TABLE)) {
            names.put(TABLE, "All tasks");
            links(pages.get(TABLE), pages.keySet()).forEach((page, name) -> {
                Path folder = folder(page);
                if (folder == null || page.equals(folder)) {
                    names.put(page, name);
                }
                if (page.equals(folder)) {
                    inFolders.put(folder, links(pages.get(folder), pages.keySet()));
                }
            });
        }
        names.put(CHANGELOG, "Changelog");
        inFolders.forEach((folder, inside) -> inside.keySet().removeIf(page -> folder.equals(folder(page)) == false));
        return new Contents(names, inFolders);
    }

    /** The README of the folder in {@code docs} that a page is in, or {@code null}. */
    static Path folder(Path page) {
        Path folder = page.getParent();
        return folder != null && DOCS.equals(folder.getParent()) ? folder.resolve("README.md") : null;
    }

    /** Pages to which a page links before its first chapter, by the texts of the links. */
    private static Map<Path, String> links(Page page, Set<Path> known) {
        Map<Path, String> links = new LinkedHashMap<>();
        for (Node node = page.document().getFirstChild();
                node != null && (node instanceof Heading heading && heading.getLevel() > 1) == false;
                node = node.getNext()) {
            node.accept(new AbstractVisitor() {
                @Override
                public void visit(Link link) {
                    Path other =
                            page.source().resolveSibling(link.getDestination()).normalize();
                    if (known.contains(other)) {
                        links.putIfAbsent(other, Anchors.text(link));
                    }
                }
            });
        }
        return links;
    }
}
