package org.ndd.core.boilerplate;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.function.LongPredicate;
import java.util.function.Predicate;
import org.ndd.core.boilerplate.BoilerplateLearner.LineCounts;
import org.ndd.core.text.TitleWords;

/**
 * Finds lines that documents repeat though their titles show that they are about different objects: menus of a section, footers, additions
 * of a mailing list. Such a line is boilerplate even if only a small part of the family has it. Documents of one title, as the releases of
 * one document, count once, so a line that only they share is content. A document counts only if it has enough text other than such lines:
 * documents with nearly no other text are one text under several titles.
 *
 * <p>The result is a function of the set of documents, not of their order.
 */
final class TitleEvidence {

    /** Minimum number of code units of a document in addition to the lines in question: a paragraph. */
    static final int OWN_TEXT = 200;

    /** Indices of documents by the words of their titles. */
    private final Map<String, List<Integer>> byTitle = new HashMap<>();

    /**
     * @param pages documents of a family
     * @param titles titles of the same documents; the first line is used if a title is empty
     * @param least minimum number of titles with a word that does not distinguish documents
     */
    TitleEvidence(List<HashedLines> pages, List<String> titles, double least) {
        List<Set<String>> words = new ArrayList<>();
        Map<String, Integer> counts = new HashMap<>();
        for (int i = 0; i < pages.size(); i++) {
            String title =
                    titles.get(i).isEmpty() ? TitleWords.firstLine(pages.get(i).text()) : titles.get(i);
            Set<String> ofTitle = new TreeSet<>(TitleWords.of(title));
            ofTitle.forEach(word -> counts.merge(word, 1, Integer::sum));
            words.add(ofTitle);
        }
        for (int i = 0; i < pages.size(); i++) {
            Set<String> own = words.get(i);
            own.removeIf(word -> counts.get(word) >= least);
            if (own.isEmpty() == false) {
                byTitle.computeIfAbsent(String.join(" ", own), title -> new ArrayList<>())
                        .add(i);
            }
        }
    }

    /**
     * Returns lines of documents with enough different titles. O(n log n) for n lines.
     *
     * @param pages the documents, in the order of their titles
     * @param least minimum number of titles
     * @param known boilerplate that is already known
     * @return number of titles by the hash of the line
     */
    Map<Long, Integer> lines(List<HashedLines> pages, double least, SiteBoilerplate known) {
        Set<Long> candidates = atLeast(pages, least, page -> true).keySet();
        LongPredicate repeated = hash -> candidates.contains(hash) || known.hasLine(hash);
        return atLeast(pages, least, page -> page.lengthWithout(repeated) >= OWN_TEXT);
    }

    /** Returns the number of titles of each line that enough of them have, over the accepted documents. */
    private Map<Long, Integer> atLeast(List<HashedLines> pages, double least, Predicate<HashedLines> accepted) {
        return LineCounts.atLeast(
                byTitle.values().stream()
                        .map(ofTitle -> LineCounts.distinctHashes(
                                ofTitle.stream().map(pages::get).filter(accepted))),
                least);
    }
}
