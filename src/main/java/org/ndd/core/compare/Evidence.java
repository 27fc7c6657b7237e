package org.ndd.core.compare;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Set;
import org.ndd.core.align.Gaps;
import org.ndd.core.align.PairMeasures;
import org.ndd.core.align.PreparedText;
import org.ndd.core.align.Sketch;
import org.ndd.core.align.WordOccurrences;
import org.ndd.core.align.WordSearch;
import org.ndd.core.text.TitleWords;
import org.ndd.core.text.Words;

/**
 * Computes the signals that show whether two documents that share much text are about the same object. The amount of common text cannot
 * decide this (the technical report's third class of false positives, "pages of the same series"). Text within shared passages is the same
 * in both, so only tokens that touch the gaps between these are read. Used for one comparison; not thread-safe. O(|A|+|B|).
 */
final class Evidence {

    /** Number of tokens at the beginning of a text without a title that may name its object. */
    private static final int LEAD = 16;

    /**
     * Number of these tokens that are aligned to find substitutions; greater than {@link #LEAD}, so that the last token of the lead has a
     * neighbor.
     */
    private static final int ALIGNED_LEAD = 20;

    /** Maximum number of tokens of a title that are read: two titles are aligned in O(n²) memory. The processor's titles are shorter. */
    private static final int MAX_TITLE = 1000;

    /** Width of texts up to which a replaced word in the lead counts in full; it counts less in longer ones. */
    private static final double WIDTH_OF_SHORT_TEXT = 1200;

    /**
     * Width of texts at which words of the lead count half: in shorter texts, the lead is most of the text, and other words are another
     * wording as often as another name. Chosen among 50 to 500 by leaving out one kind of documents at a time.
     */
    private static final double WIDTH_OF_HALF = 200;

    /** Shares of a text at which a signal reaches its value 1; chosen among .02 to .1 by leaving out one kind of documents at a time. */
    private static final double FULL_SHARE = 0.06;

    /**
     * Value of replaced words in the lead if none of them occurs again, as in a reworded sentence; chosen among 0 to 1 by leaving out one
     * kind of documents at a time.
     */
    private static final double UNREPEATED = 0.75;

    /**
     * Minimum width of titles, as a share of the width of the texts, at which any words that only one title has count. Of .05, .1, .15, .2
     * and .3, kinds that are left out have the fewest errors with .15 and .2.
     */
    private static final double MIN_SHARE_OF_TITLE = 0.15;

    /** Maximum number of code units before a title at the beginning of a text, such as the mark of a heading. */
    private static final int MAX_BEFORE_TITLE = 16;

    /** Width at which one number that only one text has, in each text, gives the value 1. */
    private static final double WIDTH_OF_NUMBER = 75;

    /** Width at which one edit gives the value 1; chosen among 30 to 150 by leaving out one kind of documents at a time. */
    private static final double WIDTH_OF_EDIT = 75;

    /** One of the two documents. */
    private static final class Side {

        private final PageText page;
        private final PreparedText text;
        private final PreparedText title;
        private final Gaps gaps;
        private final PairMeasures measures;
        private WordOccurrences own;
        private List<LeadWord> titleTokens;

        Side(PreparedPage page, PreparedText text, boolean sharedTitle, Gaps gaps, PairMeasures measures) {
            this.page = page.page();
            this.text = text;
            this.title = new PreparedText(sharedTitle ? TitleWords.firstLine(text.text()) : page.foldedTitle(), false);
            this.gaps = gaps;
            this.measures = measures;
        }

        /** Returns the words and numbers that may occur only in this text. */
        WordOccurrences own() {
            if (own == null) {
                measures.check();
                own = WordOccurrences.of(text.units(), gaps);
            }
            return own;
        }

        /** Returns a search for words of the text. A search may create the table of all words, which takes long. */
        WordSearch words() {
            measures.check();
            return text.words();
        }

        List<LeadWord> titleTokens() {
            if (titleTokens == null) {
                titleTokens = LeadWord.different(title.units(), MAX_TITLE);
            }
            return titleTokens;
        }
    }

    private final Side a;
    private final Side b;
    private final boolean numbers;
    private final VerdictWeights weights;
    private final boolean titled;
    private final boolean sameSite;

    /** Different titles of one form, as records have, if no site shows which of their words are common; else {@code null}. */
    private TitleAlignment similarTitles;

    private final List<Contribution> contributions = new ArrayList<>();
    private double logOdds;

