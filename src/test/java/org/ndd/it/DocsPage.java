package org.ndd.it;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.List;
import java.util.Set;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.ndd.it.DocsRequest.Assignment;

/**
 * Reads the requests of a page of the documentation: its {@code console} blocks, in order. A block contains one request or more, each a
 * line with method and path, and a body. A {@code console-result} block after it contains the response to the last of them. Directives for
 * the test are in a comment after the block, which is invisible to readers, and apply to the last request of the block:
 * {@code <!-- TEST[catch:400] -->}, {@code TEST[until:path=value]}, {@code TEST[set:path=NAME]}, {@code TEST[complete]} or
 * {@code TEST[complete:key,key]} if the response must have exactly the documented keys, except for the values of the given ones.
 * {@code TEST[setup:PAGE]} first runs the requests of another page, by its relative path, so that pages share data.
 */
final class DocsPage {

    private static final Pattern REQUEST = Pattern.compile("(GET|POST|PUT|DELETE|HEAD) (/\\S+)");
    private static final Pattern DIRECTIVE =
            Pattern.compile("<!-- TEST\\[((?:catch|until|set|setup)(?=:)|complete)(?::([^\\]]+))?\\] -->");
    private static final String FENCE = "```";

    private final Path file;
    private final List<String> lines;
    private final List<DocsRequest> requests = new ArrayList<>();
    private int next;

    private DocsPage(Path file, List<String> lines) {
        this.file = file;
        this.lines = lines;
    }

    /**
     * The requests of a page, in order.
     *
     * @throws IllegalArgumentException if a block or a directive is malformed: a block that is not executed would become outdated
     */
    static List<DocsRequest> read(Path file) throws IOException {
        return read(file, Files.readAllLines(file, StandardCharsets.UTF_8));
    }

    /** @param file file of the page, to which the paths of other pages are relative */
    static List<DocsRequest> read(Path file, List<String> lines) throws IOException {
        DocsPage page = new DocsPage(file, lines);
        while (page.next < lines.size()) {
            page.readLine();
        }
        return page.requests;
    }

    private void readLine() throws IOException {
        String line = lines.get(next++);
        if (line.startsWith(FENCE)) {
            int start = next;
            List<String> block = block(start);
            switch (line.substring(FENCE.length()).trim()) {
                case "console" -> console(block, start);
                case "console-result" ->
                    replaceLast(last -> copy(
                            last, last.status(), String.join("\n", block), last.until(), last.set(), last.matcher()));
                default -> {
                    // Not a request of ndd, and not executed.
                }
            }
        } else if (line.contains("TEST[")) {
            directive(line.trim());
        }
    }

    private List<String> block(int start) {
        while (next < lines.size()) {
            if (lines.get(next++).startsWith(FENCE)) {
                return lines.subList(start, next - 1);
            }
        }
        throw new IllegalArgumentException("block of line [" + start + "] must end, but does not");
    }

    private void console(List<String> block, int start) {
        int i = 0;
        while (i < block.size()) {
            Matcher request = REQUEST.matcher(block.get(i));
            if (request.matches() == false) {
                throw new IllegalArgumentException(
                        "line [" + (start + i + 1) + "] must be a method and a path, but was [" + block.get(i) + "]");
            }
            int line = start + i + 1;
            StringBuilder body = new StringBuilder();
            for (i++; i < block.size() && REQUEST.matcher(block.get(i)).matches() == false; i++) {
                if (block.get(i).isBlank() == false) {
                    body.append(block.get(i)).append('\n');
                }
            }
            requests.add(new DocsRequest(
                    line,
                    request.group(1),
                    request.group(2),
                    body.toString(),
                    0,
                    null,
                    null,
                    null,
                    ResponseMatcher.PART));
        }
    }

    private void directive(String line) throws IOException {
        Matcher directive = DIRECTIVE.matcher(line);
        if (directive.matches() == false) {
            throw new IllegalArgumentException("line [" + next
                    + "] must be a directive such as [<!-- TEST[catch:400] -->], but was [" + line + "]");
        }
        String value = directive.group(2);
        if (directive.group(1).equals("setup")) {
            requests.addAll(read(file.resolveSibling(value).normalize()));
            return;
        }
        replaceLast(last -> switch (directive.group(1)) {
            case "catch" ->
                copy(last, Integer.parseInt(value), last.result(), last.until(), last.set(), last.matcher());
            case "until" -> copy(last, last.status(), last.result(), Assignment.of(value), last.set(), last.matcher());
            case "set" -> copy(last, last.status(), last.result(), last.until(), Assignment.of(value), last.matcher());
            default -> copy(last, last.status(), last.result(), last.until(), last.set(), complete(value));
        });
    }

    private static ResponseMatcher complete(String varying) {
        return new ResponseMatcher(true, varying == null ? Set.of() : Set.of(varying.split(",")));
    }

    private interface Change {
        DocsRequest of(DocsRequest request);
    }

    private void replaceLast(Change change) {
        if (requests.isEmpty()) {
            throw new IllegalArgumentException("line [" + next + "] must come after a request, but there is none");
        }
        int last = requests.size() - 1;
        requests.set(last, change.of(requests.get(last)));
    }

    private static DocsRequest copy(
            DocsRequest request, int status, String result, Assignment until, Assignment set, ResponseMatcher matcher) {
        return new DocsRequest(
                request.line(),
                request.method(),
                request.endpoint(),
                request.body(),
                status,
                result,
                until,
                set,
                matcher);
    }
}
