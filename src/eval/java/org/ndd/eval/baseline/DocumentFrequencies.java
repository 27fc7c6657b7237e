package org.ndd.eval.baseline;

import com.carrotsearch.hppc.LongIntHashMap;
import java.util.List;

/** On how many pages of a corpus each feature is. */
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

    /** Pages that have a feature. */
    int of(long feature) {
        return frequencies.get(feature);
    }

    /** log(N / df). */
    double idf(long feature) {
        return Math.log((double) pages / of(feature));
    }

    /** idf as a share of the greatest possible, that of a feature on one page only: 0 for one on every page, 1 for one on a single page. */
    double relativeIdf(long feature) {
        return pages < 2 ? 1 : idf(feature) / Math.log(pages);
    }

    /** Each bag with those features only whose relative idf is in a range. */
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