    private Evidence(Side a, Side b, boolean numbers, VerdictWeights weights) {
        this.a = a;
        this.b = b;
        this.numbers = numbers;
        this.weights = weights;
        this.titled = a.title.text().isBlank() == false && b.title.text().isBlank() == false;
        this.sameSite = a.page.isOnSameSite(b.page);
    }

    /**
     * Returns the signals that the two documents are about different objects, each with a value other than 0, in the order of
     * {@link Signal}.
     *
     * @param pair texts as they are compared, neither of them empty
     * @param numbers whether numbers are signals
     * @param least minimum log-odds of these signals together
     * @return null if the log-odds are certainly lower, which is known before all signals are
     */
    static List<Contribution> of(
            PreparedPair pair, PairMeasures measures, boolean numbers, VerdictWeights weights, double least) {
        if (weights.separatesItems() == false) {
            return List.of();
        }
        Sketch.Pair sketches = measures.sketches();
        Evidence evidence = new Evidence(
                new Side(pair.comparedA(), pair.compared().a(), pair.haveSharedTitles(), sketches.gapsOfA(), measures),
                new Side(pair.comparedB(), pair.compared().b(), pair.haveSharedTitles(), sketches.gapsOfB(), measures),
                numbers,
                weights);
        if (evidence.collect(sketches, least) == false) {
            return null;
        }
        evidence.contributions.sort(Comparator.comparing(Contribution::signal));
        return evidence.contributions;
    }

    /** Collects all signals, unless their log-odds are certainly lower than required: returns false in this case. */
    private boolean collect(Sketch.Pair sketches, double least) {
        double lengths =
                (double) Math.min(a.text.length(), b.text.length()) / Math.max(a.text.length(), b.text.length());
        add(Signal.LENGTHS, Signal.lengths(lengths), List.of(), List.of());
        if (titled) {
            add(Signal.TITLED, 1, List.of(), List.of());
            titleTokens();
        }
        int passages = Math.max(sketches.ofA().passages(), sketches.ofB().passages());
        double edits = Math.max(0, Math.min(1, WIDTH_OF_EDIT * (passages - 1) / width()));
        // all other signals are evidence against near-duplicates
        double later = weights.logOdds(Signal.EDITS, edits) + VerdictWeights.MAX_ROUNDING;
        for (Runnable signals : List.<Runnable>of(this::addLeadSignals, this::numbers, this::slots)) {
            signals.run();
            if (logOdds + later < least) {
                return false;
            }
        }
        // a form filled in with other words differs in many places too
        add(Signal.EDITS, edits * (1 - words()), List.of(), List.of());
        return true;
    }

    /** Adds the signals of the words that name the object of each document; none if these are the same. */
    private void addLeadSignals() {
        if (titled == false && LeadWord.areFirstEqual(a.text.units(), b.text.units(), ALIGNED_LEAD)) {
            return;
        }
        List<LeadWord> leadA = leadWords(a);
        List<LeadWord> leadB = leadWords(b);
        if (leadA.equals(leadB) == false) {
            List<LeadWord> onlyA = wordsNotIn(leadA, b);
            List<LeadWord> onlyB = wordsNotIn(leadB, a);
            List<LeadWord> missingA = LeadWord.withoutMarked(onlyA, onlyB);
            List<LeadWord> missingB = LeadWord.withoutMarked(onlyB, onlyA);
            titles(leadA, leadB, missingA, missingB);
            leadWords(missingA, missingB);
        }
        if (titled == false || similarTitles != null && similarTitles.isSubstitution()) {
            leadSubstitution();
        }
    }

    private void add(Signal signal, double value, List<String> ofA, List<String> ofB) {
        if (value > 0) {
            double share = Math.min(1, value);
            contributions.add(new Contribution(signal, share, weights.logOdds(signal, share), ofA, ofB));
            logOdds += weights.logOdds(signal, share);
        }
    }

    /** Returns the words that name the object of a document: those of its title if both have one, else the first words of its text. */
    private List<LeadWord> leadWords(Side side) {
        return titled
                ? LeadWord.withoutCommon(side.titleTokens(), side.page.boilerplate())
                : LeadWord.different(side.text.units(), LEAD);
    }

