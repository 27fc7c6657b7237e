package org.ndd.core.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import java.util.function.BiConsumer;
import org.ndd.core.template.SiteTemplate;
import org.ndd.core.text.TitleWords;
import org.ndd.core.text.Tokens;
import org.ndd.core.text.Width;
import org.ndd.core.text.Words;

/**
 * The signals that say whether two documents that share much are about the same thing: the question that no share of common text answers
 * (the technical report's third class of false positives, "pages of the same series"). What lies within text that both share is said by
 * both, so only what touches the gaps between shared passages is read. Lives for one comparison; not thread-safe. O(|A|+|B|).
 */
final class Evidence {

    /** Tokens of a text without a title that may name its object. */
    private static final int LEAD = 16;

    /** Tokens of the same that are aligned to find what stands in the place of what; a few more, so that the last of the lead has a neighbor. */
    private static final int ALIGNED_LEAD = 20;

    /** Tokens that stand in the place of others: longer passages are other sentences, not other names. */
    private static final int MOST_REPLACED = 4;

    /** A replaced word in the lead counts in full in texts of this width, and less in longer ones. */
    private static final double WIDTH_OF_SHORT_TEXT = 1200;

    /** Shares of a text at which a signal reaches its value 1; chosen among .02 to .1 by leaving one kind of documents out. */
    private static final double FULL_SHARE = 0.06;

    /** Width for which one number of its own in each text is the value 1. */
    private static final double WIDTH_OF_NUMBER = 75;

    private static final double WIDTH_OF_TWO_IDEOGRAPHS = 4;

    /** Words of a title that name a thing, at most. */
    private static final int MOST_RENAMED = 2;

    /** One of the two documents. */
    private static final class Side {

        private final PageText page;
        private final PreparedText text;
        private final Gaps gaps;
        private final char[] title;
        private WordOccurrences own;

        Side(PageText page, PreparedText text, Gaps gaps) {
            this.page = page;
            this.text = text;
            this.gaps = gaps;
            this.title = TitleWords.folded(page.title()).toCharArray();
        }

        /** The words and numbers that may be this text's alone. */
        WordOccurrences own() {
            if (own == null) {
                own = WordOccurrences.of(text.units(), gaps);
            }
            return own;
        }
    }

    /** A word of a title or lead: a token, or two neighboring ideographs. */
    private record LeadWord(String text, boolean number) {

        boolean isIdeographs() {
            return Words.isHan(text.charAt(0));
        }

        double width() {
            return isIdeographs() ? WIDTH_OF_TWO_IDEOGRAPHS : Width.of(text);
        }
    }

    private final Side a;
    private final Side b;
    private final SimilarityParameters parameters;
    private final VerdictWeights weights;
    private final boolean titled;
    private final boolean sameSite;
    private final List<Contribution> contributions = new ArrayList<>();

    private Evidence(Side a, Side b, SimilarityParameters parameters, VerdictWeights weights) {
        this.a = a;
        this.b = b;
        this.parameters = parameters;
        this.weights = weights;
        this.titled = a.page.title().isBlank() == false && b.page.title().isBlank() == false;
        this.sameSite = a.page.isOfSiteOf(b.page);
    }

    /**
     * What tells the objects of two documents apart, each signal of it whose value is not 0, in the order of {@link Signal}.
     *
     * @param pair texts as they are compared, both with some text
     */
    static List<Contribution> of(
            PageText a,
            PageText b,
            MaskedPair pair,
            PairMeasures measures,
            SimilarityParameters parameters,
            VerdictWeights weights) {
        if (weights.tellApart() == false) {
            return List.of();
        }
        Sketch.Pair sketches = measures.sketches();
        Evidence evidence = new Evidence(
                new Side(a, pair.a(), sketches.gapsOfA()),
                new Side(b, pair.b(), sketches.gapsOfB()),
                parameters,
                weights);
        evidence.collect();
        evidence.contributions.sort(Comparator.comparing(Contribution::signal));
        return evidence.contributions;
    }

    private void collect() {
        if (titled) {
            titleTokens();
        }
        List<LeadWord> leadA = lead(a);
        List<LeadWord> leadB = lead(b);
        List<LeadWord> unsaidA = unsaid(leadA, b);
        List<LeadWord> unsaidB = unsaid(leadB, a);
        titles(leadA, leadB, unsaidA, unsaidB);
        leadWords(unsaidA, unsaidB);
        if (titled == false) {
            leadSubstitution();
        }
        if (parameters.numbers()) {
            numbers();
        }
        words();
    }

