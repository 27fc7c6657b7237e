package org.ndd.eval.baseline;

import com.carrotsearch.hppc.LongArrayList;
import com.carrotsearch.hppc.LongHashSet;
import java.util.List;
import java.util.Set;

/**
 * Features of SpotSigs: for each antecedent (a frequent stopword), the chain of the next words that are not stopwords. They are frequent in
 * prose and rare in menus, so they favor the content of a page.
 */
final class SpotSignatures {

    /** The antecedents of the slides, with the forms of "be" and "have". */
    static final Set<String> ANTECEDENTS = Set.of(
            "the", "that", "be", "am", "is", "are", "was", "were", "been", "being", "have", "has", "had", "having");

    /** Words that are excluded from chains in addition to the antecedents: the most frequent function words of English. */
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
     * @param antecedents words at which signatures start, which are stopwords too
     * @param distance d: the chain contains each d-th word
     * @param chain c: words in a signature in addition to the antecedent; 1 or more
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

    /** Creates signatures with the antecedents of the slides and chains of two neighboring words. */
    static SpotSignatures standard() {
        return new SpotSignatures(ANTECEDENTS, DISTANCE, CHAIN);
    }

    /** Returns the signatures of a document in order, without incomplete chains at its end. */
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

    /** Returns the signatures of texts whose relative idf is in a range. */
    List<Bag> bags(List<String> texts, double leastIdf, double mostIdf) {
        return DocumentFrequencies.filter(
                texts.stream().map(text -> Bag.of(of(Words.of(text)))).toList(), leastIdf, mostIdf);
    }
}
