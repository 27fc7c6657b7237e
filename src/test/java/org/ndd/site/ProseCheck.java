package org.ndd.site;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.UnaryOperator;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import java.util.stream.Stream;

/**
 * Searches prose for wording that this project does not use: documentation, Javadoc and comments, the strings of messages and of the
 * explorer, scripts, and the descriptions of the REST specification. The patterns are in {@code prose-patterns.txt}. Needs only the JDK, so
 * it also runs without a build, from the project's directory, and lists all findings:
 *
 * <pre>java src/test/java/org/ndd/site/ProseCheck.java [docs|comments|messages|scripts|spec|sentences] [part of a path]</pre>
 */
final class ProseCheck {

    static final String PATTERNS = "src/test/resources/org/ndd/site/prose-patterns.txt";

    /** Replaces characters that are not prose. No pattern matches it, and it is not white space, so no match spans it. */
    private static final char MASK = '\0';

    private static final Pattern MASKED = Pattern.compile(MASK + "[" + MASK + " \\t]*");

    private static final Pattern WORD = Pattern.compile("\\p{L}[\\p{L}'’-]*");

    private static final Pattern MARKDOWN_CODE = Pattern.compile(
            "(?ms)^[ \\t]*(```|~~~).*?^[ \\t]*\\1[ \\t]*$|(`+)(?!`).+?(?<!`)\\2(?!`)|\\]\\([^)\\n]*\\)|<[^>\\n]+>|<!--.*?-->");

    private static final Pattern JAVADOC_CODE =
            Pattern.compile("(?s)\\{@(?:code|link|linkplain|value|snippet)\\b[^{}]*+(?:\\{[^{}]*+\\}[^{}]*+)*+\\}"
                    + "|@(?:param|throws)\\s+\\S+|@(?:return|see)\\b|</?[a-z]+[^>]*>");

    /** Comments of shell and Python, usage texts, docstrings and strings. */
    private static final Pattern SCRIPT_PROSE = Pattern.compile(
            "(?ms)(?:^|(?<=\\s))#[^\\n]*|<<'TEXT'.*?^TEXT$|\"\"\".*?\"\"\"|\"[^\"\\\\\\n]*+(?:\\\\.[^\"\\\\\\n]*+)*+\"|'[^'\\n]*'");

    /** Code in strings of shell and Python. */
    private static final Pattern INTERPOLATION = Pattern.compile("\\{[^{}\\n]*\\}");

    private static final Pattern DESCRIPTION =
            Pattern.compile("(?<=\"description\": )\"[^\"\\\\]*+(?:\\\\.[^\"\\\\]*+)*+\"");

    /** Minimum words of a string literal that is prose; shorter literals are names. */
    private static final int SENTENCE = 3;

    /** Most words of a sentence on the pages that people read from start to end. Code in a sentence is one word. */
    static final int LONGEST_SENTENCE = 30;

    /** Pages and folders of pages whose sentences are checked. */
    private static final List<String> READ_THROUGH =
            List.of("README.md", "docs/tutorial.md", "docs/concepts.md", "docs/operations.md", "docs/how-to");

    /** Starts of separate units: items of lists, cells of tables, headings. */
    private static final Pattern UNIT =
            Pattern.compile("\\n\\s*\\n|\\n(?=\\s*(?:[-*]|\\d+\\.|#+|\\|) )|(?<=\\s)\\|(?=\\s)");

    private static final Pattern SENTENCE_END = Pattern.compile("(?<=[.!?])(?:\\*\\*)?\\s+");

    private final List<Rule> rules;

    /** @param lines of the list of patterns */
    ProseCheck(List<String> lines) {
        rules = lines.stream()
                .filter(line -> line.isBlank() == false && line.startsWith("#") == false)
                .map(Rule::read)
                .toList();
    }

    /**
     * A pattern.
     *
     * @param pattern the regular expression
     * @param source as written in the list
     * @param suggestion what to write instead
     */
    record Rule(Pattern pattern, String source, String suggestion) {