    private void add(Signal signal, double value, List<String> ofA, List<String> ofB) {
        if (value > 0) {
            double share = Math.min(1, value);
            contributions.add(new Contribution(signal, share, weights.logOdds(signal, share), ofA, ofB));
        }
    }

    /** The words that name the object of a document: of its title, if both have one, else the first of its text. */
    private List<LeadWord> lead(Side side) {
        return titled ? withoutCommon(side, tokens(side.title, Integer.MAX_VALUE)) : tokens(side.text.units(), LEAD);
    }

    /** The different tokens of a text, in order, each two neighboring ideographs as one; of the first {@code most} tokens. */
    private static List<LeadWord> tokens(char[] units, int most) {
        Set<LeadWord> words = new LinkedHashSet<>();
        int[] left = {most};
        int[] ideograph = {-1};
        Tokens.forEach(units, 0, units.length, (start, end, kind) -> {
            if (kind == Tokens.Kind.IDEOGRAPH) {
                if (ideograph[0] == start) {
                    words.add(new LeadWord(new String(units, start - 1, 2), false));
                }
                ideograph[0] = end;
            } else {
                words.add(new LeadWord(new String(units, start, end - start), kind == Tokens.Kind.NUMBER));
            }
            return --left[0] > 0;
        });
        return List.copyOf(words);
    }

    /** Those words of a lead that the other document says nowhere, not in its title and not in what is masked as boilerplate. */
    private static List<LeadWord> unsaid(List<LeadWord> lead, Side other) {
        WordOccurrences title = null;
        List<LeadWord> unsaid = new ArrayList<>();
        for (LeadWord word : lead) {
            if (word.number()) {
                continue;
            }
            if (word.isIdeographs()) {
                if (other.page.text().contains(word.text()) == false
                        && new String(other.title).contains(word.text()) == false) {
                    unsaid.add(word);
                }
                continue;
            }
            char[] units = word.text().toCharArray();
            title = title == null ? WordOccurrences.of(other.title) : title;
            if (other.text.words().says(units, 0, units.length) == false
                    && title.says(units, 0, units.length) == false
                    && Words.says(other.page.text(), word.text()) == false) {
                unsaid.add(word);
            }
        }
        return unsaid;
    }

    /** What the titles say as they stand; numbers in them tell releases apart, not things. */
    private void titleTokens() {
        List<LeadWord> ofA = tokens(a.title, Integer.MAX_VALUE);
        List<LeadWord> ofB = tokens(b.title, Integer.MAX_VALUE);
        boolean straight = a.page.title().compareTo(b.page.title()) <= 0;
        TitleAlignment titles = straight ? new TitleAlignment(a, ofA, b, ofB) : new TitleAlignment(b, ofB, a, ofA);
        boolean equal = ofA.equals(ofB)
                && withoutCommon(a, ofA).isEmpty() == false
                && withoutCommon(b, ofB).isEmpty() == false;
        add(Signal.EQUAL_TITLES, equal ? 1 : 0, List.of(), List.of());
        boolean form = titles.substituted && titles.other == false && titles.equal >= Signal.ONE_FORM * titles.longer;
        if (form && a.page.isOfOtherSiteThan(b.page) == false) {
            List<String> first = titles.ofFirst;
            List<String> second = titles.ofSecond;
            add(Signal.TITLE_SUBSTITUTION, 1, straight ? first : second, straight ? second : first);
        }
    }

    private static List<LeadWord> withoutCommon(Side side, List<LeadWord> words) {
        SiteTemplate template = side.page.template();
        return template == null
                ? words
                : words.stream()
                        .filter(word -> template.hasTitleWord(word.text()) == false)
                        .toList();
    }

    /** Two titles, token by token. Words that a site has in most of its titles count for nothing there. */
    private static final class TitleAlignment {

        private final Side first;
        private final Side second;
        private final List<String> ofFirst = new ArrayList<>();
        private final List<String> ofSecond = new ArrayList<>();
        private final int longer;
        private final int equal;
        private boolean substituted;
        private boolean other;

        TitleAlignment(Side first, List<LeadWord> tokensOfFirst, Side second, List<LeadWord> tokensOfSecond) {
            this.first = first;
            this.second = second;
            this.longer = Math.max(tokensOfFirst.size(), tokensOfSecond.size());
            this.equal = forEachReplaced(tokensOfFirst, tokensOfSecond, true, this::replaced);
        }

