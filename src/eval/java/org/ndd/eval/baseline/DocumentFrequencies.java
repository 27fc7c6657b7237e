package org.ndd.eval.baseline;

import com.carrotsearch.hppc.LongIntHashMap;
import java.util.List;

/** Document frequencies of the features of a corpus. */
final class DocumentFrequencies {

    private final LongIntHashMap frequencies = new LongIntHashMap();
    private final int pages;

    DocumentFrequencies(List<Bag> bags) {
        this.pages = bags.size();
        for (Bag bag : bags) {
            for (long feature : bag.features()) {
                frequencies.addTo(feature, 1);
            }
        }
    }

    /** Returns the document frequency of a feature. */
    int of(long feature) {
        return frequencies.get(feature);
    }

    /** Returns log(N / df). */
    double idf(long feature) {
        return Math.log((double) pages / of(feature));
    }

    /**
     * Returns the idf relative to the maximum, that of a feature in one document: 0 for a feature in all documents, 1 for a feature in one
     * document.
     */
    double relativeIdf(long feature) {
        return pages < 2 ? 1 : idf(feature) / Math.log(pages);
    }

    /** Returns the multisets with only the features whose relative idf is in a range. */
    static List<Bag> filter(List<Bag> bags, double least, double most) {
        DocumentFrequencies frequencies = new DocumentFrequencies(bags);
        return bags.stream()
                .map(bag -> bag.keep(feature -> {
                    double idf = frequencies.relativeIdf(feature);
                    return idf >= least && idf <= most;
                }))
                .toList();
    }
}
