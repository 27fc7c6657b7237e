package org.ndd.core.fingerprint;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class FingerprintTermsTests extends LuceneTestCase {

    private static final long HIGHEST = (1L << 48) - 1;

    public void testGoldenTerms() {
        assertEquals("pAAAAAAAA", FingerprintTerms.encode('p', 0));
        assertEquals("p________", FingerprintTerms.encode('p', HIGHEST));
        assertEquals("rASNFZ4mr", FingerprintTerms.encode('r', 0x0123456789ABL));
        assertEquals("pgAAAAAAA", FingerprintTerms.encode('p', 1L << 47));
    }

    public void testRoundTrip() {
        List<Long> values = new ArrayList<>(List.of(0L, 1L, HIGHEST, HIGHEST - 1));
        for (int round = atLeast(1000); round > 0; round--) {
            values.add(random().nextLong() >>> 16);
        }
        for (long value : values) {
            String term = FingerprintTerms.encode('p', value);
            assertEquals(FingerprintTerms.LENGTH, term.length());
            assertTrue(term, term.matches("p[A-Za-z0-9_-]{8}"));
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
                "", "p", "pAAAAAAA", "pAAAAAAAAA", "pAAAA AAA", "pAAAAAAA\u00E9", "pAAAAAAA=", "pAAAAAAA\u0141")) {
            IllegalArgumentException e =
                    expectThrows(IllegalArgumentException.class, () -> FingerprintTerms.decode(term));
            assertTrue(e.getMessage(), e.getMessage().startsWith("[fingerprint] must "));
        }
    }
}
