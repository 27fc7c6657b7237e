package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.elasticsearch.core.Releasable;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.group.CanonicalRules;
import org.ndd.core.group.DecidedDocuments;
import org.ndd.core.group.Role;
import org.ndd.core.group.Verdict;
import org.ndd.partition.shard.MemberVerifier.OpenPage;
import org.ndd.partition.shard.OpenGroup.Settled;
import org.ndd.partition.shard.StepCounts.Count;

/**
 * Makes groups of the members that were sent to a shard: picks canonical documents, and verifies which members are near-duplicates of a
 * canonical document. Works in rounds of about a second, which end between two documents, also within a group; the result does not depend
 * on the end of the rounds. Documents are verified in chunks, which may span groups, so that their texts are read in order of document.
 * Used by one thread at a time; other threads help to compare. The members of open groups are on the request circuit breaker.
 */
public final class Grouper implements Releasable {

    /** Maximum number of documents whose texts are brought into the cache together. */
    private static final int CHUNK = 512;

    /** Approximate maximum of UTF-8 bytes of these texts: a small part of the cache. */
    private static final long CHUNK_BYTES = 8 << 20;

    private final ShardRun shard;
    private final PairComparator comparator;
    private final WorkStealingExecutor workers;
    private final CanonicalRules canonicals;
    private final boolean singletons;
    private final int setLeaders;
    private final FixedBitSet heads;
    private final Queue<OpenGroup> open = new ArrayDeque<>();
    private int head;
    private long pending;
    private long charged;

    /**
     * @param workers make the comparisons
     * @param canonicals the rules that select the document of a group to keep
     * @param singletons whether groups of one are made too
     * @param setLeaders 0 if each leader has one group; if members were sent to the labels of sets of possibly similar documents, as for
     *     the PKU report, the maximum number of leaders with which a document is compared, see {@link SetClustering}
     */
    public Grouper(
            ShardRun shard,
            PairComparator comparator,
            WorkStealingExecutor workers,
            CanonicalRules canonicals,
            boolean singletons,
            int setLeaders) {
        this.shard = shard;
        this.comparator = comparator;
        this.workers = workers;
        this.canonicals = canonicals;
        this.singletons = singletons;
        this.setLeaders = setLeaders;
        this.heads = shard.heads(singletons);
        this.head = DocBits.next(heads, 0);
        this.pending = shard.followerCount() + heads.cardinality();
    }

    /**
     * A group of near-duplicates.
     *
     * @param leader the first document in rank order
     * @param canonical the document to keep; a group has several canonical documents unless all its documents are near a single one
     * @param size number of documents of the group; those only contained in the leader are not counted
     */
    public record Group(Member leader, Member canonical, int size) {}

    /** Receives the groups. */
    public interface Sink {

        /**
         * A document of a group.
         *
         * @param toCanonical how it compares with the canonical document; {@code null} for the canonical document itself
         * @param canonicalIn markets that keep this document, in the order of their names
         */
        void page(Group group, Member page, Verdict toCanonical, List<String> canonicalIn) throws IOException;

        /** All documents of a group of two or more were passed to the sink. */
        void complete(Group group);

        /** Whether the sink can take no more for the moment: the round then ends, and the next one continues. */
        default boolean isFull() {
            return false;
        }

        /** Passes everything to both sinks, to this one first. */
        default Sink and(Sink other) {
            return new Sink() {
                @Override
                public void page(Group group, Member page, Verdict toCanonical, List<String> canonicalIn)
                        throws IOException {
                    Sink.this.page(group, page, toCanonical, canonicalIn);
                    other.page(group, page, toCanonical, canonicalIn);
                }

                @Override
                public void complete(Group group) {
                    Sink.this.complete(group);
                    other.complete(group);
                }

                @Override
                public boolean isFull() {
                    return Sink.this.isFull() || other.isFull();
                }
            };
        }
    }

    /** Number of documents whose groups are not made yet. */
    public long pending() {
        return isDone() ? 0 : Math.max(1, pending);
    }

