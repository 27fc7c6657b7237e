package org.ndd.site;

import java.nio.file.Path;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.commonmark.Extension;
import org.commonmark.ext.gfm.tables.TablesExtension;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Heading;
import org.commonmark.node.HtmlBlock;
import org.commonmark.node.Node;
import org.commonmark.parser.Parser;

/**
 * A page of Markdown.
 *
 * @param source its file, relative to the project's folder
 * @param title its first heading
 * @param headings each with its anchor, in their order
 */
record Page(Path source, String title, Node document, Map<Heading, String> headings) {

    /** The extensions of Markdown that the documentation uses. */
    static final List<Extension> EXTENSIONS = List.of(TablesExtension.create());

    /** @throws IllegalArgumentException if it has no heading, which the navigation needs */
    static Page parse(Path source, String text) {
        Node document = Parser.builder().extensions(EXTENSIONS).build().parse(text);
        Anchors anchors = new Anchors();
        Map<Heading, String> headings = new LinkedHashMap<>();
        List<Node> comments = new ArrayList<>();
        document.accept(new AbstractVisitor() {
            @Override
            public void visit(Heading heading) {
                headings.put(heading, anchors.next(Anchors.text(heading)));
            }

            @Override
            public void visit(HtmlBlock block) {
                if (block.getLiteral().startsWith("<!--")) {
                    comments.add(block);
                }
            }
        });
        comments.forEach(Node::unlink);
        Heading first = headings.keySet().stream()
                .findFirst()
                .orElseThrow(() -> new IllegalArgumentException("[" + source + "] must have a heading"));
        return new Page(source, Anchors.text(first), document, headings);
    }

    /** Its path on the site; the README of a folder is the page of that folder. */
    Path target() {
        return Links.target(source);
    }

    /** The relative path from this page to another file of the site. */
    String relativePath(Path other) {
        Path folder = target().getParent();
        Path way = folder == null ? other : folder.relativize(other);
        return way.toString().replace('\\', '/');
    }
}
