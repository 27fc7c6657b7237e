package org.ndd.site;

import java.nio.file.Path;
import java.util.Locale;
import java.util.Map;
import java.util.stream.Collectors;
import org.commonmark.node.Heading;
import org.commonmark.renderer.html.HtmlRenderer;

/**
 * The layout of a page of the site: all pages on the left, the chapters of this one, and the text. It requests nothing from other servers.
 * Without JavaScript only search, copy buttons and the choice of a theme are missing. HTML in the Markdown is shown as text.
 */
final class Layout {

    private final Contents contents;

    Layout(Contents contents) {
        this.contents = contents;
    }

    String html(Page page) {
        return String.format(
                Locale.ROOT,
                """
                <!doctype html>
                <html lang="en">
                <head>
                <meta charset="utf-8">
                <meta name="viewport" content="width=device-width, initial-scale=1">
                <title>%s</title>
                <link rel="stylesheet" href="%s">
                <script src="%s"></script>
                </head>
                <body>
                <a class="skip" href="#text">To the text</a>
                <div class="side">
                <nav aria-label="Pages">
                <ul>
                %s
                </ul>
                </nav>
                %s
                </div>
                <main id="text">
                %s</main>
                </body>
                </html>
                """,
                escaped(page.title().startsWith("ndd") ? page.title() : page.title() + " - ndd"),
                page.relativePath(Path.of("style.css")),
                page.relativePath(Path.of("site.js")),
                pages(page),
                chapters(page),
                text(page));
    }

    /** All pages on the top level, and those of the folder of the page. */
    private String pages(Page page) {
        return contents.names().entrySet().stream()
                .map(entry -> {
                    boolean open = entry.getKey().equals(Contents.folder(page.source()));
                    String inside =
                            open ? items(page, contents.inFolders().getOrDefault(entry.getKey(), Map.of())) : "";
                    return item(page, entry.getKey(), entry.getValue(), inside);
                })
                .collect(Collectors.joining("\n"));
    }

    private static String items(Page page, Map<Path, String> names) {
        return names.entrySet().stream()
                .map(entry -> item(page, entry.getKey(), entry.getValue(), ""))
                .collect(Collectors.joining("\n", "\n<ul>\n", "\n</ul>"));
    }

    private static String item(Page page, Path other, String name, String inside) {
        return "<li><a href=\"" + page.relativePath(Links.target(other)) + "\""
                + (other.equals(page.source()) ? " aria-current=\"page\"" : "")
                + ">" + escaped(name) + "</a>" + inside + "</li>";
    }

    private static String chapters(Page page) {
        String chapters = page.headings().entrySet().stream()
                .filter(heading -> heading.getKey().getLevel() == 2)
                .map(heading -> "<li><a href=\"#" + heading.getValue() + "\">" + escaped(Anchors.text(heading.getKey()))
                        + "</a></li>")
                .collect(Collectors.joining("\n"));
        return chapters.isEmpty()
                ? ""
                : "<nav aria-label=\"Chapters\">\n<p>On this page</p>\n<ul>\n" + chapters + "\n</ul>\n</nav>";
    }

    private static String text(Page page) {
        return HtmlRenderer.builder()
                .extensions(Page.EXTENSIONS)
                .escapeHtml(true)
                .attributeProviderFactory(context -> (node, tag, attributes) -> {
                    String anchor = node instanceof Heading ? page.headings().get(node) : null;
                    if (anchor != null) {
                        attributes.put("id", anchor);
                    }
                })
                .build()
                .render(page.document());
    }

    private static String escaped(String text) {
        return text.replace("&", "&amp;").replace("<", "&lt;").replace("\"", "&quot;");
    }
}
