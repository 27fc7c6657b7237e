package org.ndd.core.template;

import java.util.ArrayList;
import java.util.List;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.apache.lucene.tests.util.TestUtil;

public class HashedLinesTests extends LuceneTestCase {

    public void testLinesAndHashesAreThoseOfOneLineAtATime() {
        for (int round = 0; round < 500; round++) {
            List<String> lines = new ArrayList<>();
            for (int i = random().nextInt(1 + round / 2); i > 0; i--) {
                String line = random().nextInt(4) == 0 ? "" : TestUtil.randomUnicodeString(random(), 1 + round / 5);
                lines.add(line.replace('\n', ' '));
            }
            String text = String.join("\n", lines);
            List<String> expected = new ArrayList<>();
            Lines.forEach(text, (start, end) -> expected.add(start + "-" + end + " " + LineHash.of(text, start, end)));
            List<String> hashed = new ArrayList<>();
            HashedLines.forEach(text, (start, end, hash) -> hashed.add(start + "-" + end + " " + hash));
            assertEquals(expected, hashed);
        }
    }
}
