package org.ndd.core.partition;

import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.PreparedPage;

public class RankedDocumentsTests extends LuceneTestCase {

    private static PreparedPage page(int length) {
        return new PreparedPage(new PageText("x".repeat(length), null, null));
    }

    /** Long documents after many short ones: each takes the place of several. */
    public void testKeptDocumentsFitInMemory() {
        long maxBytes = 100 * page(10).ramBytes();
        RankedDocuments.KeptPages kept = new RankedDocuments.KeptPages(maxBytes);
        for (int place = 0; place < 200; place++) {
            kept.keep(place, page(place < 100 ? 10 : 10_000));
            assertTrue("[" + kept.bytes() + "] after document [" + place + "]", kept.bytes() <= maxBytes);
            assertNotNull(kept.get(place));
        }
        assertNull(kept.get(0));
    }

    /** The document in use is kept at any size, and the others that were used last. */
    public void testDropsDocumentsThatWereNotUsed() {
        RankedDocuments.KeptPages kept = new RankedDocuments.KeptPages(2 * page(10).ramBytes());
        kept.keep(0, page(10));
        kept.keep(1, page(10));
        assertNotNull(kept.get(0));
        kept.keep(2, page(10));
        assertNull(kept.get(1));
        assertNotNull(kept.get(0));
        kept.keep(3, page(10_000));
        assertNotNull(kept.get(3));
        assertNull(kept.get(0));
        assertNull(kept.get(2));
    }
}
