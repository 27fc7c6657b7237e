package org.ndd.core.align;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;
import java.util.concurrent.TimeUnit;
import org.ndd.core.boilerplate.LineHash;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.boilerplate.SiteBoilerplate.BoilerplateLine;
import org.ndd.core.boilerplate.SiteBoilerplate.Level;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.compare.SimilarityParameters;
import org.openjdk.jmh.annotations.Benchmark;
import org.openjdk.jmh.annotations.BenchmarkMode;
import org.openjdk.jmh.annotations.Fork;
import org.openjdk.jmh.annotations.Measurement;
import org.openjdk.jmh.annotations.Mode;
import org.openjdk.jmh.annotations.OutputTimeUnit;
import org.openjdk.jmh.annotations.Param;
import org.openjdk.jmh.annotations.Scope;
import org.openjdk.jmh.annotations.Setup;
import org.openjdk.jmh.annotations.State;
import org.openjdk.jmh.annotations.Warmup;

/**
 * Measures a comparison of two documents of one site, and its parts. "Cold" documents are compared for the first time; a "warm" document
 * is compared repeatedly, as in a run.
 *
 * <pre>mvn -Pjmh test-compile exec:exec@jmh -Djmh.arguments="CompareBenchmark -p chars=8000"</pre>
 */
@State(Scope.Thread)
@BenchmarkMode(Mode.AverageTime)
@OutputTimeUnit(TimeUnit.MICROSECONDS)
@Warmup(iterations = 3, time = 1)
@Measurement(iterations = 5, time = 1)
@Fork(1)
public class CompareBenchmark {

    private static final Runnable NO_CHECK = () -> {};

    /** Length of the text without boilerplate, in code units. */
    @Param({"1000", "8000"})
    public int chars;

    /** Size of the alphabet: European and Chinese. */
    @Param({"26", "3000"})
    public int alphabet;

    /** Every n-th sentence differs; 1 for documents that share only their boilerplate. */
    @Param({"1", "3", "20"})
    public int everyOther;

    private final PairComparator comparator = new PairComparator(SimilarityParameters.BALANCED);
    private PageText a;
    private PageText b;
    private PreparedPage warmA;
    private PreparedPage warmB;
    private PreparedText textA;
    private PreparedText textB;
    private PreparedText hubA;
    private int[] positionsA;
    private int[] positionsB;

    /** Creates the two documents. */
    @Setup
    public void pages() {
        Random random = new Random(5);
        List<String> menu = lines(random, 30);
        List<BoilerplateLine> lines = new ArrayList<>();
        for (String line : menu) {
            lines.add(new BoilerplateLine(LineHash.of(line), Level.FULL, 100, line));
        }
        SiteBoilerplate boilerplate = new SiteBoilerplate("example.org", lines);
        List<String> contentA = lines(random, chars / 50);
        List<String> contentB = new ArrayList<>(contentA);
        for (int i = 0; i < contentB.size(); i += everyOther) {
            contentB.set(i, line(random));
        }
        a = page(menu, contentA, boilerplate);
        b = page(menu, contentB, boilerplate);
        warmA = new PreparedPage(a).asPivot(2);
        warmB = new PreparedPage(b);
        textA = new PreparedText(boilerplate.mask(a.text()).full(), false);
        textB = new PreparedText(boilerplate.mask(b.text()).full(), false);
        hubA = new PreparedText(boilerplate.mask(a.text()).full(), true);
        Sketch.Pair sketches = Sketch.of(textA, textB, 16, NO_CHECK);
        positionsA = sketches.ofA().positions();
        positionsB = sketches.ofB().positions();
    }

    private static PageText page(List<String> menu, List<String> content, SiteBoilerplate boilerplate) {
        return new PageText(String.join("\n", menu) + "\n" + String.join("\n", content), "example.org", boilerplate);
    }

    private List<String> lines(Random random, int count) {
        List<String> lines = new ArrayList<>();
        for (int i = 0; i < count; i++) {
            lines.add(line(random));
        }
        return lines;
    }

    private String line(Random random) {
        char first = alphabet > 100 ? '\u4e00' : 'a';
        StringBuilder line = new StringBuilder();
        while (line.length() < 49) {
            line.append(random.nextInt(6) == 0 ? ' ' : (char) (first + random.nextInt(alphabet)));
        }
        return line.toString();
    }

    @Benchmark
    public Comparison compareCold() {
        return comparator.compare(a, b, NO_CHECK);
    }

    @Benchmark
    public Comparison compareWarm() {
        return comparator.compare(warmA, warmB, NO_CHECK);
    }

    @Benchmark
    public SiteBoilerplate.Masked mask() {
        return a.boilerplate().mask(a.text());
    }

    @Benchmark
    public Sketch.Pair sketchCold() {
        return Sketch.of(textA, textB, 16, NO_CHECK);
    }

    @Benchmark
    public Sketch.Pair sketchWarm() {
        return Sketch.of(hubA, textB, 16, NO_CHECK);
    }

    @Benchmark
    public int words() {
        return WordOccurrences.of(a.text().toCharArray()).count();
    }

    @Benchmark
    public int lcsLength() {
        return new SketchAligner(textA.text(), positionsA, textB.text(), positionsB, NO_CHECK).length();
    }
}
