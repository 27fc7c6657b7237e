package org.ndd.core.fingerprint;

import java.math.BigInteger;
import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;

public class FingerprintTermsTests extends LuceneTestCase {

    private static final long HIGHEST = FingerprintTerms.COUNT - 1;

    public void testGoldenTerms() {
        assertEquals("p00000000", FingerprintTerms.encode('p', 0));
        assertEquals("pzzzzzzzz", FingerprintTerms.encode('p', HIGHEST));
        assertEquals("rfyp91e40", FingerprintTerms.encode('r', 0x12345678AB0L));
        assertEquals("pi0000000", FingerprintTerms.encode('p', FingerprintTerms.fingerprint(Long.MIN_VALUE)));
        assertEquals("pzzzzzzzz", FingerprintTerms.encode('p', FingerprintTerms.fingerprint(-1)));
    }

    public void testRoundTrip() {
        List<Long> values = new ArrayList<>(List.of(0L, 1L, HIGHEST, HIGHEST - 1));
        for (int round = atLeast(1000); round > 0; round--) {
            values.add(FingerprintTerms.fingerprint(random().nextLong()));
        }
        for (long value : values) {
            String term = FingerprintTerms.encode('p', value);
            assertEquals(FingerprintTerms.LENGTH, term.length());
            assertTrue(term, term.matches("p[0-9a-z]{8}"));
            assertEquals(value, Long.parseLong(term.substring(1), 36));
            assertEquals(value, FingerprintTerms.decode(term));
            assertEquals('p', term.charAt(0));
        }
    }

    /** The index and runs go through terms in this order, and the smallest hashes are kept. */
    public void testTermOrderEqualsHashOrder() {
        for (int round = atLeast(1000); round > 0; round--) {
            long a = random().nextLong() >>> random().nextInt(64);
            long b = random().nextBoolean() ? a + random().nextInt(1 << 24) : random().nextLong();
            String first = FingerprintTerms.encode('p', FingerprintTerms.fingerprint(a));
            String second = FingerprintTerms.encode('p', FingerprintTerms.fingerprint(b));
            int order = Long.compareUnsigned(a, b);
            assertTrue(first + " " + second, order == 0 || Math.signum(first.compareTo(second)) * order >= 0);
        }
    }

    public void testFingerprintIsScaledHash() {
        for (int round = atLeast(1000); round > 0; round--) {
            long hash = random().nextLong();
            BigInteger scaled = new BigInteger(Long.toUnsignedString(hash))
                    .shiftRight(1)
                    .multiply(BigInteger.valueOf(36).pow(8))
                    .shiftRight(63);
            assertEquals(scaled.longValueExact(), FingerprintTerms.fingerprint(hash));
        }
    }

    public void testDecodeRejectsInvalidTerms() {
        for (String term : List.of(
                "", "p", "p0000000", "p000000000", "p0000 000", "p0000000\u00E9", "p0000000A", "p0000000\u0141")) {
            IllegalArgumentException e =
                    expectThrows(IllegalArgumentException.class, () -> FingerprintTerms.decode(term));
            assertTrue(e.getMessage(), e.getMessage().startsWith("[fingerprint] must "));
        }
    }
}