        private static Rule read(String line) {
            int end = line.lastIndexOf(" => ");
            if (end < 0) {
                throw new IllegalArgumentException(
                        "a line must have the form [pattern => suggestion], but was [" + line + "]");
            }
            String source = line.substring(0, end);
            // a lookbehind needs a bounded length, so its spaces are unchanged
            Matcher parts = Pattern.compile("\\(\\?<[!=][^)]*\\)| ").matcher(source);
            String regex = parts.replaceAll(part -> Matcher.quoteReplacement(
                    part.group().equals(" ") ? "\\s+" : part.group().replace(" ", "\\s")));
            return new Rule(Pattern.compile(regex, Pattern.CASE_INSENSITIVE), source, line.substring(end + 4));
        }
    }

    /** A match of a rule in a file; lines count from 1. */
    record Finding(String file, int line, String text, Rule rule) {

        @Override
        public String toString() {
            return file + ":" + line + ": [" + text + "] matches [" + rule.source + "]; write: " + rule.suggestion;
        }
    }

    /**
     * The result of a search of some files.
     *
     * @param words number of words that were searched
     * @param findings in order of the files
     */
    record Report(long words, List<Finding> findings) {

        /** Findings per 10,000 words, rounded up to a tenth. */
        double rate() {
            return words == 0 ? 0 : Math.ceil(findings.size() * 100_000d / words) / 10;
        }
    }

    private record Match(int start, int end, Rule rule) {}

    /** Searches one text, of which everything but prose has been masked. Of overlapping matches only the first counts. */
    Report search(String file, String masked) {
        // removes code, which is most of a source file, to speed up the search; line numbers do not change
        String prose = MASKED.matcher(masked).replaceAll(String.valueOf(MASK));
        List<Match> matches = new ArrayList<>();
        for (Rule rule : rules) {
            rule.pattern
                    .matcher(prose)
                    .results()
                    .forEach(match -> matches.add(new Match(match.start(), match.end(), rule)));
        }
        matches.sort(Comparator.comparingInt(Match::start));
        List<Finding> findings = new ArrayList<>();
        int end = 0;
        for (Match match : matches) {
            if (match.start >= end) {
                String text = prose.substring(match.start, match.end).strip().replaceAll("\\s+", " ");
                findings.add(new Finding(file, line(prose, match.start), text, match.rule));
                end = match.end;
            }
        }
        return new Report(words(prose), findings);
    }

    /** Returns the number of the line of a position. */
    private static int line(String text, int position) {
        return 1 + (int) text.chars().limit(position).filter(c -> c == '\n').count();
    }

    private static int words(String prose) {
        return (int) WORD.matcher(prose).results().count();
    }

    /**
     * Searches the files below a project's directory by kind: {@code docs}, {@code comments}, {@code messages}, {@code scripts}, {@code
     * spec}.
     */
    Map<String, Report> searchProject(Path project) throws IOException {
        Map<String, Report> reports = new TreeMap<>();
        List<Path> docs = new ArrayList<>(files(project.resolve("docs"), ".md"));
        for (String page : List.of("README.md", "CHANGELOG.md", "CONTRIBUTING.md", "SECURITY.md")) {
            docs.add(project.resolve(page));
        }
        List<Path> java = files(project.resolve("src/main/java"), ".java");
        List<Path> messages = new ArrayList<>(java);
        messages.addAll(files(project.resolve("src/main/resources/org/ndd/plugin/explore"), ".js"));
        reports.put("docs", search(project, docs, ProseCheck::ofMarkdown));
        reports.put("comments", search(project, java, ProseCheck::ofComments));
        reports.put("messages", search(project, messages, ProseCheck::ofStrings));
        List<Path> scripts = new ArrayList<>();
        for (String folder : List.of("distribution/bin", "distribution/lib", "dev/bin")) {
            scripts.addAll(files(project.resolve(folder), ""));
        }
        reports.put("scripts", search(project, scripts, ProseCheck::ofScript));
        reports.put("spec", search(project, files(project.resolve("rest-api-spec/api"), ".json"), ProseCheck::ofSpec));
        return reports;
    }

