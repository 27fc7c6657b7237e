package org.ndd.core.fingerprint;

import static org.ndd.core.fingerprint.ReferenceFingerprints.eligible;
import static org.ndd.core.fingerprint.ReferenceFingerprints.fingerprint;
import static org.ndd.core.fingerprint.ReferenceFingerprints.joined;
import static org.ndd.core.fingerprint.ReferenceFingerprints.md5;
import static org.ndd.core.fingerprint.ReferenceFingerprints.passages;
import static org.ndd.core.fingerprint.ReferenceFingerprints.passagesAndGrams;
import static org.ndd.core.fingerprint.ReferenceFingerprints.rotations;

import java.math.BigInteger;
import java.nio.ByteBuffer;
import java.util.ArrayList;
import java.util.Arrays;
import java.util.BitSet;
import java.util.Comparator;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import java.util.SortedSet;
import java.util.concurrent.TimeUnit;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.fingerprint.FingerprintParameters.Scheme;
import org.ndd.core.text.RandomText;
import org.ndd.core.text.Sentences;
import org.ndd.core.text.Sentences.Sentence;

public class FingerprinterTests extends LuceneTestCase {

    public void testGramsAreSharedDespiteEditsInEveryLine() {
        Fingerprinter fingerprinter = new Fingerprinter(FingerprintParameters.BALANCED);
        for (String[] pair : new String[][] {
            {
                "the red house by the lake was sold\nin winter to a family from the north",
                "that red house by the lake was sold\nin winter to some family from the north"
            },
            {
                "港口因为风暴而关闭，船只在海湾里等待风停下来。早上港口主管说，明天早上船只可以再次出海，乘客不必担心安全问题。",
                "港口因为风暴而关闭，船只在海湾里等待雨停下来。早上港口主管说，明天早上船只可以再次出海，乘客不必担心安全问题。"
            }
        }) {
            long[] first = fingerprinter.fingerprints(Sentences.split(pair[0]));
            long[] second = fingerprinter.fingerprints(Sentences.split(pair[1]));
            assertTrue(
                    pair[0],
                    Arrays.stream(first).anyMatch(v -> Arrays.stream(second).anyMatch(w -> v == w)));
        }
    }

    public void testScannedTextsShareGrams() {
        String text = "the harbour of the old town was closed for two days after the storm said the mayor on monday. "
                .repeat(12);
        StringBuilder numbered = new StringBuilder();
        for (int i = 0; i < 40; i++) {
            numbered.append(text, i * 13, i * 13 + 80).append(i).append(". ");
        }
        String scanned = numbered.toString()
                .replace("town", "tovvn")
                .replace("days", "doys")
                .replace("mayor", "mcyor");
        long[] first =
                new Fingerprinter(FingerprintParameters.NOISE).fingerprints(Sentences.split(numbered.toString()));
        long[] second = new Fingerprinter(FingerprintParameters.NOISE).fingerprints(Sentences.split(scanned));
        assertEquals(32, first.length);
        assertTrue(Arrays.stream(first).anyMatch(v -> Arrays.stream(second).anyMatch(w -> v == w)));
    }

    public void testFingerprintsOfSelectedSentences() {
        FingerprintParameters parameters = FingerprintParameters.BALANCED;
        Fingerprinter fingerprinter = new Fingerprinter(parameters);
        int found = 0;
        for (int i = 0; i < 100; i++) {
            List<Sentence> sentences = Sentences.split(RandomText.prose(random(), 20 + random().nextInt(200)));
            BitSet some = new BitSet();
            for (int run = 0; run < 3 && sentences.isEmpty() == false; run++) {
                int start = random().nextInt(sentences.size());
                some.set(start, Math.min(sentences.size(), start + 1 + random().nextInt(12)));
            }
            // a passage is selected if all its eligible sentences are, so check its runs one by one
            SortedSet<BigInteger> expected = passagesAndGrams(sentences, parameters, some);
            expected.removeAll(passages(sentences, parameters));
            List<Sentence> eligible = eligible(sentences, parameters);
            SortedSet<BigInteger> kept = passages(sentences, parameters);
            for (int start = 0; start < eligible.size(); start++) {
                for (int end = start + 1; end <= eligible.size(); end++) {
                    List<Sentence> passage = eligible.subList(start, end);
                    int width = passage.stream().mapToInt(Sentence::keyWidth).sum();
                    boolean whole = width > parameters.minWidth()
                            && width - passage.get(passage.size() - 1).keyWidth() <= parameters.minWidth();
                    boolean all = passage.stream().allMatch(sentence -> some.get(sentences.indexOf(sentence)));
                    BigInteger v = fingerprint(md5(joined(passage)));
                    if ((whole || kept.size() == 1 && passage.size() == eligible.size()) && all && kept.contains(v)) {
                        expected.add(v);
                    }
                }
            }
            long[] actual = fingerprinter.fingerprintsWithin(sentences, some);
            assertFingerprints(expected, actual);
            found += actual.length;
            assertEquals(
                    0, new Fingerprinter(FingerprintParameters.PKU2007).fingerprintsWithin(sentences, some).length);
        }
        assertTrue(found > 0);
    }

