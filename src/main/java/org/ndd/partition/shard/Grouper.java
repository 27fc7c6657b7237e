package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.group.WinnerCandidate;
import org.ndd.partition.shard.Member.Role;
import org.ndd.partition.shard.StepCounts.Count;

/**
 * Makes groups of the members that a shard was told of: who wins, and who is verified to be the winner's duplicate. One group at a time is in
 * memory as a whole.
 */
public final class Grouper {

    /** Pages whose texts are brought into the cache at once. */
    private static final int CHUNK = 64;

    private final PageTexts texts;
    private final PairComparator comparator;
    private final Comparator<WinnerCandidate> winners;
    private final Runnable ensureNotCancelled;
    private final StepCounts counts = new StepCounts();

    /** @param winners orders pages of a group, the one to keep first */
    public Grouper(
            PageTexts texts,
            PairComparator comparator,
            Comparator<WinnerCandidate> winners,
            Runnable ensureNotCancelled) {
        this.texts = texts;
        this.comparator = comparator;
        this.winners = winners;
        this.ensureNotCancelled = ensureNotCancelled;
    }

    /** What happens to a group. */
    public interface Sink {

        void accept(Group group) throws IOException;
    }

    /**
     * A page of a group.
     *
     * @param member the page
     * @param toWinner how it compares with the winner; {@code null} for the winner itself
     */
    public record Entry(Member member, Verdict toWinner) {}

    /**
     * How a page compares with the winner of its group.
     *
     * @param verified whether it is similar to the winner
     * @param resemblance to the winner
     * @param containmentInWinner how much of the page is in the winner
     * @param containmentOfWinner how much of the winner is in the page
     */
    public record Verdict(
            boolean verified, double resemblance, double containmentInWinner, double containmentOfWinner) {

        static final Verdict EQUAL = new Verdict(true, 1, 1, 1);
    }

    /**
     * A group of near-duplicates.
     *
     * @param leader the document of highest rank
     * @param winner the document to keep
     * @param entries all pages in rank order, the leader first; those contained in the leader last, which are not counted
     * @param size pages of the group
     */
    public record Group(Member leader, Member winner, List<Entry> entries, int size) {}

    /** What was counted so far. */
    public StepCounts counts() {
        return counts;
    }

    /** One group a leader: what mode neighbours decided. */
    public void groups(ShardRun shard, boolean singletons, Sink sink) throws IOException {
        FixedBitSet heads = shard.heads(singletons);
        for (int head = DocBits.next(heads, 0);
                head != DocIdSetIterator.NO_MORE_DOCS;
                head = DocBits.next(heads, head + 1)) {
            ensureNotCancelled.run();
            group(leader(shard, head), shard.followers(head), singletons, sink);
        }
    }

    /**
     * Groups inside the report's perhaps-similar sets, see {@link SetClustering}.
     *
     * @param maxLeaders leaders a document is compared with at most
     */
    public void setsOf(ShardRun shard, int maxLeaders, boolean singletons, Sink sink) throws IOException {
        FixedBitSet heads = shard.heads(singletons);
        for (int head = DocBits.next(heads, 0);
                head != DocIdSetIterator.NO_MORE_DOCS;
                head = DocBits.next(heads, head + 1)) {
            ensureNotCancelled.run();
            List<Member> all = new ArrayList<>(shard.followers(head));
            all.add(leader(shard, head));
            SetClustering clustering = new SetClustering(texts, comparator, maxLeaders, counts, ensureNotCancelled);
            for (SetClustering.Cluster cluster : clustering.cluster(all)) {
                group(cluster.leader(), cluster.members(), singletons, sink);
            }
        }
    }

    private static Member leader(ShardRun shard, int doc) throws IOException {
        long ref = DocRef.of(shard.ordinal(), doc);
        return shard.member(doc, doc, Role.LEADER, ref);
    }

    private void group(Member leader, List<Member> members, boolean singletons, Sink sink) throws IOException {
        List<Member> pages = new ArrayList<>();
        List<Member> contained = new ArrayList<>();
        pages.add(leader);
        for (Member member : members) {
            (member.role() == Role.PART_OF ? contained : pages).add(member);
        }
        pages.sort(Member::compareRank);
        Member winner = pages.stream()
                .min(Comparator.comparing(Member::candidate, winners).thenComparing(Member::compareRank))
                .orElseThrow();
        List<Member> toVerify = new ArrayList<>(pages.size() > 1 || singletons ? pages : List.of());
        toVerify.addAll(Member.sorted(contained));
        Verifier verifier = new Verifier(winner, toVerify);
        List<Entry> entries = new ArrayList<>(toVerify.size());
        for (int start = 0; start < toVerify.size(); start += CHUNK) {
            List<Member> chunk = toVerify.subList(start, Math.min(toVerify.size(), start + CHUNK));
            verifier.prefetch(chunk);
            for (Member page : chunk) {
                entries.add(new Entry(page, page == winner ? null : verifier.verify(page)));
            }
        }
        if (pages.size() > 1) {
            counts.add(Count.GROUPS, 1);
            counts.add(Count.DUPLICATES, pages.size() - 1L);
        }
        if (entries.isEmpty() == false) {
            sink.accept(new Group(leader, winner, entries, pages.size()));
        }
    }

    /** Compares pages with the winner of their group; pages of equal text once. */
    private final class Verifier {

        private final Member winner;
        private final long others;
        private final Map<Long, Verdict> known = new HashMap<>();
        private PreparedPage hub;

        /** @param pages all that will be verified, and the winner */
        Verifier(Member winner, List<Member> pages) {
            this.winner = winner;
            this.others = pages.stream()
                    .filter(page -> page.original() != winner.original())
                    .count();
            known.put(winner.original(), Verdict.EQUAL);
        }

        /** Brings the texts of pages that are not known yet into the cache. */
        void prefetch(List<Member> pages) throws IOException {
            texts.prefetch(pages.stream()
                    .mapToLong(Member::original)
                    .filter(original -> known.containsKey(original) == false)
                    .toArray());
        }

        Verdict verify(Member page) throws IOException {
            Verdict verdict = known.get(page.original());
            if (verdict == null) {
                verdict = compare(page);
                known.put(page.original(), verdict);
            }
            boolean verified = verdict.verified() && page.role() != Role.PART_OF;
            return new Verdict(
                    verified, verdict.resemblance(), verdict.containmentInWinner(), verdict.containmentOfWinner());
        }

        private Verdict compare(Member page) throws IOException {
            ensureNotCancelled.run();
            counts.add(Count.VERIFICATIONS, 1);
            if (hub == null) {
                hub = texts.of(winner.original()).hubOf(others);
            }
            PreparedPage other = texts.of(page.original());
            boolean winnerIsAbove = winner.compareRank(page) < 0;
            Comparison comparison = winnerIsAbove
                    ? comparator.compare(hub, other, ensureNotCancelled)
                    : comparator.compare(other, hub, ensureNotCancelled);
            return new Verdict(
                    comparison.similar(),
                    comparison.resemblance(),
                    winnerIsAbove ? comparison.containmentBInA() : comparison.containmentAInB(),
                    winnerIsAbove ? comparison.containmentAInB() : comparison.containmentBInA());
        }
    }
}