    private boolean isDone() {
        return open.isEmpty() && head == DocIdSetIterator.NO_MORE_DOCS;
    }

    /**
     * One round.
     *
     * @param earlier verdicts that need not be determined again
     * @param ensureNotCancelled is called by several threads
     * @return the counts of the round; {@link Count#PENDING} is 0 once all groups are made
     */
    public StepCounts round(PageTexts texts, VerdictCache earlier, Sink sink, Runnable ensureNotCancelled)
            throws IOException {
        StepCounts counts = new StepCounts();
        long before = pending;
        TimeSlice time = new TimeSlice();
        MemberVerifier verifier = new MemberVerifier(texts, comparator, workers, ensureNotCancelled);
        BooleanSupplier mayContinue = () -> time.getAsBoolean() && sink.isFull() == false;
        for (boolean first = true; isDone() == false && (first || mayContinue.getAsBoolean()); first = false) {
            ensureNotCancelled.run();
            if (canonicals.markets().isEmpty() == false && handOnHeld(earlier, sink, counts)) {
                continue;
            }
            List<OpenPage> chunk = chunk(texts, counts, ensureNotCancelled);
            earlier.fetch(chunk.stream().map(OpenPage::page).toList());
            verifier.verify(chunk, earlier, time, counts);
            for (int i = 0; i < chunk.size() && (i == 0 || sink.isFull() == false); i++) {
                OpenGroup group = chunk.get(i).group();
                Verdict verdict = group.known(chunk.get(i).page());
                if (verdict == null) {
                    // there was no time to verify it, and the verdicts after it stay known in the next round
                    break;
                }
                group.advance(chunk.get(i).page(), verdict);
                if (canonicals.markets().isEmpty()) {
                    // one document, or in addition those that join it by decision
                    handOn(group, group.takeSettled(Integer.MAX_VALUE), sink, counts);
                }
            }
        }
        counts.add(Count.GROUPED, before - pending);
        counts.add(Count.PENDING, pending());
        return counts;
    }

    /**
     * Passes on some documents that were held until the canonical documents of markets were known. Their verdicts from an earlier attempt
     * are fetched again for the sink, because the documents were verified some time ago.
     *
     * @return whether there were any
     */
    private boolean handOnHeld(VerdictCache earlier, Sink sink, StepCounts counts) throws IOException {
        Map<OpenGroup, List<Settled>> some = new LinkedHashMap<>();
        List<Member> pages = new ArrayList<>();
        for (OpenGroup group : open) {
            List<Settled> own = group.takeSettled(CHUNK - pages.size());
            if (own.isEmpty() == false) {
                some.put(group, own);
                own.forEach(one -> pages.add(one.page()));
            }
        }
        if (some.isEmpty()) {
            return false;
        }
        earlier.fetch(pages);
        for (Map.Entry<OpenGroup, List<Settled>> one : some.entrySet()) {
            handOn(one.getKey(), one.getValue(), sink, counts);
        }
        return true;
    }

    private void handOn(OpenGroup group, List<Settled> pages, Sink sink, StepCounts counts) throws IOException {
        for (Settled one : pages) {
            sink.page(one.group(), one.page(), one.toCanonical(), one.canonicalIn());
            if (one.toCanonical() != null) {
                count(one.page(), one.toCanonical(), counts);
            }
            pending -= units(one.page());
        }
        if (group.isComplete()) {
            open.remove(group);
            release(group.ramBytes());
            complete(group.group(), sink, counts);
        }
    }