    private static void assertFingerprints(SortedSet<BigInteger> expected, long[] actual) {
        List<BigInteger> unsigned = Arrays.stream(actual)
                .mapToObj(v -> new BigInteger(Long.toUnsignedString(v)))
                .toList();
        assertEquals("unsigned ascending order", List.copyOf(expected), unsigned);
    }

    private List<Sentence> randomSentences() {
        List<Sentence> sentences = new ArrayList<>(Sentences.split(RandomText.prose(random(), random().nextInt(800))));
        for (int i = random().nextInt(30); i > 0 && sentences.isEmpty() == false; i--) {
            sentences.add(sentences.get(random().nextInt(sentences.size())));
        }
        return sentences;
    }

    public void testPassagesMatchReference() {
        for (int round = atLeast(200); round > 0; round--) {
            FingerprintParameters parameters = random().nextBoolean()
                    ? FingerprintParameters.BALANCED
                    : new FingerprintParameters(
                            random().nextBoolean() ? Scheme.PASSAGES : Scheme.NOISE,
                            random().nextInt(30),
                            random().nextInt(100),
                            1 + random().nextInt(random().nextBoolean() ? 64 : FingerprintParameters.MAX_FINGERPRINTS),
                            1,
                            2);
            List<Sentence> sentences = randomSentences();
            long[] fingerprints = new Fingerprinter(parameters).fingerprints(sentences);
            assertFingerprints(passagesAndGrams(sentences, parameters, null), fingerprints);
            assertTrue(fingerprints.length <= parameters.buckets());
        }
    }

    /** With enough buckets, the document is a candidate for each part that is wide enough for a passage. */
    public void testPartsOfLongTextAreCandidates() {
        Fingerprinter fingerprinter = new Fingerprinter(
                new FingerprintParameters(Scheme.PASSAGES, 10, 40, FingerprintParameters.MAX_FINGERPRINTS, 1, 2));
        int parts = 0;
        for (int i = 0; i < 10; i++) {
            List<Sentence> sentences = Sentences.split(RandomText.prose(random(), 10_000));
            Set<Long> all = new HashSet<>();
            Arrays.stream(fingerprinter.fingerprints(sentences)).forEach(all::add);
            for (int part = 0; part < 100; part++) {
                int start = random().nextInt(sentences.size());
                int end = Math.min(sentences.size(), start + 1 + random().nextInt(6));
                List<Sentence> cut = sentences.subList(start, end);
                int width = cut.stream()
                        .mapToInt(Sentence::keyWidth)
                        .filter(one -> one > 10)
                        .sum();
                if (width > 40) {
                    parts++;
                    assertTrue(Arrays.stream(fingerprinter.fingerprints(cut)).anyMatch(all::contains));
                }
            }
        }
        assertTrue(parts > 0);
    }

    public void testRotationsMatchReference() {
        for (int round = atLeast(60); round > 0; round--) {
            FingerprintParameters parameters = random().nextBoolean()
                    ? FingerprintParameters.PKU2007
                    : new FingerprintParameters(
                            Scheme.ROTATIONS,
                            random().nextInt(30),
                            random().nextInt(100),
                            1 + random().nextInt(64),
                            1 + random().nextInt(16),
                            1 + random().nextInt(6));
            List<Sentence> sentences = randomSentences();
            long[] fingerprints = new Fingerprinter(parameters).fingerprints(sentences);
            assertFingerprints(rotations(sentences, parameters), fingerprints);
            assertTrue(fingerprints.length <= parameters.buckets() * parameters.rounds());
        }
    }

    /** The scheme of the PKU report depends on the set of sentences only. */
    public void testRotationsDoNotDependOnOrder() {
        List<Sentence> sentences = randomSentences();
        Fingerprinter fingerprinter = new Fingerprinter(FingerprintParameters.PKU2007);
        List<Sentence> sorted = new ArrayList<>(sentences);
        sorted.sort(Comparator.comparing(Sentence::key));
        assertArrayEquals(fingerprinter.fingerprints(sentences), fingerprinter.fingerprints(sorted));
    }

