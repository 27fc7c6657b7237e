package org.ndd.plugin;

import static org.elasticsearch.rest.RestRequest.Method.GET;

import java.io.IOException;
import java.io.InputStream;
import java.io.UncheckedIOException;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.client.internal.node.NodeClient;
import org.elasticsearch.common.bytes.BytesArray;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.common.hash.MessageDigests;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.rest.BaseRestHandler;
import org.elasticsearch.rest.RestRequest;
import org.elasticsearch.rest.RestResponse;
import org.elasticsearch.rest.RestStatus;

/**
 * Serves the web page and its files: {@code GET /_ndd/explore} and {@code GET /_ndd/explore/{file}}. Returns 404 for any other name, and
 * for all names if the explorer is disabled. Does not read from the cluster; if security is enabled, Elasticsearch authenticates the
 * request first.
 */
public final class RestExploreAction extends BaseRestHandler {

    public static final Setting<Boolean> ENABLED =
            Setting.boolSetting("ndd.explorer.enabled", true, Setting.Property.NodeScope);

    /**
     * Content security policy: the web page runs only its own scripts and sends requests only to its own node. Text cannot become markup or
     * a script, even if the page has a bug. The page cannot be put into a frame, which prevents clickjacking.
     */
    static final String POLICY = String.join(
            "; ",
            "default-src 'none'",
            "script-src 'self'",
            "style-src 'self'",
            "connect-src 'self'",
            "img-src 'self' data:",
            "base-uri 'none'",
            "form-action 'none'",
            "frame-ancestors 'none'",
            "require-trusted-types-for 'script'",
            "trusted-types 'none'");

    private static final Map<String, String> HEADERS = Map.of(
            "Content-Security-Policy", POLICY,
            "X-Content-Type-Options", "nosniff",
            "X-Frame-Options", "DENY",
            // do not send the address of the viewed page to the site of a followed link
            "Referrer-Policy", "no-referrer",
            "Cross-Origin-Opener-Policy", "same-origin",
            // cached, but revalidated for each request, so that after an upgrade no outdated script sends requests to a
            // new node
            "Cache-Control", "private, no-cache");

    private final Map<String, ExplorerFile> files;

    public RestExploreAction(boolean enabled) {
        this.files = enabled ? ExplorerFile.readAll() : Map.of();
    }

    @Override
    public String getName() {
        return "ndd_explore_action";
    }

    @Override
    public List<Route> routes() {
        return List.of(new Route(GET, "/_ndd/explore"), new Route(GET, "/_ndd/explore/{file}"));
    }

    @Override
    protected RestChannelConsumer prepareRequest(RestRequest request, NodeClient client) {
        String name = request.param("file", ExplorerFile.PAGE);
        ExplorerFile file = files.get(name);
        if (file == null) {
            throw new ResourceNotFoundException(
                    files.isEmpty()
                            ? "the explorer is disabled on this node: [" + ENABLED.getKey() + "] is [false]"
                            : "[" + name + "] is not a file of the explorer");
        }
        boolean moved = name.equals(ExplorerFile.PAGE) && request.path().endsWith("/explore") == false;
        RestResponse response = moved ? redirect(file) : response(request, file);
        HEADERS.forEach(response::addHeader);
        return channel -> channel.sendResponse(response);
    }

    /** Redirects to the address of the web page without a slash at its end, because the page names its files relative to this address. */
    private static RestResponse redirect(ExplorerFile page) {
        RestResponse response = new RestResponse(RestStatus.MOVED_PERMANENTLY, page.type(), BytesArray.EMPTY);
        response.addHeader("Location", "../explore");
        return response;
    }

    private static RestResponse response(RestRequest request, ExplorerFile file) {
        RestResponse response = file.tag().equals(request.header("If-None-Match"))
                ? new RestResponse(RestStatus.NOT_MODIFIED, file.type(), BytesArray.EMPTY)
                : new RestResponse(RestStatus.OK, file.type(), file.bytes());
        response.addHeader("ETag", file.tag());
        return response;
    }

    /**
     * A file of the web page, from the plugin's own jar.
     *
     * @param tag entity tag, which differs if the content differs
     */
    record ExplorerFile(String type, BytesReference bytes, String tag) {

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
            try (InputStream in = ExplorerFile.class.getResourceAsStream("explore/" + name)) {
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
}
