package org.ndd.analysis;

import java.io.PrintStream;
import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.ArrayList;
import java.util.HexFormat;
import java.util.List;
import java.util.Random;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.text.RandomText;
import org.ndd.core.text.Sentences.Sentence;

/**
 * Prints a line with a hash of all stored values and of comparisons for each text of a set that covers Unicode. A program, so that the
 * output of different JDKs can be compared.
 */
public final class UnicodeLines {

    private static final int BLOCK = 256;
    private static final int PLANE = 0x10000;

    /** Planes without assigned characters in any version of Unicode, represented by one block each. */
    private static final int FIRST_EMPTY = 0x40000;

    private static final int BEHIND_EMPTY = 0xE0000;
    private static final int RANDOM_TEXTS = 60;
    private static final int CODE_POINTS = 400;

    private static final List<PageAnalyzer> ANALYZERS = List.of(
            analyzer(FingerprintParameters.BALANCED, Format.TEXT),
            analyzer(FingerprintParameters.PKU2007, Format.TEXT),
            analyzer(FingerprintParameters.BALANCED, Format.HTML));

    private static final List<PairComparator> COMPARATORS = List.of(
            new PairComparator(SimilarityParameters.BALANCED),
            new PairComparator(SimilarityParameters.STRICT),
            new PairComparator(SimilarityParameters.PKU2007));

    private final List<String> lines = new ArrayList<>();

    private UnicodeLines() {}

    private static PageAnalyzer analyzer(FingerprintParameters fingerprints, Format format) {
        return new PageAnalyzer(new PageParameters(fingerprints, format, 1 << 20));
    }

    /** Prints the lines. */
    public static void main(String[] args) {
        PrintStream out = new PrintStream(System.out, true, StandardCharsets.UTF_8);
        all().forEach(out::println);
    }

    /** All lines: the golden texts, each block of code points, and random texts with a fixed seed. */
    public static List<String> all() {
        UnicodeLines unicode = new UnicodeLines();
        for (GoldenText golden : GoldenText.ALL) {
            unicode.page("golden " + golden.name(), golden.input(), "http://www.example.org/x");
        }
        int step;
        for (int first = 0; first <= Character.MAX_CODE_POINT; first += step) {
            step = first >= FIRST_EMPTY && first < BEHIND_EMPTY ? PLANE : BLOCK;
            unicode.block(first);
        }
        for (int seed = 0; seed < RANDOM_TEXTS; seed++) {
            unicode.random(new Random(seed), "random " + seed);
        }
        return unicode.lines;
    }

    /** Each code point between letters, in a word with its neighbors, and as a separator. */
    private void block(int first) {
        StringBuilder apart = new StringBuilder();
        StringBuilder together = new StringBuilder();
        for (int codePoint = first; codePoint < first + BLOCK; codePoint++) {
            apart.append("one")
                    .appendCodePoint(codePoint)
                    .append("two ")
                    .appendCodePoint(codePoint)
                    .append(' ');
            together.appendCodePoint(codePoint);
        }
        page("code points from " + Integer.toHexString(first), apart + "\n" + together, "https://example.org/");
    }

    private void random(Random random, String name) {
        String text = RandomText.any(random, CODE_POINTS);
        String other = text.substring(0, text.length() / 2)
                + RandomText.any(random, CODE_POINTS / 4)
                + text.substring(text.length() / 2 + 1);
        String host = RandomText.any(random, 8).replaceAll("[\\s/?#\\\\@:]", "");
        page(name, text, "http://" + host + ".example/" + RandomText.any(random, 5));
        page(
                name + " as html",
                "<html><head><title>" + RandomText.any(random, 20) + "</title></head><body><p>" + text + "</p><p>"
                        + other + "</p></body></html>",
                "http://www." + host + ".example");
        pair(name + " compared", text, other, RandomText.any(random, 10), RandomText.prose(random, 6));
    }

    private void page(String name, String input, String url) {
        StringBuilder values = new StringBuilder();
        for (PageAnalyzer analyzer : ANALYZERS) {
            PageAnalysis page = analyzer.analyze(PageInput.of(input, url));
            values.append(page.text()).append('\n').append(page.title()).append('\n');
            values.append(page.site()).append('\n').append(page.digest()).append('\n');
            for (Sentence sentence : page.sentences()) {
                values.append(sentence.key()).append(' ');
            }
            values.append(page.fingerprintTerms()).append(page.formats()).append(page.length());
            values.append(PageInput.of(input, url).sourceHash()).append('\n');
        }
        add(name, values);
    }

    private void pair(String name, String a, String b, String title, String otherTitle) {
        PageAnalyzer analyzer = ANALYZERS.get(0);
        PageText left = new PageText(analyzer.analyze(PageInput.of(a, null)).text(), title, "example.org", null);
        PageText right =
                new PageText(analyzer.analyze(PageInput.of(b, null)).text(), title + otherTitle, "example.org", null);
        StringBuilder values = new StringBuilder();
        for (PairComparator comparator : COMPARATORS) {
            Comparison found = comparator.explain(left, right, () -> {});
            values.append(found.relation())
                    .append(found.reason())
                    .append(found.shared().regions());
            values.append(found.distinction()).append(' ');
            // the decimal form of a double is another since Java 19
            for (double measure : new double[] {
                found.confidence(),
                found.shared().resemblance(),
                found.a().containment(),
                found.b().containment()
            }) {
                values.append(Double.toHexString(measure)).append(' ');
            }
            for (int length : new int[] {
                found.shared().lcs(),
                found.shared().tlcs(),
                found.a().length(),
                found.b().length(),
                found.a().sketch(),
                found.b().sketch()
            }) {
                values.append(length).append(' ');
            }
        }
        add(name, values);
    }

    private void add(String name, CharSequence values) {
        try {
            byte[] hash = MessageDigest.getInstance("SHA-256")
                    .digest(values.toString().getBytes(StandardCharsets.UTF_16BE));
            lines.add(name + " " + HexFormat.of().formatHex(hash, 0, 12));
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException(e);
        }
    }
}