    /** Sentences with more than {@value #LONGEST_SENTENCE} words, each with its file, line and number of words. */
    static List<String> longSentences(Path project) throws IOException {
        List<String> found = new ArrayList<>();
        for (String name : READ_THROUGH) {
            for (Path page : files(project.resolve(name), ".md")) {
                longSentences(Files.readString(page)).forEach(one -> found.add(name(project, page) + ":" + one));
            }
        }
        return found;
    }

    /** The same of a page, without its file. */
    static List<String> longSentences(String markdown) {
        // a block of code is removed, other code counts as one word; line numbers do not change
        String prose = MARKDOWN_CODE
                .matcher(markdown)
                .replaceAll(code -> code.group(2) != null ? "x" : code.group().replaceAll("[^\n]+", ""));
        List<String> found = new ArrayList<>();
        int start = 0;
        for (int end : ends(prose, UNIT, 0)) {
            int from = start;
            for (int sentence : ends(prose.substring(start, end), SENTENCE_END, start)) {
                String text = prose.substring(from, sentence).strip();
                long count = Pattern.compile("\\s+")
                        .splitAsStream(text)
                        .filter(word -> word.codePoints().anyMatch(Character::isLetterOrDigit))
                        .count();
                if (count > LONGEST_SENTENCE) {
                    found.add(line(prose, from) + ": " + count + " words: " + text);
                }
                from = sentence;
            }
            start = end;
        }
        return found;
    }

    /** Ends of the matches, and of the text, plus an offset. */
    private static List<Integer> ends(String text, Pattern separator, int offset) {
        List<Integer> ends = new ArrayList<>();
        separator.matcher(text).results().forEach(match -> ends.add(match.end() + offset));
        ends.add(text.length() + offset);
        return ends;
    }

    private Report search(Path project, List<Path> files, UnaryOperator<String> prose) throws IOException {
        long words = 0;
        List<Finding> findings = new ArrayList<>();
        for (Path file : files) {
            Report report = search(name(project, file), prose.apply(Files.readString(file)));
            words += report.words;
            findings.addAll(report.findings);
        }
        return new Report(words, findings);
    }

    private static String name(Path project, Path file) {
        return project.relativize(file).toString().replace('\\', '/');
    }

    private static List<Path> files(Path folder, String extension) throws IOException {
        try (Stream<Path> files = Files.walk(folder)) {
            return files.filter(
                            file -> Files.isRegularFile(file) && file.toString().endsWith(extension))
                    .sorted()
                    .toList();
        }
    }

    /** Masks code blocks, code spans, link destinations and HTML. */
    static String ofMarkdown(String markdown) {
        return mask(markdown, MARKDOWN_CODE);
    }

    /** Masks everything but Javadoc and comments, and in these inline tags, names of parameters and HTML. */
    static String ofComments(String java) {
        return mask(lex(java, true), JAVADOC_CODE);
    }

    /** Masks everything but the content of string literals of {@value #SENTENCE} words or more. */
    static String ofStrings(String source) {
        return lex(source, false);
    }

    /** Masks everything but comments, usage texts, docstrings, and strings of {@value #SENTENCE} words or more, and in these code. */
    static String ofScript(String script) {
        return mask(keepOnly(script, SCRIPT_PROSE), INTERPOLATION);
    }

    /** Masks everything but descriptions, and in these code. */
    static String ofSpec(String json) {
        return mask(keepOnly(json, DESCRIPTION), MARKDOWN_CODE);
    }

    private static String keepOnly(String text, Pattern prose) {
        StringBuilder kept = new StringBuilder(text);
        int end = 0;
        for (Matcher matcher = prose.matcher(text); matcher.find(); ) {
            if (words(matcher.group()) >= SENTENCE) {
                blank(kept, end, matcher.start());
                end = matcher.end();
            }
        }
        blank(kept, end, text.length());
        return kept.toString();
    }

