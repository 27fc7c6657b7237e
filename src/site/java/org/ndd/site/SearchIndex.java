package org.ndd.site;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Locale;
import java.util.regex.Pattern;
import java.util.stream.Collectors;
import org.commonmark.node.AbstractVisitor;
import org.commonmark.node.Code;
import org.commonmark.node.Emphasis;
import org.commonmark.node.FencedCodeBlock;
import org.commonmark.node.Heading;
import org.commonmark.node.Link;
import org.commonmark.node.Node;
import org.commonmark.node.StrongEmphasis;
import org.commonmark.node.Text;

/**
 * The index of the search of the site, as a script: for each page its address, its title, and its sections, each with anchor,
 * heading and text. Of blocks of code only the requests are included. Pages in a folder may load scripts, but no data.
 */
final class SearchIndex {

    private static final Pattern REQUEST = Pattern.compile("(?m)^(?:GET|POST|PUT|DELETE) /.*$");

    private SearchIndex() {}

    static String of(Collection<Page> pages) {
        return pages.stream()
                .map(page -> list(List.of(
                        string(page.target().toString().replace('\\', '/')), string(page.title()), sections(page))))
                .collect(Collectors.joining(",\n", "window.searchIndex = [\n", "\n];\n"));
    }

    private static String sections(Page page) {
        List<String> sections = new ArrayList<>();
        Node node = page.document().getFirstChild();
        while (node != null) {
            Heading heading = node instanceof Heading found ? found : null;
            StringBuilder text = new StringBuilder();
            for (node = heading == null ? node : node.getNext();
                    node != null && node instanceof Heading == false;
                    node = node.getNext()) {
                append(text, node);
            }
            boolean first = sections.isEmpty();
            sections.add(list(List.of(
                    string(first || heading == null ? "" : page.headings().get(heading)),
                    string(heading == null ? page.title() : Anchors.text(heading)),
                    string(text.toString().strip().replaceAll("\\s+", " ")))));
        }
        return list(sections);
    }

    private static void append(StringBuilder text, Node node) {
        node.accept(new AbstractVisitor() {
            @Override
            public void visit(Text part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(Code part) {
                text.append(part.getLiteral());
            }

            @Override
            public void visit(FencedCodeBlock block) {
                REQUEST.matcher(block.getLiteral())
                        .results()
                        .forEach(request -> text.append(' ').append(request.group()));
            }

            @Override
            protected void visitChildren(Node parent) {
                super.visitChildren(parent);
                boolean withinWord =
                        parent instanceof Link || parent instanceof Emphasis || parent instanceof StrongEmphasis;
                text.append(withinWord ? "" : " ");
            }
        });
    }

    private static String list(List<String> values) {
        return "[" + String.join(",", values) + "]";
    }

    /** A JavaScript string literal of a text. */
    static String string(String text) {
        StringBuilder string = new StringBuilder("\"");
        text.chars().forEach(c -> {
            if (c == '"' || c == '\\' || c == '<' || c < ' ' || c == '\u2028' || c == '\u2029') {
                string.append(String.format(Locale.ROOT, "\\u%04x", c));
            } else {
                string.append((char) c);
            }
        });
        return string.append('"').toString();
    }
}