    /** Returns the words of a lead that do not occur in the other document, including its title and its text masked as boilerplate. */
    private static List<LeadWord> wordsNotIn(List<LeadWord> lead, Side other) {
        List<LeadWord> missing = new ArrayList<>();
        for (LeadWord word : lead) {
            boolean found = word.isIdeographs()
                    ? other.page.text().contains(word.text())
                            || other.title.text().contains(word.text())
                    : word.number()
                            || other.words().occurs(word.text())
                            || other.title.words().occurs(word.text())
                            || Words.occurs(other.page.text(), word.text());
            if (found == false) {
                missing.add(word);
            }
        }
        return missing;
    }

    /** Adds the signals of the titles in their original form; numbers in them distinguish releases, not objects. */
    private void titleTokens() {
        if (a.titleTokens().equals(b.titleTokens())) {
            boolean equal = leadWords(a).isEmpty() == false && leadWords(b).isEmpty() == false;
            add(Signal.EQUAL_TITLES, equal ? 1 : 0, List.of(), List.of());
            return;
        }
        boolean aFirst = a.title.text().compareTo(b.title.text()) <= 0;
        TitleAlignment titles = aFirst ? align(a, b) : align(b, a);
        if (a.page.isOnOtherSite(b.page)) {
            return;
        }
        similarTitles = sameSite || titles.isOfOneForm() == false ? null : titles;
        if (titles.isSubstitution()) {
            List<String> onlyA = aFirst ? titles.replacedInFirst() : titles.replacedInSecond();
            List<String> onlyB = aFirst ? titles.replacedInSecond() : titles.replacedInFirst();
            boolean names = sameSite || hasAny(a, onlyA) && hasAny(b, onlyB);
            add(Signal.TITLE_SUBSTITUTION, names ? 1 : 0, onlyA, onlyB);
        }
    }

    /**
     * Returns whether a text has one of the words that only its title has. In a longer text that begins with the title, the word must occur
     * again after it. Otherwise these words are a headline or a tag, and not the name of an object.
     */
    private static boolean hasAny(Side side, List<String> words) {
        boolean again = side.text.width() > WIDTH_OF_SHORT_TEXT
                && side.text.text().lastIndexOf(side.title.text(), MAX_BEFORE_TITLE) >= 0;
        return words.stream().anyMatch(word -> occurrences(side, word) > (again ? 1 : 0));
    }

    private static TitleAlignment align(Side first, Side second) {
        return new TitleAlignment(
                first.titleTokens(), first.page.boilerplate(), second.titleTokens(), second.page.boilerplate());
    }

    private void titles(List<LeadWord> leadA, List<LeadWord> leadB, List<LeadWord> missingA, List<LeadWord> missingB) {
        boolean names = titled
                && a.page.isOnOtherSite(b.page) == false
                && (isTitleContent() || Math.max(missingA.size(), missingB.size()) <= TitleAlignment.MAX_RENAMED)
                && missingA.stream().noneMatch(LeadWord::isIdeographs)
                && missingB.stream().noneMatch(LeadWord::isIdeographs);
        if (sameSite || names) {
            List<LeadWord> onlyA = titled && sameSite ? LeadWord.wordsWithout(leadA, leadB) : missingA;
            List<LeadWord> onlyB = titled && sameSite ? LeadWord.wordsWithout(leadB, leadA) : missingB;
            double share = Math.min(LeadWord.share(onlyA, leadA), LeadWord.share(onlyB, leadB));
            add(Signal.TITLES, share, LeadWord.texts(onlyA), LeadWord.texts(onlyB));
        }
    }

    /**
     * Returns whether the titles are a considerable part of two short documents, such as records. Otherwise they are headlines, in which
     * many other words are another wording.
     */
    private boolean isTitleContent() {
        return a.title.width() + b.title.width() >= MIN_SHARE_OF_TITLE * 2 * width();
    }

    private void leadWords(List<LeadWord> missingA, List<LeadWord> missingB) {
        List<LeadWord> ofA = new ArrayList<>();
        List<LeadWord> ofB = new ArrayList<>();
        double share = Math.max(shareOfLead(a, missingA, ofA), shareOfLead(b, missingB, ofB));
        add(Signal.LEAD_WORDS, ofLead(share / FULL_SHARE), LeadWord.texts(ofA), LeadWord.texts(ofB));
    }

