package org.ndd.search;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.core.CheckedFunction;
import org.ndd.config.MatchRule;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.group.FingerprintSketch;
import org.ndd.pair.CharacterLimit;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.PairJudge;
import org.ndd.search.SetParameters.Verification;
import org.ndd.search.SketchedSet.SketchedDocuments;

/**
 * Splits sets of possibly similar texts into sets of near-duplicates, the largest first. In the order of the set, a text is compared with
 * leaders, in descending similarity of sketches. It joins the first leader to which it has the requested relation; otherwise it becomes a
 * leader. Work is limited over all owning buckets of a request: when the comparisons or characters of a bucket are used up, its remaining
 * texts leave their sets and remain single.
 *
 * @param <T> type of the members
 */
final class SetVerifier<T extends SketchedDocuments> {

    /** Maximum number of leaders with which a text is compared. */
    private static final int MAX_LEADERS = 8;

    /** Number of pages that are kept because they may be compared again. */
    private static final int CACHED_PAGES = 16;

    /** Maximum length of a leader's text whose derived data is kept: 40 bytes per character, so at most 10 MB for all kept leaders. */
    private static final int MAX_CACHED_CHARACTERS = 1 << 14;

    private final PairJudge judge;
    private final CheckedFunction<T, ComparablePage, IOException> pages;
    private final int sketchSize;
    private final Runnable cancellationCheck;
    private final Map<T, ComparablePage> recent = recentPages();
    /** Leaders, with data that comparisons derive from their texts. */
    private final Map<T, ComparablePage> leaders = recentPages();

    private final CharacterLimit limit;
    private final List<T> beyondLimit = new ArrayList<>(0);
    private int remainingComparisons;
    private int keptComparisons;
    private long unverified;

    /** @param pages returns the page of a member, or null if its text is not available */
    SetVerifier(
            Verification verification,
            CheckedFunction<T, ComparablePage, IOException> pages,
            int sketchSize,
            ComparisonMemory memory,
            Runnable cancellationCheck) {
        this.judge = new PairJudge(verification.similarity(), new MatchRule(verification.minRelation()), memory);
        this.remainingComparisons = verification.maxVerified();
        this.limit = new CharacterLimit(verification.maxCharacters());
        this.pages = pages;
        this.sketchSize = sketchSize;
        this.cancellationCheck = cancellationCheck;
    }

    /**
     * Verifies the sets of one owning bucket.
     *
     * @param sets largest first
     * @param laterBuckets number of owning buckets that are verified afterwards, each with an equal part of the remaining work
     * @return the remaining sets, largest first
     */
    List<SketchedSet<T>> verify(List<SketchedSet<T>> sets, long laterBuckets) throws IOException {
        unverified = 0;
        keptComparisons = (int) (remainingComparisons * laterBuckets / (laterBuckets + 1));
        limit.keepFor(laterBuckets);
        List<SketchedSet<T>> verified = new ArrayList<>(sets.size());
        for (SketchedSet<T> set : sets) {
            if (set.members().size() == 1) {
                verified.add(set);
            } else {
                split(set).forEach(members -> verified.add(SketchedSet.of(members)));
            }
        }
        verified.sort(SketchedSet.largestFirst());
        return verified;
    }

    /**
     * Returns the number of documents of the last owning bucket that were not compared although they could be in a set. The reason is that
     * comparisons or characters were used up, or that a text was not available.
     */
    long unverified() {
        return unverified;
    }

    private static <T> Map<T, ComparablePage> recentPages() {
        return new LinkedHashMap<>(CACHED_PAGES, 0.75f, true) {
            @Override
            protected boolean removeEldestEntry(Map.Entry<T, ComparablePage> eldest) {
                return size() > CACHED_PAGES;
            }
        };
    }

    /** A set that a member may join, with the resemblance of the sketches of the leader and the member. */
    private record Candidate<T>(List<T> set, double resemblance) {}

    private List<List<T>> split(SketchedSet<T> set) throws IOException {
        List<List<T>> sets = new ArrayList<>();
        List<List<T>> singles = new ArrayList<>();
        for (T member : set.members()) {
            List<T> joined = isUsedUp() || page(member) == null
                    ? beyondLimit
                    : find(member, sets, set.members().size() - 1);
            if (joined == beyondLimit) {
                unverified += member.docCount();
                singles.add(List.of(member));
                continue;
            }
            if (joined == null) {
                joined = new ArrayList<>(1);
                sets.add(joined);
            }
            joined.add(member);
        }
        sets.addAll(singles);
        return sets;
    }

    /**
     * Returns the set of a member; null if it is the leader, and {@link #beyondLimit} if it cannot be compared with all leaders, because
     * comparisons or characters are used up.
     *
     * @param comparisons maximum number of comparisons of a leader
     */
    private List<T> find(T member, List<List<T>> sets, int comparisons) throws IOException {
        List<List<T>> candidates = sets.stream()
                .map(set -> new Candidate<>(
                        set, FingerprintSketch.resemblance(set.get(0).sketch(), member.sketch(), sketchSize)))
                .sorted(Comparator.comparingDouble(candidate -> -candidate.resemblance()))
                .limit(MAX_LEADERS)
                .map(Candidate::set)
                .toList();
        for (List<T> set : candidates) {
            if (isUsedUp()) {
                return beyondLimit;
            }
            ComparablePage leader = leader(set.get(0), comparisons);
            ComparablePage page = page(member);
            if (limit.take(leader.text().length() + page.text().length()) == false) {
                return beyondLimit;
            }
            remainingComparisons--;
            if (judge.compareIfRelated(leader, page, cancellationCheck) != null) {
                return set;
            }
        }
        return null;
    }

    private boolean isUsedUp() {
        return remainingComparisons <= keptComparisons;
    }

    private ComparablePage leader(T member, int comparisons) throws IOException {
        ComparablePage page = leaders.get(member);
        if (page == null) {
            page = page(member);
            page = page.text().length() > MAX_CACHED_CHARACTERS ? page : page.asPivot(comparisons);
            leaders.put(member, page);
        }
        return page;
    }

    private ComparablePage page(T member) throws IOException {
        ComparablePage page = recent.get(member);
        if (page == null) {
            page = pages.apply(member);
            if (page != null) {
                recent.put(member, page);
            }
        }
        return page;
    }
}
