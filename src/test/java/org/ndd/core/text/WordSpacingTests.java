package org.ndd.core.text;

import java.util.Arrays;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.fingerprint.Fingerprinter;
import org.ndd.core.text.Sentences.Sentence;

public class WordSpacingTests extends LuceneTestCase {

    private static final String TEXT = "이 꾸러미는 여러 언어로 쓴 문서를 찾아 주는 도구이며, 2026년 판 3.1 은 linux 에서 돕니다. 설명서는 따로 있습니다.\n"
            + "설치한 다음에는 설정 파일을 먼저 고쳐야 합니다.";

    private static String withoutBlanks(String text) {
        return text.replaceAll("(?<=[가-힣]) (?=[가-힣])", "");
    }

    public void testDetectsSpacing() {
        assertEquals(WordSpacing.BLANKS, WordSpacing.of(TEXT));
        assertEquals(WordSpacing.NO_BLANKS, WordSpacing.of(withoutBlanks(TEXT)));
        assertEquals("too few syllables", WordSpacing.NONE, WordSpacing.of("가".repeat(19)));
        assertEquals(WordSpacing.NO_BLANKS, WordSpacing.of("가".repeat(20)));
        assertEquals(WordSpacing.NONE, WordSpacing.of("no Hangul at all ".repeat(9)));
        assertEquals(
                "one space in 20 syllables", WordSpacing.NONE, WordSpacing.of("가".repeat(10) + " " + "가".repeat(10)));
        assertTrue(WordSpacing.BLANKS.isOtherThan(WordSpacing.NO_BLANKS));
        assertFalse(WordSpacing.BLANKS.isOtherThan(WordSpacing.BLANKS));
        assertFalse(WordSpacing.BLANKS.isOtherThan(WordSpacing.NONE));
    }

    public void testBySyllable() {
        assertEquals("가 나 ab c 다 3.1 라\n마 .", WordSpacing.bySyllable("가나 ab c다 3.1라\n마."));
        assertEquals("", WordSpacing.bySyllable(""));
        assertEquals("가", WordSpacing.bySyllable("가"));
        assertEquals(WordSpacing.bySyllable(TEXT), WordSpacing.bySyllable(withoutBlanks(TEXT)));
        assertEquals(WordSpacing.bySyllable(TEXT), WordSpacing.bySyllable(WordSpacing.bySyllable(TEXT)));
    }

    public void testPositions() {
        assertArrayEquals(new int[] {0, ~1, 1, ~3, 3, 4, 5, 6}, WordSpacing.positionsBySyllable("가나 ab c"));
        int[] positions = WordSpacing.positionsBySyllable(TEXT);
        assertArrayEquals(
                "ascending",
                positions,
                Arrays.stream(positions)
                        .boxed()
                        .sorted((a, b) -> (a < 0 ? ~a : a) - (b < 0 ? ~b : b))
                        .mapToInt(i -> i)
                        .toArray());
    }

    /** Sentence keys contain no spaces in any script, so fingerprints ignore spacing. */
    public void testFingerprintsIgnoreSpacing() {
        List<String> keys = Sentences.split(TEXT).stream().map(Sentence::key).toList();
        assertEquals(
                keys,
                Sentences.split(withoutBlanks(TEXT)).stream().map(Sentence::key).toList());
        Fingerprinter fingerprinter = new Fingerprinter(FingerprintParameters.BALANCED);
        long[] fingerprints = fingerprinter.fingerprints(Sentences.forFingerprints(TEXT));
        assertTrue(fingerprints.length > 0);
        assertArrayEquals(fingerprints, fingerprinter.fingerprints(Sentences.forFingerprints(withoutBlanks(TEXT))));
    }
}
