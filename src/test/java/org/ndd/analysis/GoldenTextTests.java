package org.ndd.analysis;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.common.hash.MessageDigests;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.fingerprint.FingerprintParameters.Scheme;
import org.ndd.core.text.CanonicalText;
import org.ndd.core.text.Sentences.Sentence;

/** Stored values must not change without a new format, see {@link GoldenText}. */
public class GoldenTextTests extends LuceneTestCase {

    private static final FingerprintParameters SMALL_ROTATIONS =
            new FingerprintParameters(Scheme.ROTATIONS, 4, 8, 2, 3, 2);

    private static PageAnalysis analyze(FingerprintParameters fingerprints, String text) {
        return new PageAnalyzer(new PageParameters(fingerprints, Format.TEXT, 1 << 20))
                .analyze(PageInput.of(text, "http://www.example.org/x"));
    }

    private static String keys(PageAnalysis page) {
        return String.join(" ", page.sentences().stream().map(Sentence::key).toList());
    }

    private static String md5(List<String> terms) {
        byte[] digest = MessageDigests.md5().digest(String.join(" ", terms).getBytes(StandardCharsets.UTF_8));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
    }

    public void testGoldenTexts() {
        for (GoldenText golden : GoldenText.ALL) {
            PageAnalysis page = analyze(FingerprintParameters.BALANCED, golden.input());
            assertEquals(golden.name(), golden.canonical(), page.text());
            assertEquals(golden.name(), golden.keys(), keys(page));
            assertEquals(golden.name(), golden.digest(), page.digest());
            assertEquals(golden.name(), golden.passages(), String.join(" ", page.fingerprintTerms()));
            assertEquals(
                    golden.name(),
                    golden.sourceHash(),
                    PageInput.of(golden.input(), null).sourceHash());
            assertEquals(golden.name(), golden.canonical().getBytes(StandardCharsets.UTF_8).length, page.length());
            PageAnalysis rotations = analyze(SMALL_ROTATIONS, golden.input());
            assertEquals(golden.name(), golden.rotations(), String.join(" ", rotations.fingerprintTerms()));
        }
    }

    /** The canonical form of canonical text is the same text. */
    public void testGoldenTextsAreIdempotent() {
        for (GoldenText golden : GoldenText.ALL) {
            assertEquals(
                    golden.name(),
                    golden.canonical(),
                    CanonicalText.of(golden.canonical(), 1 << 20).value());
        }
    }

    public void testGoldenLongText() {
        StringBuilder text = new StringBuilder();
        long x = 1;
        for (int i = 0; i < 6000; i++) {
            x = (x * 1103515245L + 12345) % (1L << 31);
            long number = x >> 16;
            text.append("word").append(number).append(number % 7 == 0 ? ". " : number % 11 == 0 ? "\n" : " ");
        }
        PageAnalysis balanced = analyze(FingerprintParameters.BALANCED, text.toString());
        assertEquals(1493, balanced.sentences().size());
        assertEquals("bjzcp1n42e", balanced.digest());
        assertEquals(
                "bz80ZMMPelZhDDKAU4VWRw", PageInput.of(text.toString(), null).sourceHash());
        assertEquals(32, balanced.fingerprints().length);
        assertEquals("p00mkc6co", balanced.fingerprintTerms().get(0));
        assertEquals("p10vypo6f", balanced.fingerprintTerms().get(31));
        assertEquals("Kahl0Ch21QuYLB7nYn7QLg", md5(balanced.fingerprintTerms()));
        PageAnalysis noise = analyze(FingerprintParameters.NOISE, text.toString());
        assertEquals(32, noise.fingerprints().length);
        assertEquals("n00032rtf", noise.fingerprintTerms().get(0));
        assertEquals("n0jke2okd", noise.fingerprintTerms().get(31));
        assertEquals("xHCfkrxhMmHdDRY2nkXKTg", md5(noise.fingerprintTerms()));
        PageAnalysis report = analyze(FingerprintParameters.PKU2007, text.toString());
        assertEquals(103, report.fingerprints().length);
        assertEquals("r1d8mzy7e", report.fingerprintTerms().get(0));
        assertEquals("rzsdknmfi", report.fingerprintTerms().get(102));
        assertEquals("3kWm0-R157dlsUw-SmYjcg", md5(report.fingerprintTerms()));
    }

    public void testGoldenVersions() {
        assertEquals("p12:10:40:32", FingerprintParameters.BALANCED.version());
        assertEquals("n12:10:40:32", FingerprintParameters.NOISE.version());
        assertEquals("r9:10:100:7:16:4", FingerprintParameters.PKU2007.version());
    }
}
