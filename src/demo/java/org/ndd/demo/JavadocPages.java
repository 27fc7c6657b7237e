package org.ndd.demo;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Locale;
import java.util.stream.Stream;

/** API documentation of some releases of Apache Commons Lang, with one folder per release: real web pages with much boilerplate. */
final class JavadocPages implements PageSource {

    private static final String SITE = "https://commons.apache.org/proper/commons-lang/javadocs/api-";

    private final List<Path> releases;

    /** @param folder contains one folder per release, named after its version */
    JavadocPages(Path folder) throws IOException {
        try (Stream<Path> folders = Files.list(folder)) {
            releases = folders.filter(Files::isDirectory)
                    .filter(release -> release.getFileName().toString().startsWith(".") == false)
                    .sorted()
                    .toList();
        }
    }

    @Override
    public String description() {
        List<String> versions =
                releases.stream().map(r -> r.getFileName().toString()).toList();
        return "API documentation of Apache Commons Lang, releases " + String.join(" and ", versions);
    }

    @Override
    public String exampleQuery() {
        return "format a date in a time zone";
    }

    @Override
    public void read(Sink sink, Progress progress) throws IOException {
        List<Path> files = new ArrayList<>();
        for (Path release : releases) {
            try (Stream<Path> walk = Files.walk(release)) {
                walk.filter(f -> f.toString().endsWith(".html"))
                        .filter(f -> isPage(release, f))
                        .sorted()
                        .forEach(files::add);
            }
        }
        int done = 0;
        for (Path file : files) {
            sink.accept(page(file));
            progress.at(++done, files.size());
        }
    }

    /** Excludes listings of source code and of usages. */
    private static boolean isPage(Path release, Path file) {
        Path path = release.relativize(file);
        return path.startsWith("src-html") == false && file.getParent().endsWith("class-use") == false;
    }

    private Page page(Path file) throws IOException {
        Path release = releases.stream().filter(file::startsWith).findFirst().orElseThrow();
        String version = release.getFileName().toString();
        String path = release.relativize(file).toString().replace('\\', '/');
        String html = new String(Files.readAllBytes(file), StandardCharsets.UTF_8);
        return Page.ofHtml(String.format(Locale.ROOT, "%s:%s", version, path), SITE + version + "/" + path, html);
    }
}
