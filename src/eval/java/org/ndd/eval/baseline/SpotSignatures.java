package org.ndd.eval.baseline;

import com.carrotsearch.hppc.LongArrayList;
import com.carrotsearch.hppc.LongHashSet;
import java.util.List;
import java.util.Set;

/**
 * SpotSigs' features: at each antecedent (a frequent stopword) the chain of the next words that are no stopwords. These are dense in prose
 * and rare in menus, so they favour what a page is about.
 */
final class SpotSignatures {

    /** The slides' antecedents, with the forms of "be" and "have". */
    static final Set<String> ANTECEDENTS = Set.of(
            "the", "that", "be", "am", "is", "are", "was", "were", "been", "being", "have", "has", "had", "having");

    /**
     * Words that no chain has in it, beside the antecedents of the slides and those in use: the most frequent function words of English.
     */
    static final Set<String> STOPWORDS =
            Set.of(("a an and or but nor not no if of at by for with about against between into through during "
                            + "before after above below to from up down in out on off over under again further then once here there "
                            + "when where why how "
                            + "all any both each few more most other some such only own same so than too very s t can will just should "
                            + "now i me my we "
                            + "our you your he him his she her it its they them their what which who whom this these those do does did "
                            + "doing as until "
                            + "while because would could may might must shall also")
                    .split(" "));

    private static final int CHAIN = 2;
    private static final int DISTANCE = 1;

    private final LongHashSet antecedents = new LongHashSet();
    private final LongHashSet stopwords = new LongHashSet();
    private final int distance;
    private final int chain;

    /**
     * @param antecedents words at which signatures start; stopwords too
     * @param distance d: the chain takes each d-th word
     * @param chain c: words in a signature, beside the antecedent; 1 or more
     */
    SpotSignatures(Set<String> antecedents, int distance, int chain) {
        for (String word : antecedents) {
            this.antecedents.add(Hash64.of(word));
            stopwords.add(Hash64.of(word));
        }
        ANTECEDENTS.forEach(word -> stopwords.add(Hash64.of(word)));
        STOPWORDS.forEach(word -> stopwords.add(Hash64.of(word)));
        this.distance = distance;
        this.chain = chain;
    }

    /** The slides' antecedents, chains of two neighbouring words. */
    static SpotSignatures standard() {
        return new SpotSignatures(ANTECEDENTS, DISTANCE, CHAIN);
    }

    /** The signatures of a page in order; a chain that the end of the page cuts is none. */
    long[] of(long[] words) {
        LongArrayList signatures = new LongArrayList();
        for (int i = 0; i < words.length; i++) {
            if (antecedents.contains(words[i]) == false) {
                continue;
            }
            long signature = Hash64.chain(0, words[i]);
            int at = i;
            int length = 0;
            while (length < chain) {
                at += distance;
                while (at < words.length && stopwords.contains(words[at])) {
                    at++;
                }
                if (at >= words.length) {
                    break;
                }
                signature = Hash64.chain(signature, words[at]);
                length++;
            }
            if (length == chain) {
                signatures.add(signature);
            }
        }
        return signatures.toArray();
    }

    /** Bags of the signatures of texts, with those kept only whose relative idf is in a range. */
    List<Bag> bags(List<String> texts, double leastIdf, double mostIdf) {
        return DocumentFrequencies.filter(
                texts.stream().map(text -> Bag.of(of(Words.of(text)))).toList(), leastIdf, mostIdf);
    }
}
