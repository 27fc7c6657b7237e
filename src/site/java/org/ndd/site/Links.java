package org.ndd.site;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.Predicate;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Image;
import org.commonmark.node.Link;

/** Links between pages and to other files of the project: their targets on the site, and the links without a target. */
final class Links {

    private final Map<Path, Page> pages;
    private final Predicate<Path> exists;
    private final Set<Path> files = new TreeSet<>();
    private final List<String> broken = new ArrayList<>();

    /**
     * @param pages by their files, relative to the project's folder
     * @param exists whether the project has a file
     */
    Links(Map<Path, Page> pages, Predicate<Path> exists) {
        this.pages = pages;
        this.exists = exists;
    }

    /** The path of a file of the project on the site. A file without an extension gets one, because browsers would save it otherwise. */
    static Path target(Path source) {
        String name = source.getFileName().toString();
        if (name.equals("README.md")) {
            return source.resolveSibling("index.html");
        }
        if (name.endsWith(".md")) {
            return source.resolveSibling(name.substring(0, name.length() - ".md".length()) + ".html");
        }
        return name.contains(".") ? source : source.resolveSibling(name + ".txt");
    }

    /** Rewrites the links of a page for the site. */
    void rewrite(Page page) {
        page.document().accept(new AbstractVisitor() {
            @Override
            public void visit(Link link) {
                link.setDestination(rewritten(page, link.getDestination()));
                visitChildren(link);
            }

            @Override
            public void visit(Image image) {
                image.setDestination(rewritten(page, image.getDestination()));
                visitChildren(image);
            }
        });
    }

    private String rewritten(Page page, String destination) {
        if (destination.matches("[a-z]+:.*")) {
            return destination;
        }
        String[] parts = destination.split("#", 2);
        Path file = parts[0].isEmpty()
                ? page.source()
                : page.source().resolveSibling(parts[0]).normalize();
        Page other = pages.get(file);
        if (other == null && exists.test(file)) {
            files.add(file);
        } else if (other == null || parts.length == 2 && other.headings().containsValue(parts[1]) == false) {
            broken.add("[" + destination + "] of [" + page.source() + "]");
        }
        String way = parts[0].isEmpty() ? "" : page.relativePath(target(file));
        return parts.length == 2 ? way + "#" + parts[1] : way;
    }

    /** Files other than pages to which the pages that were rewritten link. */
    Set<Path> files() {
        return Collections.unmodifiableSet(files);
    }

    /** Links of these pages without a target. */
    List<String> broken() {
        return Collections.unmodifiableList(broken);
    }
}