    public void testMinimumPassageWidth() {
        Fingerprinter fingerprinter = new Fingerprinter(FingerprintParameters.BALANCED);
        assertEquals(0, fingerprinter.fingerprints(List.of()).length);
        assertEquals("width 10", 0, fingerprinter.fingerprints(Sentences.split("tenletters")).length);
        assertEquals("width 11", 1, fingerprinter.fingerprints(Sentences.split("elevenlette")).length);
        long whole =
                FingerprintTerms.fingerprint(ByteBuffer.wrap(md5("elevenlette\u0000another one too".replace(" ", "")))
                        .getLong());
        assertArrayEquals(
                new long[] {whole},
                Arrays.stream(fingerprinter.fingerprints(Sentences.split("elevenlette. another one too. short")))
                        .filter(v -> v == whole)
                        .toArray());
        String twenty = "twentycharactersinit";
        assertEquals(
                "total width 40", 1 + 8, fingerprinter.fingerprints(Sentences.split((twenty + ".").repeat(2))).length);
        assertEquals(
                "width 13 of short sentences",
                0,
                fingerprinter.fingerprints(Sentences.split("seven77. six666")).length);
        assertEquals("width 14", 1, fingerprinter.fingerprints(Sentences.split("seven77. seven77")).length);
    }

    /** Grams of repetitive texts and of texts without long sentences are computed in linear time. */
    public void testLongTextsWithFewPassages() {
        Fingerprinter fingerprinter = new Fingerprinter(FingerprintParameters.BALANCED);
        assertEquals(
                8,
                fingerprinter.fingerprints(Sentences.split("one two.\n".repeat(100_000) + "three four five.")).length
                        - 1);
    }

    /** A sentence that is wide enough is a passage, regardless of its neighbors. */
    public void testLongSentenceIsPassage() {
        Fingerprinter fingerprinter = new Fingerprinter(FingerprintParameters.BALANCED);
        String kept = "this sentence alone is wider than forty characters of letters";
        long alone = fingerprinter.fingerprints(Sentences.split(kept))[0];
        for (String text : List.of("something was here before. " + kept + ". something after", kept + ". and then")) {
            assertTrue(Arrays.stream(fingerprinter.fingerprints(Sentences.split(text)))
                    .anyMatch(v -> v == alone));
        }
    }

    /** Otherwise a short article under a long menu would be found by its menu only. */
    public void testHalfOfFingerprintsAreProse() {
        Fingerprinter fingerprinter = new Fingerprinter(FingerprintParameters.BALANCED);
        StringBuilder menu = new StringBuilder();
        for (int i = 0; i < 500; i++) {
            menu.append("entry ").append(i).append(" of the menu of the site\n");
        }
        StringBuilder article = new StringBuilder();
        for (int i = 0; i < 20; i++) {
            article.append("sentence number ").append(i).append(" of the article is as long as sentences are. ");
        }
        long[] alone = fingerprinter.fingerprints(Sentences.split(article.toString()));
        assertEquals(20, alone.length);
        long[] withMenu = fingerprinter.fingerprints(Sentences.split(menu + article.toString()));
        assertEquals(32, withMenu.length);
        long ofArticle = Arrays.stream(withMenu)
                .filter(v -> Arrays.stream(alone).anyMatch(other -> other == v))
                .count();
        assertEquals(16, ofArticle);
    }

    /** Short sentences between two long ones do not separate them. */
    public void testShortSentencesAreSkipped() {
        Fingerprinter fingerprinter = new Fingerprinter(FingerprintParameters.BALANCED);
        String left = "a sentence that is long enough";
        String right = "and one more that is long enough";
        long both = FingerprintTerms.fingerprint(
                ByteBuffer.wrap(md5((left + "\u0000" + right).replace(" ", ""))).getLong());
        for (String text : List.of(left + "." + right, "x. " + left + ". y! z. " + right + ".\nhome")) {
            assertTrue(Arrays.stream(fingerprinter.fingerprints(Sentences.split(text)))
                    .anyMatch(v -> v == both));
        }
    }

    /** The time limit detects hangs; it is not a performance test. */
    public void testHostileTextsFinishInTime() {
        for (FingerprintParameters parameters : List.of(
                FingerprintParameters.BALANCED,
                FingerprintParameters.PKU2007,
                new FingerprintParameters(Scheme.ROTATIONS, 0, 0, 64, 16, 16),
                new FingerprintParameters(Scheme.ROTATIONS, 0, 0, 1, 16, 1))) {
            for (String text : List.of("a".repeat(1 << 20), "ab.".repeat(350_000), distinctSentences())) {
                long start = System.nanoTime();
                new Fingerprinter(parameters).fingerprints(Sentences.split(text));
                assertTrue(System.nanoTime() - start < TimeUnit.SECONDS.toNanos(60));
            }
        }
    }

    private static String distinctSentences() {
        StringBuilder text = new StringBuilder();
        for (int i = 0; text.length() < 1 << 20; i++) {
            text.append("sentence").append(i).append("x.");
        }
        return text.toString();
    }
}
