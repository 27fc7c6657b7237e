package org.ndd.eval.baseline;

import java.util.List;
import java.util.function.Function;
import org.ndd.eval.method.Method;
import org.ndd.eval.method.Page;
import org.ndd.eval.method.PairedPages;

/**
 * The systems with which ndd is compared, with the parameters of their sources, or common parameters if a source specifies none. {@code
 * minhash-14x8} has the defaults of datatrove (numbers are one word, 14 buckets of 8 hashes), {@code minhash-25x10} those of text-dedup
 * (256 permutations and a threshold of 0.7 result in 25 bands of 10); both do not verify.
 */
public final class Baselines {

    /** MinHash with verification by its values. */
    public static final Method TUNED_MIN_HASH = new OptimizedMinHash();

    /** Resemblance of SpotSigs (τ with the best F1 in its slides). */
    private static final double SPOT_RESEMBLANCE = 0.44;

    private static final double MIN_IDF = 0.2;

    /** The slides also exclude the rarest features (relative idf above 0.85). Then sets of two or three documents cannot be found. */
    private static final double SLIDES_MAX_IDF = 0.85;

    private static final double ANY_IDF = 1;
    private static final double I_MATCH_MIN_IDF = 0.4;
    private static final double I_MATCH_MAX_IDF = 0.75;

    /** Not specified by the sources. */
    private static final double SINGLE_WORD_RESEMBLANCE = 0.7;

    private static final double SHINGLE_RESEMBLANCE = 0.5;
    private static final double COSINE = 0.8;

    /** The value of 30, 50, 70, 80 and 90 with the best mean F1 over five corpora. */
    private static final int MORE_LIKE_THIS_PERCENT = 90;

    private Baselines() {}

    /** Returns all systems, first those of the papers. */
    public static List<Method> all() {
        return List.of(
                Baseline.signing("simhash-128", pages -> new SimHashSignatures(pages, 128, 97, false)),
                Baseline.signing(
                        "simhash-384",
                        pages -> new SimHashSignatures(pages, Combined.C_BITS, Combined.C_SIMILAR, true)),
                Baseline.signing("broder", SuperShingles::new),
                Baseline.signing("combined", pages -> new Combined(pages, false)),
                Baseline.signing("combined-by-site", pages -> new Combined(pages, true)),
                spotSigs("spotsigs", ANY_IDF),
                spotSigs("spotsigs-idf", SLIDES_MAX_IDF),
                Baseline.signing(
                        "lsh-s",
                        pages -> new SpotLsh(
                                SpotSignatures.standard().bags(texts(pages), MIN_IDF, ANY_IDF), SPOT_RESEMBLANCE)),
                shingles("shingle-1", 1, SINGLE_WORD_RESEMBLANCE),
                shingles("shingle-3", 3, SHINGLE_RESEMBLANCE),
                Baseline.signing(
                        "i-match",
                        pages -> EqualSignatures.iMatch(
                                DocumentFrequencies.filter(bags(pages, Words::of), I_MATCH_MIN_IDF, I_MATCH_MAX_IDF))),
                Baseline.signing(
                        "i-match-s",
                        pages -> EqualSignatures.iMatch(
                                SpotSignatures.standard().bags(texts(pages), I_MATCH_MIN_IDF, I_MATCH_MAX_IDF))),
                Baseline.signing("cosine", pages -> new Cosine(bags(pages, Words::of), COSINE)),
                minHash("minhash-14x8", Words::withoutNumbers, 14, 8, 0),
                minHash("minhash-25x10", Words::of, 25, 10, 0),
                minHash("minhash-28x4-verified", Words::of, 28, 4, 28 * 4 / 2),
                TUNED_MIN_HASH,
                new Baseline("more-like-this", new MoreLikeThisPairs(MORE_LIKE_THIS_PERCENT)::prepare),
                Baseline.signing(
                        "exact-hash",
                        pages -> EqualSignatures.of(
                                texts(pages), text -> text.isEmpty() ? new long[0] : new long[] {Hash64.of(text)})),
                Baseline.signing("text-profile", pages -> EqualSignatures.of(texts(pages), TextProfile::of)),
                Baseline.signing(
                        "lucene-min-hash", pages -> new LuceneMinHashSignatures(pages, LuceneMinHash.rows(0.5, 0.9))));
    }

    private static Method spotSigs(String name, double mostIdf) {
        return new Baseline(name, pages -> {
            SpotSigs matches =
                    new SpotSigs(SpotSignatures.standard().bags(texts(pages), MIN_IDF, mostIdf), SPOT_RESEMBLANCE);
            return new PairedPages(pages, matches.pairs(), matches.comparisons(), matches.bytes());
        });
    }

    private static Method shingles(String name, int size, double threshold) {
        return Baseline.signing(
                name,
                pages -> new JaccardSets(
                        DocumentFrequencies.filter(
                                bags(pages, text -> Shingles.of(Words.of(text), size)), MIN_IDF, ANY_IDF),
                        threshold));
    }

    private static Method minHash(String name, Function<String, long[]> words, int bands, int rows, int agreement) {
        return Baseline.signing(
                name,
                pages -> new MinHashSignatures(
                        pages, text -> Shingles.of(words.apply(text), 5), bands, rows, agreement));
    }

    private static List<String> texts(List<Page> pages) {
        return pages.stream().map(Page::text).toList();
    }

    private static List<Bag> bags(List<Page> pages, Function<String, long[]> features) {
        return pages.stream().map(page -> Bag.of(features.apply(page.text()))).toList();
    }
}
