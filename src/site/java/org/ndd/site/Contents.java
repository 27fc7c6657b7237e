package org.ndd.site;

import java.nio.file.Path;
import java.util.LinkedHashMap;
import java.util.Map;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Link;

/**
 * The pages that every page leads to, by their names: the README, those of which {@code docs/README.md} has a line, in its words and
 * order, and the changelog. Other pages are found where these mention them.
 */
record Contents(Map<Path, String> names) {

    private static final Path OVERVIEW = Path.of("README.md");
    private static final Path TABLE = Path.of("docs", "README.md");
    private static final Path CHANGELOG = Path.of("CHANGELOG.md");

    static Contents of(Map<Path, Page> pages) {
        Map<Path, String> names = new LinkedHashMap<>();
        names.put(OVERVIEW, "Overview");
        Page table = pages.get(TABLE);
        if (table != null) {
            table.document().accept(new AbstractVisitor() {
                @Override
                public void visit(Link link) {
                    Path page = TABLE.resolveSibling(link.getDestination()).normalize();
                    if (pages.containsKey(page)) {
                        names.putIfAbsent(page, Anchors.text(link));
                    }
                }
            });
        }
        names.put(CHANGELOG, "Changelog");
        return new Contents(names);
    }
}
