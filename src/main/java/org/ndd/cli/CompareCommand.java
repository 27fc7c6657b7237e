package org.ndd.cli;

import java.io.IOException;
import java.io.UncheckedIOException;
import java.nio.ByteBuffer;
import java.nio.charset.CharacterCodingException;
import java.nio.charset.StandardCharsets;
import java.util.List;
import java.util.Locale;
import java.util.Map;
import java.util.TreeMap;
import org.apache.lucene.search.Explanation;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ToXContent;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentFactory;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.cli.Ndd.Console;
import org.ndd.cli.Options.InvalidOptionException;
import org.ndd.cli.Options.Kind;
import org.ndd.config.SimilarityOptions;
import org.ndd.core.align.TextDiff;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.inspect.CompareResponse;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.ContributionFormat;
import org.ndd.pair.PageFetcher;
import org.ndd.pair.PageSource;
import org.ndd.pair.PairJudge;

/**
 * Prints the verdict on two files, and its reasons, as text or as the response of the compare API.
 *
 * @param diff whether to print the differences of the texts
 * @param json whether to print JSON
 */
record CompareCommand(SimilarityParameters similarity, Format format, boolean diff, boolean json, List<String> files)
        implements Ndd.Command {

    static final Map<String, Kind> OPTIONS = new TreeMap<>(GroupOptions.SIMILARITY);

    static {
        OPTIONS.putAll(Map.of("format", Kind.TEXT, "diff", Kind.FLAG, "json", Kind.FLAG));
    }

    private static final ObjectParser<SimilarityOptions.Builder, Void> PARSER =
            new ObjectParser<>("similarity", SimilarityOptions.Builder::new);

    static {
        SimilarityOptions.declareFields(PARSER, builder -> builder);
    }

    /** Width of the widest bar, in characters. */
    private static final int BAR_WIDTH = 40;

    static CompareCommand of(List<String> args) {
        Options options = Options.parse(args, OPTIONS);
        if (options.arguments().size() != 2) {
            throw new InvalidOptionException("[file] must be two files, but was " + options.arguments());
        }
        Lines.check(options.arguments());
        try (XContentParser parser = GroupOptions.parser(options.select(GroupOptions.SIMILARITY.keySet()))) {
            return new CompareCommand(
                    PARSER.parse(parser, null).build(),
                    Format.of(options.text("format", Format.AUTO.value())),
                    options.flag("diff"),
                    options.flag("json"),
                    options.arguments());
        } catch (IllegalArgumentException e) {
            throw new InvalidOptionException(e);
        } catch (IOException e) {
            throw new UncheckedIOException(e);
        }
    }

    @Override
    public int run(Console console) throws IOException {
        PairJudge judge = new PairJudge(similarity, ComparisonMemory.UNLIMITED);
        CompareResponse response =
                CompareResponse.of(judge, page(files.get(0), console), page(files.get(1), console), diff, () -> {});
        console.out().write((json ? json(response) : text(response)).getBytes(StandardCharsets.UTF_8));
        return Ndd.DONE;
    }

    private ComparablePage page(String file, Console console) throws IOException {
        byte[] bytes = Lines.readAll(file, console.in());
        String text;
        try {
            text = StandardCharsets.UTF_8
                    .newDecoder()
                    .decode(ByteBuffer.wrap(bytes))
                    .toString();
        } catch (CharacterCodingException e) {
            throw new InvalidOptionException("[file] must be a file in UTF-8, but was [" + file + "]");
        }
        return PageFetcher.analyze(PageSource.content(text, format), null, FingerprintParameters.BALANCED);
    }

    private static String json(CompareResponse response) throws IOException {
        try (XContentBuilder builder = XContentFactory.jsonBuilder().prettyPrint()) {
            return org.elasticsearch.common.Strings.toString(response.toXContent(builder, ToXContent.EMPTY_PARAMS))
                    + "\n";
        }
    }

    private static String text(CompareResponse response) {
        Comparison comparison = response.comparison();
        StringBuilder text = new StringBuilder();
        line(text, "relation     %s", comparison.relation().value());
        line(text, "confidence   %.3f", comparison.confidence());
        line(text, "reason       %s", comparison.reason().value());
        line(text, "resemblance  %.3f", comparison.shared().resemblance());
        line(
                text,
                "containment  a in b %.3f, b in a %.3f",
                comparison.a().containment(),
                comparison.b().containment());
        line(
                text,
                "length       a %d, b %d",
                comparison.a().length(),
                comparison.b().length());
        Explanation explanation = ContributionFormat.explain(comparison);
        if (explanation.getDetails().length > 0) {
            line(text, "");
            waterfall(text, explanation);
        }
        if (response.diff() != null) {
            line(text, "");
            for (TextDiff.Run run : response.diff()) {
                run.text()
                        .lines()
                        .forEach(part -> line(text, "%-7s %s", run.kind().value(), part));
            }
        }
        return text.toString();
    }

    /** Prints a bar for each contribution, which begins at the end of the previous bar. */
    private static void waterfall(StringBuilder text, Explanation explanation) {
        double min = 0;
        double max = 0;
        double sum = 0;
        for (Explanation detail : explanation.getDetails()) {
            sum += detail.getValue().doubleValue();
            min = Math.min(min, sum);
            max = Math.max(max, sum);
        }
        double unit = Math.max(1e-9, max - min) / BAR_WIDTH;
        double start = 0;
        for (Explanation detail : explanation.getDetails()) {
            double value = detail.getValue().doubleValue();
            int from = (int) Math.round((Math.min(start, start + value) - min) / unit);
            int to = (int) Math.round((Math.max(start, start + value) - min) / unit);
            String bar = " ".repeat(from) + (value < 0 ? "-" : "+").repeat(to - from);
            line(text, "%-" + BAR_WIDTH + "s  %s", bar, detail.getDescription());
            start += value;
        }
        line(
                text,
                "%-" + BAR_WIDTH + "s  sum: log-odds %+.1f, confidence %.3f",
                "",
                sum,
                explanation.getValue().doubleValue());
    }

    private static void line(StringBuilder text, String format, Object... values) {
        text.append(String.format(Locale.ROOT, format, values).stripTrailing()).append('\n');
    }
}
