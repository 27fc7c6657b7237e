package org.ndd.it;

import java.io.BufferedReader;
import java.io.Closeable;
import java.io.IOException;
import java.io.InputStreamReader;
import java.net.URI;
import java.net.http.HttpClient;
import java.net.http.HttpRequest;
import java.net.http.HttpRequest.BodyPublishers;
import java.net.http.HttpResponse;
import java.net.http.HttpResponse.BodyHandlers;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.time.Duration;
import java.util.ArrayList;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.concurrent.TimeUnit;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.core.PathUtils;
import org.elasticsearch.xcontent.XContentFactory;
import org.elasticsearch.xcontent.json.JsonXContent;

/**
 * A headless Chromium that is controlled with the WebDriver protocol: JSON over HTTP, of which these tests need a dozen commands. This is
 * simpler than a library, which would add fifty jars.
 *
 * <p>{@code NDD_CHROMEDRIVER} and {@code NDD_CHROMIUM} name the programs if they are not in the default directories of Debian.
 */
final class Browser implements Closeable {

    /** The message if Chromium is missing. */
    static final String MISSING = "Chromium and its driver are not on this machine: dev/bin/chromium installs them";

    private static final Duration TIMEOUT = Duration.ofSeconds(30);
    private static final Pattern PORT = Pattern.compile("on port (\\d+)");
    private static final String ELEMENT = "element-6066-11e4-a52e-4f735466cecf";

    private final HttpClient http =
            HttpClient.newBuilder().version(HttpClient.Version.HTTP_1_1).build();
    private final Process driver;
    private final URI session;

    /** Whether Chromium and its driver are installed. */
    static boolean isThere() {
        return isProgram(program("NDD_CHROMEDRIVER", "chromedriver")) && isProgram(program("NDD_CHROMIUM", "chromium"));
    }

    /** A directory is executable as well. */
    static boolean isProgram(Path file) {
        return Files.isRegularFile(file) && Files.isExecutable(file);
    }

    private static Path program(String variable, String name) {
        String named = System.getenv(variable);
        return PathUtils.get(named == null ? "/usr/bin/" + name : named);
    }

    /** @param directory empty directory for all files of the browser */
    Browser(Path directory) throws IOException, InterruptedException {
        ProcessBuilder start = new ProcessBuilder(
                        program("NDD_CHROMEDRIVER", "chromedriver").toString(), "--port=0")
                .redirectErrorStream(true);
        start.environment().put("HOME", directory.toString());
        // not the directory of the test: the browser creates a socket there, whose path may have 107 bytes
        start.environment().remove("TMPDIR");
        driver = start.start();
        URI address = URI.create("http://127.0.0.1:" + port(driver) + "/");
        List<String> arguments = new ArrayList<>(List.of(
                "--headless",
                // a container has no user namespaces, and the test visits trusted documents only
                "--no-sandbox",
                "--disable-gpu",
                "--disable-dev-shm-usage",
                "--disable-quic",
                "--no-first-run",
                "--disable-background-networking",
                "--disable-component-update",
                "--disable-sync",
                "--hide-scrollbars",
                "--lang=en",
                "--user-data-dir=" + directory.resolve("profile")));
        Map<String, Object> capabilities = Map.of(
                "browserName",
                "chrome",
                "goog:loggingPrefs",
                Map.of("browser", "ALL"),
                "goog:chromeOptions",
                Map.of("binary", program("NDD_CHROMIUM", "chromium").toString(), "args", arguments));
        try {
            Map<?, ?> made = (Map<?, ?>) send(
                    "POST", address.resolve("session"), Map.of("capabilities", Map.of("alwaysMatch", capabilities)));
            session = address.resolve("session/" + made.get("sessionId") + "/");
        } catch (IOException | InterruptedException | RuntimeException e) {
            driver.destroyForcibly();
            throw e;
        }
    }

    /** The driver prints its port, and afterwards only output that can be discarded. */
    private static int port(Process driver) throws IOException {
        BufferedReader message =
                new BufferedReader(new InputStreamReader(driver.getInputStream(), StandardCharsets.UTF_8));
        for (String line = message.readLine(); line != null; line = message.readLine()) {
            Matcher port = PORT.matcher(line);
            if (line.contains("started successfully") && port.find()) {
                return Integer.parseInt(port.group(1));
            }
        }
        throw new IOException("the driver did not start");
    }