        private void replaced(List<LeadWord> inFirst, List<LeadWord> inSecond) {
            List<LeadWord> onlyFirst = withoutCommon(first, without(inFirst, inSecond));
            List<LeadWord> onlySecond = withoutCommon(second, without(inSecond, inFirst));
            int renamed = onlyFirst.size();
            if (renamed == onlySecond.size() && renamed > 0 && renamed <= MOST_RENAMED) {
                substituted = true;
                ofFirst.addAll(texts(onlyFirst));
                ofSecond.addAll(texts(onlySecond));
            } else if (renamed > 0 || onlySecond.isEmpty() == false) {
                other = true;
            }
        }
    }

    private void titles(List<LeadWord> leadA, List<LeadWord> leadB, List<LeadWord> unsaidA, List<LeadWord> unsaidB) {
        if (sameSite == false) {
            return;
        }
        List<LeadWord> onlyA = titled ? without(leadA, leadB) : unsaidA;
        List<LeadWord> onlyB = titled ? without(leadB, leadA) : unsaidB;
        add(Signal.TITLES, onlyA.isEmpty() || onlyB.isEmpty() ? 0 : 1, texts(onlyA), texts(onlyB));
    }

    /** The words of a lead that are in another neither as they are nor inflected; numbers do not count. */
    private static List<LeadWord> without(List<LeadWord> lead, List<LeadWord> other) {
        return lead.stream()
                .filter(word -> word.number() == false && other.stream().noneMatch(o -> isForm(word, o)))
                .toList();
    }

    private static boolean isForm(LeadWord word, LeadWord other) {
        return word.text().equals(other.text()) || other.number() == false && areInflections(word.text(), other.text());
    }

    private static boolean areInflections(String a, String b) {
        return WordOccurrences.areInflections(a.toCharArray(), 0, a.length(), b.toCharArray(), 0, b.length());
    }

    private static List<String> texts(List<LeadWord> words) {
        return words.stream().map(LeadWord::text).toList();
    }

    private void leadWords(List<LeadWord> unsaidA, List<LeadWord> unsaidB) {
        List<LeadWord> ofA = new ArrayList<>();
        List<LeadWord> ofB = new ArrayList<>();
        double share = Math.max(shareOfLead(a, unsaidA, ofA), shareOfLead(b, unsaidB, ofB));
        add(Signal.LEAD_WORDS, share / FULL_SHARE, texts(ofA), texts(ofB));
    }

    /** The share of words that a text says again after its title or lead: a word that it says once may be the headline's alone. */
    private double shareOfLead(Side side, List<LeadWord> words, List<LeadWord> said) {
        double width = 0;
        for (LeadWord word : words) {
            int times = times(side, word);
            if (times >= (titled ? 1 : 2)) {
                said.add(word);
                width += word.width() * (titled ? times + 1 : times);
            }
        }
        return width / Math.max(1, side.text.width() + (titled ? Width.of(new String(side.title)) : 0));
    }

    private static int times(Side side, LeadWord word) {
        if (word.isIdeographs() == false) {
            return side.text
                    .words()
                    .times(word.text().toCharArray(), 0, word.text().length());
        }
        int times = 0;
        for (int at = side.text.text().indexOf(word.text());
                at >= 0;
                at = side.text.text().indexOf(word.text(), at + 1)) {
            times++;
        }
        return times;
    }

    /** Whether in the leads some words stand in the place of others. */
    private void leadSubstitution() {
        List<LeadWord> leadA = singleTokens(a.text.units());
        List<LeadWord> leadB = singleTokens(b.text.units());
        Set<String> ofA = new LinkedHashSet<>();
        Set<String> ofB = new LinkedHashSet<>();
        boolean straight = leadA.toString().compareTo(leadB.toString()) <= 0;
        forEachReplaced(straight ? leadA : leadB, straight ? leadB : leadA, false, (first, second) -> {
            List<LeadWord> onlyFirst = content(first, second);
            List<LeadWord> onlySecond = content(second, first);
            boolean name = onlyFirst.isEmpty() == false && onlySecond.isEmpty() == false;
            if (name && Math.max(onlyFirst.size(), onlySecond.size()) <= MOST_REPLACED) {
                (straight ? ofA : ofB).addAll(texts(onlyFirst));
                (straight ? ofB : ofA).addAll(texts(onlySecond));
            }
        });
        double width = (a.text.width() + b.text.width()) / 2.0;
        double value = ofA.isEmpty() ? 0 : Math.min(1, WIDTH_OF_SHORT_TEXT / width);
        add(Signal.LEAD_SUBSTITUTION, value, List.copyOf(ofA), List.copyOf(ofB));
    }

