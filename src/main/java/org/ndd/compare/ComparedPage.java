package org.ndd.compare;

import java.nio.charset.StandardCharsets;
import java.util.Arrays;
import java.util.Comparator;
import java.util.Set;
import org.ndd.core.group.Rank;

/**
 * A side of a comparison once it is known: fetched, or analysed.
 *
 * @param index concrete index that its template is looked up in, or null where none is known
 * @param id id of the document, or null for a page that was given whole
 * @param text canonical text
 * @param site site, or null
 * @param version format and parameters of the fingerprints
 * @param fingerprints distinct terms
 */
record ComparedPage(String index, String id, String text, String site, String version, Set<String> fingerprints) {

    private static final Comparator<ComparedPage> BY_ID =
            Comparator.comparing((ComparedPage page) -> Rank.of(page.id())).thenComparing(ComparedPage::index);

    /** The longer first, then the bytewise smaller. */
    private static final Comparator<ComparedPage> BY_TEXT = Comparator.comparing(
                    ComparedPage::text, Comparator.comparingInt(String::length).reversed())
            .thenComparing(page -> page.text().getBytes(StandardCharsets.UTF_8), Arrays::compareUnsigned);

    /** Whether this page is above the other in rank, or equal to it. */
    boolean isAbove(ComparedPage other) {
        Comparator<ComparedPage> order = id == null || other.id == null ? BY_TEXT : BY_ID;
        return order.compare(this, other) <= 0;
    }
}
