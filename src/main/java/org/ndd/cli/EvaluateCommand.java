package org.ndd.cli;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.function.Function;
import java.util.stream.Stream;
import org.elasticsearch.common.bytes.BytesReference;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;
import org.ndd.cli.Ndd.Console;
import org.ndd.cli.Options.InvalidOptionException;
import org.ndd.cli.Options.Kind;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.partition.Partition.Group;
import org.ndd.core.partition.PartitionDocument;
import org.ndd.inspect.Confusion;
import org.ndd.pair.ContributionFormat;

/**
 * Measures the groups of documents in files on labeled pairs: whether the documents of a pair are in one group.
 *
 * @param labels file of pairs
 */
record EvaluateCommand(GroupOptions options, boolean progress, String labels, List<String> files)
        implements Ndd.Command {

    static final Map<String, Kind> OPTIONS = GroupOptions.allOptions(Map.of());

    /** First character of a file that spreadsheets write. */
    private static final String BYTE_ORDER_MARK = "\uFEFF";

    /** Maximum number of wrong pairs that are printed. */
    private static final int MAX_ERRORS = 100;

    /** @param place position of the line */
    private record Pair(String place, String a, String b, boolean duplicate) {}

    /** A pair whose groups contradict its label, and the comparison of its documents. */
    private record ExplainedPair(Pair pair, Comparison comparison) {}

    static EvaluateCommand of(List<String> args) {
        Options options = Options.parse(args, OPTIONS);
        List<String> files = options.arguments();
        if (files.size() < 2) {
            throw new InvalidOptionException("[file] must be a file of labels and one of documents, but was " + files);
        }
        return new EvaluateCommand(
                GroupOptions.of(options),
                options.flag("progress"),
                FileGroups.checkFiles(files).get(0),
                files.subList(1, files.size()));
    }

    @Override
    public int run(Console console) throws IOException {
        List<String> skipped = new ArrayList<>();
        List<Pair> pairs = pairs(console, skipped);
        FileGroups grouped = FileGroups.of(options, files, progress, console);
        Map<String, Group> groups = new HashMap<>();
        Map<String, PartitionDocument> documents = new HashMap<>();
        for (Group group : grouped.partition().groups()) {
            for (Group.Page page : group.pages()) {
                groups.put(page.document().id(), group);
                documents.put(page.document().id(), page.document());
            }
        }
        Confusion confusion = Confusion.NONE;
        List<ExplainedPair> errors = new ArrayList<>();
        for (Pair pair : pairs) {
            Group group = groups.get(pair.a());
            if (group == null || groups.containsKey(pair.b()) == false) {
                skipped.add(pair.place() + ": [id1] and [id2] must be ids of documents, but was ["
                        + (group == null ? pair.a() : pair.b()) + "]");
                continue;
            }
            boolean sameGroup = group == groups.get(pair.b());
            confusion = confusion.with(pair.duplicate(), sameGroup);
            if (sameGroup != pair.duplicate() && errors.size() < MAX_ERRORS) {
                errors.add(new ExplainedPair(
                        pair, comparison(documents.get(pair.a()), documents.get(pair.b()), grouped.boilerplate())));
            }
        }
        skipped.forEach(console::printRejection);
        print(confusion, skipped.size(), errors, console);
        return skipped.isEmpty() && grouped.complete() ? Ndd.DONE : Ndd.REJECTED;
    }

    private Comparison comparison(
            PartitionDocument a, PartitionDocument b, Function<String, SiteBoilerplate> boilerplate) {
        Comparison comparison = new PairComparator(
                        options.partition().grouping().similarity())
                .compare(a.page(boilerplate.apply(a.site())), b.page(boilerplate.apply(b.site())), () -> {});
        return a.mustAgreeKeys().disagreesWith(b.mustAgreeKeys()) ? comparison.asOtherItem() : comparison;
    }

    private static void print(Confusion confusion, int skipped, List<ExplainedPair> errors, Console console)
            throws IOException {
        XContentBuilder json = XContentFactory.jsonBuilder().prettyPrint().startObject();
        json.field("pairs", confusion.pairs());
        json.field("skipped", skipped);
        confusion.toXContent(json);
        json.startArray("errors");
        for (ExplainedPair error : errors) {
            json.startObject().field("a", error.pair.a()).field("b", error.pair.b());
            json.field("duplicate", error.pair.duplicate());
            ContributionFormat.verdict(error.comparison, json);
            json.endObject();
        }
        BytesReference.bytes(json.endArray().endObject()).writeTo(console.out());
        console.out().write('\n');
    }

    /** Reads the labeled pairs of the file: comma-separated values, with the names of the columns in the first line. */
    private List<Pair> pairs(Console console, List<String> skipped) throws IOException {
        List<Pair> pairs = new ArrayList<>();
        try (Lines lines = new Lines(List.of(labels), console.in())) {
            List<String> header = cells(lines.next());
            List<Integer> columns =
                    Stream.of("id1", "id2", "label").map(header::indexOf).toList();
            if (columns.contains(-1)) {
                throw new IOException("[" + labels
                        + "] must begin with a line with the columns [id1, id2, label], but was " + header);
            }
            for (Lines.Line line = lines.next(); line != null; line = lines.next()) {
                List<String> cells = cells(line);
                if (line.isBlank() == false && cells.size() < header.size()) {
                    skipped.add(line.place() + ": [line] must have the values of " + header + ", but was " + cells);
                } else if (line.isBlank() == false) {
                    add(pairs, line, columns.stream().map(cells::get).toList(), skipped);
                }
            }
        }
        return pairs;
    }

    private static void add(List<Pair> pairs, Lines.Line line, List<String> pair, List<String> skipped) {
        switch (pair.get(2)) {
            case "dup", "not" ->
                pairs.add(new Pair(
                        line.place(), pair.get(0), pair.get(1), pair.get(2).equals("dup")));
            case "unknown" -> {
                // such a pair is neither a positive nor a negative example
            }
            default ->
                skipped.add(
                        line.place() + ": [label] must be one of [dup, not, unknown], but was [" + pair.get(2) + "]");
        }
    }

    private static List<String> cells(Lines.Line line) {
        if (line == null || line.bytes() == null) {
            return List.of();
        }
        String text = new String(line.bytes(), StandardCharsets.UTF_8);
        String values = text.startsWith(BYTE_ORDER_MARK) ? text.substring(BYTE_ORDER_MARK.length()) : text;
        return split(values.strip());
    }

    /** Splits comma-separated values. A value in quotation marks may have commas, and doubled quotation marks (RFC 4180). */
    private static List<String> split(String line) {
        List<String> values = new ArrayList<>();
        StringBuilder value = new StringBuilder();
        boolean quoted = false;
        for (int i = 0; i < line.length(); i++) {
            char c = line.charAt(i);
            boolean doubled = quoted && c == '"' && i + 1 < line.length() && line.charAt(i + 1) == '"';
            if (doubled) {
                i++;
            }
            if (c == '"' && doubled == false && (quoted || value.isEmpty())) {
                quoted = quoted == false;
            } else if (c == ',' && quoted == false) {
                values.add(value.toString());
                value.setLength(0);
            } else {
                value.append(c);
            }
        }
        values.add(value.toString());
        return values;
    }
}
