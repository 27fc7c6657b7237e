package org.ndd.core.boilerplate;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.ndd.core.boilerplate.SiteBoilerplate.BoilerplateLine;
import org.ndd.core.boilerplate.SiteBoilerplate.Level;
import org.ndd.core.text.TitleWords;

/** Finds titles, and words of titles, that do not show which documents of a family are about different objects. */
final class CommonTitles {

    /**
     * Minimum number of different first lines of the documents with a shared title, as a share of these documents. Measured on five
     * collections of documentation (dev/notes/choices.md); no other share was tried.
     */
    private static final double DIFFERENT_BEGINNINGS = 0.5;

    private CommonTitles() {}

    /** Returns the words of many titles: the site's name, and the kind of its documents. O(n log n) for n words. */
    static List<BoilerplateLine> words(List<String> titles, double least) {
        Map<String, Integer> counts = new TreeMap<>();
        for (String title : titles) {
            for (String word : new LinkedHashSet<>(TitleWords.of(title))) {
                counts.merge(word, 1, Integer::sum);
            }
        }
        return counts.entrySet().stream()
                .filter(word -> word.getValue() >= least)
                .map(word -> line(word.getKey(), Level.TITLE, word.getValue()))
                .toList();
    }

    /**
     * Returns the whole titles of many documents that begin with different lines, such as "List of members". The versions of one document
     * have one title too, but most of them begin with the same line. O(n log n) for n lines.
     *
     * @param pages documents of a family
     * @param titles titles of the same documents; empty if unknown
     * @param least minimum number of different first lines
     * @param known boilerplate, whose lines are not first lines
     */
    static List<BoilerplateLine> shared(
            List<HashedLines> pages, List<String> titles, double least, SiteBoilerplate known) {
        Map<String, List<Long>> beginnings = new TreeMap<>();
        for (int i = 0; i < pages.size(); i++) {
            String title = TitleWords.folded(titles.get(i));
            if (title.isEmpty() == false) {
                beginnings
                        .computeIfAbsent(title, first -> new ArrayList<>())
                        .add(pages.get(i).firstHash(known::hasLine));
            }
        }
        return beginnings.entrySet().stream()
                .filter(title -> areDifferent(title.getValue(), least))
                .map(title -> line(
                        title.getKey(), Level.SHARED_TITLE, title.getValue().size()))
                .toList();
    }

    private static boolean areDifferent(List<Long> beginnings, double least) {
        long different = beginnings.stream().distinct().count();
        return different >= Math.max(least, DIFFERENT_BEGINNINGS * beginnings.size());
    }

    private static BoilerplateLine line(String text, Level level, int documents) {
        return new BoilerplateLine(LineHash.of(text), level, documents, text);
    }
}
