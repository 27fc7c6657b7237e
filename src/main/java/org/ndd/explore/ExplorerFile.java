package org.ndd.explore;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.hash.MessageDigests;

/**
 * A file of the web page, from the plugin's own jar.
 *
 * @param type content type of the file
 * @param bytes content of the file
 * @param tag entity tag, which differs if the content differs
 */
record ExplorerFile(String type, BytesReference bytes, String tag) {

    /** Name of the web page. */
    static final String PAGE = "index.html";

    /** Names of all files. Other names are not served, so a name in a request cannot lead to another file or resource. */
    static final List<String> NAMES = List.of(
            PAGE,
            "style.css",
            "main.js",
            "actions.js",
            "api.js",
            "changes.js",
            "chart.js",
            "compare.js",
            "consistency.js",
            "decide.js",
            "decisions.js",
            "diff.js",
            "dom.js",
            "evaluate.js",
            "exports.js",
            "figures.js",
            "groups.js",
            "jobs.js",
            "label.js",
            "labels.js",
            "pages.js",
            "pair.js",
            "run.js",
            "runs.js",
            "start.js",
            "state.js",
            "verdict.js",
            "whole.js",
            "boilerplate.js",
            "words.js");

    /** Reads all files, by their names. Their size is some hundred kilobytes. */
    static Map<String, ExplorerFile> readAll() {
        Map<String, ExplorerFile> files = new TreeMap<>();
        for (String name : NAMES) {
            files.put(name, read(name));
        }
        return files;
    }

    private static ExplorerFile read(String name) {
        try (InputStream in = ExplorerFile.class.getResourceAsStream(name)) {
            if (in == null) {
                throw new IllegalStateException("[" + name + "] must be in the plugin's jar");
            }
            byte[] bytes = in.readAllBytes();
            String hash = MessageDigests.toHexString(MessageDigests.sha256().digest(bytes));
            return new ExplorerFile(type(name), new BytesArray(bytes), "\"" + hash.substring(0, 32) + "\"");
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    private static String type(String name) {
        String extension = name.substring(name.lastIndexOf('.') + 1).toLowerCase(Locale.ROOT);
        return switch (extension) {
            case "html" -> "text/html; charset=utf-8";
            case "css" -> "text/css; charset=utf-8";
            case "js" -> "text/javascript; charset=utf-8";
            default -> throw new IllegalStateException("[" + name + "] must be HTML, CSS or JavaScript");
        };
    }
}
