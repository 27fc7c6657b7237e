package org.ndd.analysis;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.common.hash.MessageDigests;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.fingerprint.FingerprintParameters.Scheme;
import org.ndd.core.text.Sentence;

/** What indices hold must not change without a new format: see {@link GoldenText}. */
public class GoldenTextTests extends LuceneTestCase {

    private static final FingerprintParameters SMALL_ROTATIONS =
            new FingerprintParameters(Scheme.ROTATIONS, 4, 8, 2, 3, 2);

    private static PageAnalysis analyze(FingerprintParameters fingerprints, String text) {
        return new PageAnalyzer(new PageParameters(fingerprints, Format.TEXT, 1 << 20))
                .analyze(text, "http://www.example.org/x");
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
            assertEquals(golden.name(), golden.sourceHash(), page.sourceHash());
            assertEquals(golden.name(), golden.canonical().getBytes(StandardCharsets.UTF_8).length, page.length());
            PageAnalysis rotations = analyze(SMALL_ROTATIONS, golden.input());
            assertEquals(golden.name(), golden.rotations(), String.join(" ", rotations.fingerprintTerms()));
        }
    }

    /** The canonical form of what is stored is what is stored. */
    public void testGoldenTextsAreFixedPoints() {
        for (GoldenText golden : GoldenText.ALL) {
            PageAnalysis page = analyze(FingerprintParameters.BALANCED, golden.canonical());
            assertEquals(golden.name(), golden.canonical(), page.text());
            assertEquals(golden.name(), golden.passages(), String.join(" ", page.fingerprintTerms()));
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
        assertEquals(1356, balanced.sentences().size());
        assertEquals("fdl8qI9eKL8Ql70nRxpPYw", balanced.digest());
        assertEquals("bz80ZMMPelZhDDKAU4VWRw", balanced.sourceHash());
        assertEquals(36, balanced.fingerprints().length);
        assertEquals("pAB-yOF1j2nM", balanced.fingerprintTerms().get(0));
        assertEquals("pKwSM_XO6jQE", balanced.fingerprintTerms().get(35));
        assertEquals("0Xfemdhs7MsnR1r3LkZkxQ", md5(balanced.fingerprintTerms()));
        PageAnalysis report = analyze(FingerprintParameters.REPORT, text.toString());
        assertEquals(100, report.fingerprints().length);
        assertEquals("rAKI1OSrqgRk", report.fingerprintTerms().get(0));
        assertEquals("r_-5iTQ98UIQ", report.fingerprintTerms().get(99));
        assertEquals("BgOIlR7kbgw0UZprQkPd6A", md5(report.fingerprintTerms()));
    }

    public void testGoldenVersions() {
        assertEquals("p2:10:40:36", FingerprintParameters.BALANCED.version());
        assertEquals("r1:10:100:7:16:4", FingerprintParameters.REPORT.version());
    }
}