    /** The next documents, in the order in which groups are made; groups are opened as needed. */
    private List<OpenPage> chunk(PageTexts texts, StepCounts counts, Runnable ensureNotCancelled) throws IOException {
        List<OpenPage> chunk = new ArrayList<>(CHUNK);
        long bytes = 0;
        Iterator<OpenGroup> groups = open.iterator();
        while (chunk.size() < CHUNK && bytes < CHUNK_BYTES) {
            if (groups.hasNext() == false) {
                List<OpenGroup> more = openNext(texts, counts, ensureNotCancelled);
                if (more.isEmpty() && head == DocIdSetIterator.NO_MORE_DOCS) {
                    break;
                }
                open.addAll(more);
                groups = more.iterator();
                continue;
            }
            OpenGroup group = groups.next();
            for (int i = group.verified();
                    i < group.pages().size() && chunk.size() < CHUNK && bytes < CHUNK_BYTES;
                    i++) {
                Member page = group.pages().get(i);
                chunk.add(new OpenPage(group, page));
                bytes += page.candidate().length();
            }
        }
        return chunk;
    }

    /** Opens the groups of the next head, if there is one: none, one, or several for a set. */
    private List<OpenGroup> openNext(PageTexts texts, StepCounts counts, Runnable ensureNotCancelled)
            throws IOException {
        if (head == DocIdSetIterator.NO_MORE_DOCS) {
            return List.of();
        }
        ensureNotCancelled.run();
        // before they are created: a group may hold most of the documents
        long unpacked = shard.followerBytes(head);
        reserve(unpacked);
        Member leader = shard.pinned().member(head, head, Role.LEADER, DocRef.of(shard.ordinal(), head));
        List<Member> followers = shard.followers(head);
        head = DocBits.next(heads, head + 1);
        List<OpenGroup> groups = new ArrayList<>();
        long units = units(leader) + units(followers);
        if (setLeaders == 0) {
            groups.add(new OpenGroup(leader, followers, canonicals, decided(), singletons));
        } else {
            List<Member> set = new ArrayList<>(followers);
            set.add(leader);
            for (SetClustering.Cluster cluster :
                    new SetClustering(texts, comparator, setLeaders, counts, ensureNotCancelled).cluster(set)) {
                groups.add(new OpenGroup(cluster.leader(), cluster.members(), canonicals, decided(), singletons));
            }
        }
        groups.removeIf(OpenGroup::isComplete);
        reserve(groups.stream().mapToLong(OpenGroup::ramBytes).sum());
        release(unpacked);
        pending -=
                units - groups.stream().mapToLong(group -> units(group.pages())).sum();
        return groups;
    }

    private DecidedDocuments decided() {
        return shard.decisions().decided();
    }

    /** A document counts once, even if it is in addition contained in the leaders of other groups. */
    private static long units(Member page) {
        return page.role() == Role.PART_OF ? 0 : 1;
    }

    private static long units(List<Member> pages) {
        return pages.stream().mapToLong(Grouper::units).sum();
    }

    /** Counts a member by its relation to its canonical document. */
    private static void count(Member page, Verdict toCanonical, StepCounts counts) {
        if (page.role() != Role.PART_OF) {
            counts.add(Count.of(toCanonical.relation()), 1);
            counts.add(Count.DUPLICATES, toCanonical.verifies(page.role()) ? 1 : 0);
        }
    }

    private void reserve(long bytes) {
        shard.pinned().breaker().addEstimateBytesAndMaybeBreak(bytes, "ndd group");
        charged += bytes;
    }

    private void release(long bytes) {
        shard.pinned().breaker().addWithoutBreaking(-bytes);
        charged -= bytes;
    }

    @Override
    public void close() {
        release(charged);
    }

    private static void complete(Group group, Sink sink, StepCounts counts) {
        if (group.size() > 1) {
            counts.add(Count.GROUPS, 1);
            sink.complete(group);
        }
    }

    /** Results of earlier attempts at a run to verify documents, so that the verification need not be repeated. */
    public interface VerdictCache {

        /** There was no earlier attempt, or it left nothing. */
        VerdictCache NONE = new VerdictCache() {
            @Override
            public void fetch(List<Member> pages) {}

            @Override
            public Verdict of(Group group, Member page) {
                return null;
            }
        };

        /** Prepares the verdicts of these documents, and of no others. */
        void fetch(List<Member> pages);

        /** How a document compares with its group's canonical document; {@code null} if that is not known. */
        Verdict of(Group group, Member page);
    }
}
