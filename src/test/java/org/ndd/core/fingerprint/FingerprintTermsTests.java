package org.ndd.core.fingerprint;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class FingerprintTermsTests extends LuceneTestCase {

    public void testGoldenTerms() {
        assertEquals("pAAAAAAAAAAA", FingerprintTerms.encode('p', 0));
        assertEquals("p__________8", FingerprintTerms.encode('p', -1));
        assertEquals("rASNFZ4mrze8", FingerprintTerms.encode('r', 0x0123456789ABCDEFL));
        assertEquals("pgAAAAAAAAAA", FingerprintTerms.encode('p', Long.MIN_VALUE));
    }

    public void testRoundTrip() {
        List<Long> values = new ArrayList<>(List.of(0L, -1L, Long.MIN_VALUE, Long.MAX_VALUE));
        for (int round = atLeast(1000); round > 0; round--) {
            values.add(random().nextLong());
        }
        for (long value : values) {
            String term = FingerprintTerms.encode('p', value);
            assertEquals(FingerprintTerms.LENGTH, term.length());
            assertTrue(term, term.matches("p[A-Za-z0-9_-]{11}"));
            assertEquals(value, FingerprintTerms.decode(term));
            assertEquals('p', FingerprintTerms.format(term));
        }
        assertEquals(
                values.stream().distinct().count(),
                values.stream()
                        .map(v -> FingerprintTerms.encode('p', v))
                        .distinct()
                        .count());
    }

    public void testDecodeRejectsInvalidTerms() {
        for (String term : List.of(
                "",
                "p",
                "pAAAAAAAAAA",
                "pAAAAAAAAAAAA",
                "pAAAAA AAAAA",
                "pAAAAAAAAAA\u00E9",
                "pAAAAAAAAAA=",
                "pAAAAAAAAAA\u0141")) {
            IllegalArgumentException e =
                    expectThrows(IllegalArgumentException.class, () -> FingerprintTerms.decode(term));
            assertTrue(e.getMessage(), e.getMessage().startsWith("[fingerprint] must "));
        }
    }

    /** A value with two terms would have two entries in an index. */
    public void testDecodeRejectsNonCanonicalTerms() {
        IllegalArgumentException e =
                expectThrows(IllegalArgumentException.class, () -> FingerprintTerms.decode("pAAAAAAAAAAB"));
        assertTrue(e.getMessage(), e.getMessage().startsWith("[fingerprint] must "));
    }
}
