package org.ndd.eval;

import java.util.Map;
import org.ndd.core.compare.PageText;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.Relation;
import org.ndd.core.group.Rank;
import org.ndd.core.partition.PartitionDocument;

/**
 * A corpus with its groups, to compare pairs of its documents.
 *
 * @param leaders ids of the leaders of documents
 */
record GroupedCorpus(
        Map<String, PartitionDocument> documents,
        Map<String, PageText> texts,
        Map<String, String> leaders,
        PairComparator comparator) {

    static GroupedCorpus of(Evaluation evaluation, NddMethod method) {
        NddMethod.PreparedPages prepared = method.prepare(evaluation.pages());
        Map<String, String> leaders = evaluation.run(prepared, "").groups();
        return new GroupedCorpus(prepared.documents(), prepared.pageTexts(""), leaders, method.comparator());
    }

    Relation relation(String a, String b) {
        boolean isAbove = Rank.of(a).compareTo(Rank.of(b)) < 0;
        return comparator
                .compare(texts.get(isAbove ? a : b), texts.get(isAbove ? b : a), () -> {})
                .relation();
    }

    boolean sharesFingerprint(String a, String b) {
        for (long ofA : documents.get(a).content().fingerprints()) {
            for (long ofB : documents.get(b).content().fingerprints()) {
                if (ofA == ofB) {
                    return true;
                }
            }
        }
        return false;
    }
}
