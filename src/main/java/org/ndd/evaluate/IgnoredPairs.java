package org.ndd.evaluate;

import java.util.List;
import org.ndd.config.DocumentName;

/**
 * Pairs that were not judged.
 *
 * @param skipped number of pairs with a document that is missing, or hidden from the user
 * @param missing some of these documents
 * @param unlabeled number of pairs without a label
 */
record IgnoredPairs(int skipped, List<DocumentName> missing, int unlabeled) {

    IgnoredPairs {
        missing = List.copyOf(missing);
    }
}
