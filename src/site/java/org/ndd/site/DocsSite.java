package org.ndd.site;

import java.io.FileDescriptor;
import java.io.FileOutputStream;
import java.io.IOException;
import java.io.PrintStream;
import java.io.UncheckedIOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.nio.file.StandardCopyOption;
import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import java.util.stream.Stream;

/**
 * Builds the site: reads all pages, rewrites their links, and writes them into a folder with all files that they link to. Existing files of
 * that folder are overwritten, and none are deleted. Takes a second.
 */
public final class DocsSite {

    /** Files of {@code src/site} that all pages use. */
    private static final List<String> SHARED = List.of("style.css", "site.js");

    private static final String EXAMPLES = "examples";

    /** Optional pages in the project's folder. */
    private static final List<String> OPTIONAL = List.of("CONTRIBUTING.md", "SECURITY.md");

    private final Path project;
    private final Map<Path, Page> pages = new LinkedHashMap<>();

    private DocsSite(Path project) {
        this.project = project;
    }

    /**
     * Exits with 1 if a link has no target, or the folder cannot be written.
     *
     * @param arguments the project's folder, and the folder to write
     */
    public static void main(String[] arguments) {
        PrintStream out = new PrintStream(new FileOutputStream(FileDescriptor.out), true, StandardCharsets.UTF_8);
        System.exit(run(out, Path.of(arguments[0]), Path.of(arguments[1])));
    }

    /** Implements {@link #main}; returns the result in one line. */
    static int run(PrintStream out, Path project, Path folder) {
        try {
            int pages = write(project, folder);
            out.println("docs-site: " + pages + " pages, start at " + folder.resolve("index.html"));
            return 0;
        } catch (IllegalArgumentException e) {
            out.println("docs-site: " + e.getMessage());
        } catch (IOException | UncheckedIOException e) {
            out.println("docs-site: " + e);
        }
        return 1;
    }

    /**
     * Writes the site of a project.
     *
     * @return the number of pages
     * @throws IllegalArgumentException if links have no target; names all of them
     */
    public static int write(Path project, Path folder) throws IOException {
        if (Files.exists(folder) && Files.isDirectory(folder) == false) {
            throw new IllegalArgumentException("[--out] must be a folder, but was [" + folder + "]");
        }
        DocsSite site = new DocsSite(project);
        site.read();
        site.writeTo(folder);
        return site.pages.size();
    }

    private void read() throws IOException {
        List<Path> sources = new ArrayList<>(List.of(Path.of("README.md"), Path.of("CHANGELOG.md")));
        for (String page : OPTIONAL) {
            if (Files.isRegularFile(project.resolve(page))) {
                sources.add(Path.of(page));
            }
        }
        addPages("docs", sources);
        if (Files.isDirectory(project.resolve(EXAMPLES))) {
            addPages(EXAMPLES, sources);
        }
        for (Path source : sources) {
            pages.put(source, Page.parse(source, Files.readString(project.resolve(source.toString()))));
        }
    }

    private void addPages(String folder, List<Path> sources) throws IOException {
        try (Stream<Path> files = Files.walk(project.resolve(folder))) {
            files.filter(file -> file.toString().endsWith(".md"))
                    .map(file -> Path.of(project.relativize(file).toString()))
                    .sorted()
                    .forEach(sources::add);
        }
    }

    private void writeTo(Path folder) throws IOException {
        Links links = new Links(pages, file -> Files.isRegularFile(project.resolve(file.toString())));
        Layout layout = new Layout(Contents.of(pages));
        Map<Path, String> written = new LinkedHashMap<>();
        for (Page page : pages.values()) {
            links.rewrite(page);
            written.put(page.target(), layout.html(page));
        }
        if (links.broken().isEmpty() == false) {
            throw new IllegalArgumentException("links must have a target, but these do not: " + links.broken());
        }
        for (Map.Entry<Path, String> page : written.entrySet()) {
            Path file = folder.resolve(page.getKey().toString());
            Files.createDirectories(file.getParent());
            Files.writeString(file, page.getValue(), StandardCharsets.UTF_8);
        }
        for (Path file : new TreeSet<>(links.files())) {
            Path copy = folder.resolve(Links.target(file).toString());
            Files.createDirectories(copy.getParent());
            Files.copy(project.resolve(file.toString()), copy, StandardCopyOption.REPLACE_EXISTING);
        }
        Files.writeString(folder.resolve("search.js"), SearchIndex.of(pages.values()), StandardCharsets.UTF_8);
        for (String file : SHARED) {
            Files.copy(
                    project.resolve("src/site").resolve(file),
                    folder.resolve(file),
                    StandardCopyOption.REPLACE_EXISTING);
        }
    }
}
