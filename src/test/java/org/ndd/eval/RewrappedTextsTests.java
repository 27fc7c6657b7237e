package org.ndd.eval;

import java.io.IOException;
import java.util.HashSet;
import java.util.List;
import java.util.Locale;
import java.util.Set;
import java.util.stream.Stream;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.analysis.PageAnalysis;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.analysis.PageInput;
import org.ndd.analysis.PageParameters;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.text.LineWrapper;

/** Rewrapped real texts share fingerprints and are near; needs the corpora, see {@link DataFolder}. */
public class RewrappedTextsTests extends LuceneTestCase {

    private static final int TEXTS = 300;
    private static final int SHORTEST = 200;
    private static final int LONGEST = 20_000;
    private static final int[] WIDTHS = {50, 60, 72, 80, 100};

    private final PageAnalyzer analyzer = new PageAnalyzer(
            new PageParameters(FingerprintParameters.BALANCED, Format.TEXT, PageParameters.DEFAULT_MAX_BYTES));
    private final PairComparator comparator = new PairComparator(SimilarityParameters.BALANCED);

    public void testPackageDescriptions() throws IOException {
        check("debian_descriptions_en", 0.99);
    }

    public void testCopyrightFiles() throws IOException {
        check("debian_copyright", 0.99);
    }

    public void testNewsAndGovernmentPages() throws IOException {
        check("webis_pairs", 0.99);
    }

    /** Some documents are tables of earnings, whose rows are recognized by their length only. */
    public void testNewswire() throws IOException {
        check("reuters21578", 0.98);
    }

    private void check(String corpus, double share) throws IOException {
        List<String> texts;
        try (Stream<Corpus.Page> pages = DataFolder.corpus(corpus).pages()) {
            texts = pages.map(Corpus.Page::text)
                    .filter(text -> text.length() >= SHORTEST && text.length() <= LONGEST)
                    .filter(text -> text.indexOf('\n') > 0)
                    .limit(TEXTS)
                    .toList();
        }
        int found = 0;
        int near = 0;
        for (String text : texts) {
            PageAnalysis before = analyzer.analyze(PageInput.of(text, null));
            for (int width : WIDTHS) {
                PageAnalysis after = analyzer.analyze(PageInput.of(LineWrapper.text(text, width), null));
                found += shareFingerprint(before, after) ? 1 : 0;
                near += comparator
                                .compare(PageText.of(before.text()), PageText.of(after.text()), () -> {})
                                .similar()
                        ? 1
                        : 0;
            }
        }
        double pairs = texts.size() * WIDTHS.length;
        String figures = String.format(
                Locale.ROOT, "%s: %.4f share a fingerprint, %.4f are near", corpus, found / pairs, near / pairs);
        assertTrue(figures, found >= share * pairs && near >= share * pairs);
    }

    private static boolean shareFingerprint(PageAnalysis a, PageAnalysis b) {
        Set<String> shared = new HashSet<>(a.fingerprintTerms());
        shared.retainAll(new HashSet<>(b.fingerprintTerms()));
        return shared.isEmpty() == false;
    }
}