    private Object send(String method, URI address, Object body) throws IOException, InterruptedException {
        String text = body == null
                ? ""
                : Strings.toString(XContentFactory.jsonBuilder().value(body));
        HttpRequest request = HttpRequest.newBuilder(address)
                .timeout(TIMEOUT)
                .header("Content-Type", "application/json; charset=utf-8")
                .method(method, BodyPublishers.ofString(text, StandardCharsets.UTF_8))
                .build();
        HttpResponse<String> response = http.send(request, BodyHandlers.ofString(StandardCharsets.UTF_8));
        Object value = XContentHelper.convertToMap(JsonXContent.jsonXContent, response.body(), true)
                .get("value");
        if (response.statusCode() != 200) {
            throw new IOException(method + " " + address.getPath() + ": " + value);
        }
        return value;
    }

    private Object post(String command, Object body) throws IOException, InterruptedException {
        return send("POST", session.resolve(command), body);
    }

    /** Opens a URL. */
    void open(String address) throws IOException, InterruptedException {
        post("url", Map.of("url", address));
    }

    /** The result of a script; {@code arguments} are available under that name. */
    Object script(String script, Object... arguments) throws IOException, InterruptedException {
        return post("execute/sync", Map.of("script", script, "args", List.of(arguments)));
    }

    /** The visible text of the first matching element; null if there is none. */
    String text(String selector) throws IOException, InterruptedException {
        return (String) script("return document.querySelector(arguments[0])?.innerText ?? null", selector);
    }

    /** The number of matching elements. */
    int count(String selector) throws IOException, InterruptedException {
        return ((Number) script("return document.querySelectorAll(arguments[0]).length", selector)).intValue();
    }

    private String element(String selector) throws IOException, InterruptedException {
        return (String) ((Map<?, ?>) post("element", Map.of("using", "css selector", "value", selector))).get(ELEMENT);
    }

    /** Clicks at the position of an element, as a user does; fails if it is not clickable. */
    void click(String selector) throws IOException, InterruptedException {
        post("element/" + element(selector) + "/click", Map.of());
    }

    /** Replaces the value of an input element. */
    void type(String selector, String text) throws IOException, InterruptedException {
        String element = element(selector);
        post("element/" + element + "/clear", Map.of());
        post("element/" + element + "/value", Map.of("text", text));
    }

    /** Presses keys in the focused element. */
    void press(String keys) throws IOException, InterruptedException {
        List<Map<String, Object>> actions = new ArrayList<>();
        for (int i = 0; i < keys.length(); i++) {
            String key = keys.substring(i, i + 1);
            actions.add(Map.of("type", "keyDown", "value", key));
            actions.add(Map.of("type", "keyUp", "value", key));
        }
        post("actions", Map.of("actions", List.of(Map.of("type", "key", "id", "keyboard", "actions", actions))));
    }

    void back() throws IOException, InterruptedException {
        post("back", Map.of());
    }

    /** Sets the size and the color scheme of the screen. */
    void screen(int width, int height, String scheme) throws IOException, InterruptedException {
        sendCommand(
                "Emulation.setDeviceMetricsOverride",
                Map.of("width", width, "height", height, "deviceScaleFactor", 1, "mobile", false));
        sendCommand(
                "Emulation.setEmulatedMedia",
                Map.of("features", List.of(Map.of("name", "prefers-color-scheme", "value", scheme))));
    }

    private void sendCommand(String command, Map<String, Object> parameters) throws IOException, InterruptedException {
        post("goog/cdp/execute", Map.of("cmd", command, "params", parameters));
    }

    /** Messages of the console since the last call, except for error responses, which tests provoke. */
    List<String> console() throws IOException, InterruptedException {
        List<String> message = new ArrayList<>();
        for (Object entry : (List<?>) post("se/log", Map.of("type", "browser"))) {
            Map<?, ?> line = (Map<?, ?>) entry;
            if ("network".equals(line.get("source")) == false) {
                message.add(line.get("source") + ": " + line.get("message"));
            }
        }
        return message;
    }

    /** Stores a screenshot. */
    void screenshot(Path file) throws IOException, InterruptedException {
        Files.createDirectories(file.getParent());
        String picture = (String) send("GET", session.resolve("screenshot"), null);
        Files.write(file, Base64.getDecoder().decode(picture));
    }

    /** Stops the browser and its driver. */
    @Override
    public void close() throws IOException {
        try {
            send("DELETE", URI.create(session.toString().replaceFirst("/$", "")), null);
            driver.destroy();
            driver.waitFor(10, TimeUnit.SECONDS);
        } catch (InterruptedException e) {
            Thread.currentThread().interrupt();
        } finally {
            driver.destroyForcibly();
        }
    }
}
