package org.ndd.eval.bench;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.eval.bench.Ratio.Better;
import org.ndd.eval.bench.ReferenceRatios.Compared;
import org.ndd.eval.bench.ReferenceRatios.Outcome;

public class ReferenceRatiosTests extends LuceneTestCase {

    private static ReferenceRatios kept(String... lines) throws IOException {
        Path file = createTempFile();
        Files.writeString(file, "name,ratio,better,tolerance\n" + String.join("\n", lines) + "\n");
        return ReferenceRatios.read(file);
    }

    private static Outcome outcome(ReferenceRatios kept, double measured) {
        // The tolerance of the file takes precedence over that of the measurement.
        List<Compared> compared = kept.compare(List.of(new Ratio("a / b", measured, Better.HIGHER, 0)));
        assertEquals(1, compared.size());
        assertEquals(compared.get(0).outcome() == Outcome.WORSE, compared.get(0).fails());
        return compared.get(0).outcome();
    }

    public void testHigherIsBetter() throws IOException {
        ReferenceRatios kept = kept("a / b,0.5,higher,0.25");
        assertEquals(Outcome.SAME, outcome(kept, 0.5));
        assertEquals(Outcome.SAME, outcome(kept, 0.401));
        assertEquals(Outcome.WORSE, outcome(kept, 0.399));
        assertEquals(Outcome.SAME, outcome(kept, 0.624));
        assertEquals(Outcome.BETTER, outcome(kept, 0.626));
    }

    public void testLowerIsBetter() throws IOException {
        ReferenceRatios kept = kept("a / b,0.5,lower,0.25");
        assertEquals(Outcome.SAME, outcome(kept, 0.5));
        assertEquals(Outcome.SAME, outcome(kept, 0.624));
        assertEquals(Outcome.WORSE, outcome(kept, 0.626));
        assertEquals(Outcome.SAME, outcome(kept, 0.401));
        assertEquals(Outcome.BETTER, outcome(kept, 0.399));
    }

    public void testNewRatiosPassAndMissingRatiosFail() throws IOException {
        List<Compared> compared = kept("a,1,higher,0.1", "b,2,lower,0.1")
                .compare(List.of(new Ratio("c", 3, Better.LOWER, 0.2), new Ratio("b", 2, Better.LOWER, 0.1)));
        assertEquals(
                List.of("c", "b", "a"), compared.stream().map(Compared::name).toList());
        assertEquals(
                List.of(Outcome.NEW, Outcome.SAME, Outcome.MISSING),
                compared.stream().map(Compared::outcome).toList());
        assertEquals(
                List.of(false, false, true),
                compared.stream().map(Compared::fails).toList());
    }

    public void testWriteAndRead() throws IOException {
        Path file = createTempDir().resolve("ratios.csv");
        assertEquals(
                "no file",
                Outcome.NEW,
                ReferenceRatios.read(file)
                        .compare(List.of(new Ratio("a", 1, Better.LOWER, 0)))
                        .get(0)
                        .outcome());
        ReferenceRatios.read(file)
                .write(
                        file,
                        List.of(new Ratio("a", 0.123456, Better.HIGHER, 0.1), new Ratio("b", 17, Better.LOWER, 0.5)));
        assertEquals(
                List.of("name,ratio,better,tolerance", "a,0.1235,higher,0.1", "b,17.00,lower,0.5"),
                Files.readAllLines(file));
        Files.writeString(file, Files.readString(file).replace("0.5", "0.75"));
        ReferenceRatios.read(file).write(file, List.of(new Ratio("b", 18, Better.LOWER, 0.5)));
        assertEquals(
                "an edited tolerance is kept",
                List.of("name,ratio,better,tolerance", "b,18.00,lower,0.75"),
                Files.readAllLines(file));
    }

    private static void assertRejected(String message, String... lines) {
        assertEquals(
                message,
                expectThrows(IllegalArgumentException.class, () -> kept(lines)).getMessage());
    }

    public void testRejectsInvalidFiles() throws IOException {
        assertRejected("[line] must be [name,ratio,better,tolerance], but was [a,1,higher]", "a,1,higher");
        assertRejected("[better] must be one of [higher, lower], but was [more]", "a,1,more,0.1");
        assertRejected("[ratio] must be above [0], but was [0.0]", "a,0,lower,0.1");
        assertRejected("[ratio] must be above [0], but was [NaN]", "a,NaN,lower,0.1");
        assertRejected("[tolerance] must be at least [0], but was [-0.1]", "a,1,lower,-0.1");
        assertRejected("[name] must be unique, but was [a] again", "a,1,lower,0.1", "a,2,lower,0.1");
        Path file = createTempFile();
        Files.writeString(file, "a,1,lower,0.1\n");
        assertEquals(
                "[" + file + "] must begin with [name,ratio,better,tolerance]",
                expectThrows(IllegalArgumentException.class, () -> ReferenceRatios.read(file))
                        .getMessage());
        assertEquals(
                "[name] must be without commas and quotes, but was [a,b]",
                expectThrows(IllegalArgumentException.class, () -> new Ratio("a,b", 1, Better.LOWER, 0))
                        .getMessage());
    }
}