    /**
     * Returns the share of words that occur in a text again after its title or lead: a word that occurs once may be found only in the
     * headline.
     *
     * @param repeated receives these words
     */
    private double shareOfLead(Side side, List<LeadWord> words, List<LeadWord> repeated) {
        double width = 0;
        for (LeadWord word : words) {
            int times = occurrences(side, word.text());
            if (times >= (titled ? 1 : 2)) {
                repeated.add(word);
                width += word.width() * (titled ? times + 1 : times);
            }
        }
        return width / Math.max(1, side.text.width() + (titled ? side.title.width() : 0));
    }

    private static int occurrences(Side side, String word) {
        return Words.isHan(word.charAt(0))
                ? Words.occurrencesOfHan(side.text.text(), word)
                : side.words().occurrences(word);
    }

    /** Adds the signal that some words of one lead are replaced by others in the other lead. */
    private void leadSubstitution() {
        List<LeadWord> leadA = LeadWord.first(a.text.units(), ALIGNED_LEAD);
        List<LeadWord> leadB = LeadWord.first(b.text.units(), ALIGNED_LEAD);
        Set<String> ofA = new LinkedHashSet<>();
        Set<String> ofB = new LinkedHashSet<>();
        if (LeadWord.compare(leadA, leadB) <= 0) {
            LeadWord.addReplaced(leadA, leadB, ofA, ofB);
        } else {
            LeadWord.addReplaced(leadB, leadA, ofB, ofA);
        }
        double value = ofA.isEmpty() ? 0 : WIDTH_OF_SHORT_TEXT / width();
        double names = hasRepeated(a, ofA, b) || hasRepeated(b, ofB, a) ? 1 : UNREPEATED;
        add(Signal.LEAD_SUBSTITUTION, names * ofLead(value), List.copyOf(ofA), List.copyOf(ofB));
    }

    /** Returns the value of a signal of words in the lead, which is lower in short texts. */
    private double ofLead(double value) {
        return Math.min(1, value) * width() / (width() + WIDTH_OF_HALF);
    }

    /** Returns the mean width of the texts. */
    private double width() {
        return (a.text.width() + b.text.width()) / 2.0;
    }

    /** Returns whether one of the words occurs at least twice in a text and not in the other, in any inflection. */
    private static boolean hasRepeated(Side side, Set<String> words, Side other) {
        return words.stream()
                .anyMatch(word -> Words.isHan(word.charAt(0))
                        ? occurrences(side, word) > 1 && occurrences(other, word) == 0
                        : side.words().occursTwice(word) && other.words().occurs(word) == false);
    }

    /** Adds the signal of the numbers that occur only in one of the texts, in any form. */
    private void numbers() {
        if (numbers == false) {
            return;
        }
        List<String> numbersA = OwnNumbers.of(a.text, a.own(), b.text, b.own());
        List<String> numbersB = OwnNumbers.of(b.text, b.own(), a.text, a.own());
        List<String> ofA = OwnNumbers.withoutFormsOf(numbersB, numbersA);
        List<String> ofB = OwnNumbers.withoutFormsOf(numbersA, numbersB);
        add(Signal.NUMBERS, WIDTH_OF_NUMBER * Math.min(ofA.size(), ofB.size()) / width(), ofA, ofB);
    }

    private void slots() {
        if (titled == false || similarTitles != null) {
            SlotDifference slots = SlotDifference.of(a.text, a.page.boilerplate(), b.text, b.page.boilerplate());
            add(Signal.SLOTS, slots.share(), slots.ofA(), slots.ofB());
        }
    }

    /**
     * Adds the signals of the words that occur only in one of the texts, as shares of its width.
     *
     * @return the value of {@link Signal#OWN_WORDS}
     */
    private double words() {
        OwnWords missingA = OwnWords.of(a.text, a.own(), b.text, b.own(), a.measures::check);
        OwnWords missingB = OwnWords.of(b.text, b.own(), a.text, a.own(), b.measures::check);
        OwnWords ofA = missingA.withoutSpellingsOf(missingB);
        OwnWords ofB = missingB.withoutSpellingsOf(missingA);
        double own = Math.min(1, Math.min(ofA.share(), ofB.share()) / FULL_SHARE);
        add(Signal.OWN_WORDS, own, ofA.texts(), ofB.texts());
        OwnWords repeatedA = ofA.repeated();
        OwnWords repeatedB = ofB.repeated();
        add(
                Signal.REPEATED_WORDS,
                Math.max(repeatedA.shareOfAll(), repeatedB.shareOfAll()) / FULL_SHARE,
                repeatedA.texts(),
                repeatedB.texts());
        return own;
    }
}