    private static String mask(String text, Pattern pattern) {
        StringBuilder masked = new StringBuilder(text);
        Matcher matcher = pattern.matcher(text);
        while (matcher.find()) {
            blank(masked, matcher.start(), matcher.end());
        }
        return masked.toString();
    }

    private static void blank(StringBuilder text, int from, int to) {
        for (int i = from; i < to; i++) {
            if (Character.isWhitespace(text.charAt(i)) == false) {
                text.setCharAt(i, MASK);
            }
        }
    }

    /** Keeps either comments or strings of Java or JavaScript. A string in single quotes ends with its line at the latest. */
    private static String lex(String source, boolean comments) {
        StringBuilder kept = new StringBuilder(source);
        int at = 0;
        while (at < source.length()) {
            int end;
            if (source.startsWith("//", at)) {
                end = endOf(source, "\n", at + 2);
                if (comments) {
                    kept.replace(at, at + 2, "  ");
                }
                keep(kept, at, end, comments);
            } else if (source.startsWith("/*", at)) {
                end = endOf(source, "*/", at + 2);
                keep(kept, at, end, comments);
                if (comments) {
                    decoration(kept, at, end);
                }
            } else if (source.startsWith("\"\"\"", at)) {
                end = endOf(source, "\"\"\"", at + 3);
                keep(kept, at, end, comments == false);
            } else if ("\"'`".indexOf(source.charAt(at)) >= 0) {
                end = endOfString(source, at);
                keep(kept, at, end, comments == false && words(source.substring(at, end)) >= SENTENCE);
            } else {
                end = at + 1;
                keep(kept, at, end, false);
            }
            at = end;
        }
        return kept.toString();
    }

    private static void keep(StringBuilder text, int from, int to, boolean prose) {
        if (prose == false) {
            blank(text, from, to);
        }
    }

    /** Replaces the asterisks at the begin of the lines of a comment with spaces, and masks its delimiters. */
    private static void decoration(StringBuilder text, int from, int to) {
        Matcher matcher = Pattern.compile("(?m)^\\s*\\*(?!/)").matcher(text.substring(from, to));
        while (matcher.find()) {
            text.setCharAt(from + matcher.end() - 1, ' ');
        }
        blank(text, from, Math.min(to, from + 2));
        blank(text, Math.max(from, to - 2), to);
    }

    private static int endOf(String source, String delimiter, int from) {
        int end = source.indexOf(delimiter, from);
        return end < 0 ? source.length() : end + delimiter.length();
    }

    private static int endOfString(String source, int start) {
        char quote = source.charAt(start);
        for (int i = start + 1; i < source.length(); i++) {
            char c = source.charAt(i);
            if (c == '\\') {
                i++;
            } else if (c == quote) {
                return i + 1;
            } else if (c == '\n' && quote != '`') {
                return i;
            }
        }
        return source.length();
    }

    public static void main(String[] arguments) throws IOException {
        Path project = Path.of("").toAbsolutePath();
        ProseCheck check = new ProseCheck(Files.readAllLines(project.resolve(PATTERNS)));
        for (Map.Entry<String, Report> entry : check.searchProject(project).entrySet()) {
            if (arguments.length > 0 && arguments[0].equals(entry.getKey()) == false) {
                continue;
            }
            Report report = entry.getValue();
            for (Finding finding : report.findings) {
                if (arguments.length < 2 || finding.file.contains(arguments[1])) {
                    System.out.println(finding);
                }
            }
            String counts = "%s: %d findings in %d words, %.1f per 10,000%n";
            System.out.printf(Locale.ROOT, counts, entry.getKey(), report.findings.size(), report.words, report.rate());
        }
        if (arguments.length == 0 || arguments[0].equals("sentences")) {
            longSentences(project).forEach(System.out::println);
        }
    }
}
