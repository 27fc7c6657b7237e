package org.ndd.eval.baseline;

import java.util.ArrayList;
import java.util.HashSet;
import java.util.List;
import java.util.Set;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.ndd.eval.method.Grouping;
import org.ndd.eval.method.Method;
import org.ndd.eval.method.Page;
import org.ndd.eval.method.TestPages;

public class BaselinesTests extends LuceneTestCase {

    private static final String STORY =
            "The harbour of the old town was closed for two days after the storm, said the mayor. "
                    + "Fishermen waited on the quay with the torn nets, and nobody could tell when the boats would leave the basin again. "
                    + "Engineers from the capital looked at the walls, which had stood for three centuries without the least harm. ";
    private static final String OTHER =
            "Shares of the largest maker of glass rose by a tenth on Tuesday, since the company has found the buyers "
                    + "that it was looking for. Analysts have the feeling that the price is still low; the board is silent about the "
                    + "talks. "
                    + "Whether the plant in the north is part of the offer will be known before the summer. ";

    /** Documents of both stories, and enough others for a meaningful idf: I-Match needs features of medium frequency. */
    private static List<Page> pages() {
        List<String> texts = new ArrayList<>(List.of(STORY, OTHER, STORY, OTHER, "", STORY, OTHER));
        for (int i = 0; i < 40; i++) {
            texts.add("The page number" + i + " of the almanac" + i + " is about the weather" + i + " of a year" + i
                    + " long ago" + i + " that was the coldest" + i + " winter" + i + " of all" + i + ".");
        }
        return TestPages.of(texts.toArray(String[]::new));
    }

    public void testGroupsEqualTextsOnly() {
        List<Page> pages = pages();
        for (Method method : Baselines.all()) {
            Method.Prepared prepared = method.prepare(pages);
            Grouping grouping = prepared.group("");
            int[] groups = grouping.groups();
            assertEquals(method.name(), pages.size(), groups.length);
            assertEquals(method.name(), groups[0], groups[2]);
            assertEquals(method.name(), groups[0], groups[5]);
            assertEquals(method.name(), groups[1], groups[3]);
            assertNotEquals(method.name(), groups[0], groups[1]);
            assertEquals(method.name() + ": an empty page is alone", 4, groups[4]);
            assertTrue(method.name(), grouping.comparisons() > 0);
            assertTrue(method.name(), prepared.bytes() > 0);
            for (int page = 0; page < groups.length; page++) {
                assertEquals(method.name() + ": leaders follow themselves", groups[page], groups[groups[page]]);
            }
        }
    }

    public void testNoPages() {
        for (Method method : Baselines.all()) {
            assertEquals(0, method.prepare(List.of()).group("").groups().length);
            assertEquals(0, method.prepare(TestPages.of("one page")).group("").groups()[0]);
        }
    }

    public void testNamesAreUnique() {
        Set<String> names = new HashSet<>();
        Baselines.all().forEach(method -> assertTrue(method.name(), names.add(method.name())));
    }
}