    private static List<LeadWord> singleTokens(char[] units) {
        List<LeadWord> tokens = new ArrayList<>();
        Tokens.forEach(units, 0, units.length, (start, end, kind) -> {
            tokens.add(new LeadWord(new String(units, start, end - start), kind == Tokens.Kind.NUMBER));
            return tokens.size() < ALIGNED_LEAD;
        });
        return tokens;
    }

    private static List<LeadWord> content(List<LeadWord> tokens, List<LeadWord> others) {
        return tokens.stream()
                .filter(token -> others.stream().noneMatch(other -> isForm(token, other)))
                .toList();
    }

    /**
     * Aligns two short lists of tokens by a longest common subsequence and passes on what stands between two of its tokens in either list.
     *
     * @param whole whether also what stands behind its last token
     * @return length of the subsequence
     */
    private static int forEachReplaced(
            List<LeadWord> a, List<LeadWord> b, boolean whole, BiConsumer<List<LeadWord>, List<LeadWord>> consumer) {
        int[][] longest = new int[a.size() + 1][b.size() + 1];
        for (int i = a.size() - 1; i >= 0; i--) {
            for (int j = b.size() - 1; j >= 0; j--) {
                longest[i][j] = a.get(i).equals(b.get(j))
                        ? longest[i + 1][j + 1] + 1
                        : Math.max(longest[i + 1][j], longest[i][j + 1]);
            }
        }
        int startA = 0;
        int startB = 0;
        for (int i = 0, j = 0; i < a.size() && j < b.size(); ) {
            if (a.get(i).equals(b.get(j))) {
                consumer.accept(a.subList(startA, i), b.subList(startB, j));
                startA = ++i;
                startB = ++j;
            } else if (longest[i + 1][j] >= longest[i][j + 1]) {
                i++;
            } else {
                j++;
            }
        }
        if (whole) {
            consumer.accept(a.subList(startA, a.size()), b.subList(startB, b.size()));
        }
        return longest[0][0];
    }

    /** Numbers that each text has alone. */
    private void numbers() {
        List<String> ofA = ownNumbers(a, b);
        List<String> ofB = ownNumbers(b, a);
        double width = (a.text.width() + b.text.width()) / 2.0;
        add(Signal.NUMBERS, WIDTH_OF_NUMBER * Math.min(ofA.size(), ofB.size()) / width, ofA, ofB);
    }

    private static List<String> ownNumbers(Side side, Side other) {
        List<String> numbers = new ArrayList<>();
        WordOccurrences own = side.own();
        char[] units = side.text.units();
        for (int i = 0; i < own.count(); i++) {
            if (Tokens.isNumber(units, own.start(i), own.end(i))
                    && other.text.words().times(units, own.start(i), own.end(i)) == 0) {
                numbers.add(new String(units, own.start(i), own.length(i)));
            }
        }
        return numbers;
    }

    /** Words that only one of the texts says, as shares of its width. */
    private void words() {
        OwnWords ofA = new OwnWords(a, b);
        OwnWords ofB = new OwnWords(b, a);
        add(Signal.OWN_WORDS, Math.min(ofA.share, ofB.share) / FULL_SHARE, ofA.words, ofB.words);
        add(
                Signal.REPEATED_WORDS,
                Math.max(ofA.repeatedShare, ofB.repeatedShare) / FULL_SHARE,
                ofA.repeated,
                ofB.repeated);
    }

    private static final class OwnWords {

        private final List<String> words = new ArrayList<>();
        private final List<String> repeated = new ArrayList<>();
        private final double share;
        private final double repeatedShare;

        OwnWords(Side side, Side other) {
            WordOccurrences own = side.own();
            char[] units = side.text.units();
            long width = 0;
            long repeatedWidth = 0;
            for (int i = 0; i < own.count(); i++) {
                int start = own.start(i);
                int end = own.end(i);
                if (end - start < 2
                        || Tokens.isNumber(units, start, end)
                        || other.text.words().says(units, start, end)) {
                    continue;
                }
                String word = new String(units, start, end - start);
                int widthOfWord = Width.of(word);
                width += widthOfWord;
                if (words.size() < Contribution.MOST) {
                    words.add(word);
                }
                if (own.times(i) > 1) {
                    repeatedWidth += (long) own.times(i) * widthOfWord;
                    if (repeated.size() < Contribution.MOST) {
                        repeated.add(word);
                    }
                }
            }
            this.share = (double) width / Math.max(1, side.text.width());
            this.repeatedShare = (double) repeatedWidth / Math.max(1, side.text.width());
        }
    }
}
