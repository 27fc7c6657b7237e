package org.ndd.partition.shard;

import java.io.IOException;
import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.function.BooleanSupplier;
import org.apache.lucene.search.DocIdSetIterator;
import org.apache.lucene.util.FixedBitSet;
import org.elasticsearch.core.Releasable;
import org.ndd.bulk.PeriodicCheck.TimeSlice;
import org.ndd.bulk.ReservedMemory;
import org.ndd.core.compare.Comparison;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.group.CanonicalRules;
import org.ndd.core.group.DecidedDocuments;
import org.ndd.core.group.Role;
import org.ndd.core.group.Verdict;
import org.ndd.partition.plan.DocRef;
import org.ndd.partition.plan.StepCounts;
import org.ndd.partition.plan.StepCounts.Count;
import org.ndd.partition.shard.MemberVerifier.OpenPage;
import org.ndd.partition.shard.OpenGroup.ResolvedMember;

/**
 * Creates groups from the members that were sent to a shard: selects canonical documents, and verifies which members are near-duplicates of
 * a canonical document. Works in rounds of about a second, which end between two documents, also within a group. The result does not depend
 * on the end of the rounds. Documents are verified in chunks, which may span groups, so that their texts are read in order of document. Not
 * thread-safe, but other threads make comparisons. The members of open groups are on the request circuit breaker.
 */
public final class Grouper implements Releasable {

    /** Maximum number of documents whose texts are read into the cache together. */
    private static final int CHUNK = 512;

    /** Approximate maximum size of these texts in bytes of UTF-8: a small part of the cache. */
    private static final long CHUNK_BYTES = 8 << 20;

    private final ShardRun shard;
    private final CanonicalRules canonicals;
    private final boolean singletons;
    private final int setLeaders;
    private final FixedBitSet heads;
    private final Queue<OpenGroup> open = new ArrayDeque<>();
    private int head;
    private long pending;
    private final ReservedMemory memory;

    /**
     * @param setLeaders 0 if each leader has one group; for sets of possibly similar documents, as in the PKU report, the maximum number of
     *     leaders with which a document is compared, see {@link SetClustering}
     */
    public Grouper(ShardRun shard, CanonicalRules canonicals, boolean singletons, int setLeaders) {
        this.shard = shard;
        this.memory = new ReservedMemory(shard.pinned().breaker(), "ndd group");
        this.canonicals = canonicals;
        this.singletons = singletons;
        this.setLeaders = setLeaders;
        this.heads = shard.heads(singletons);
        this.head = PinnedShard.nextDoc(heads, 0);
        this.pending = shard.members().followers() + heads.cardinality();
    }

    /**
     * A group of near-duplicates.
     *
     * @param leader the first document in rank order
     * @param canonical the document to keep; a group has several canonical documents unless all its documents are near a single one
     * @param size number of documents of the group, without those only contained in the leader
     */
    public record Group(Member leader, Member canonical, int size) {}

    public interface Sink {

        /** Receives a document; the verdict is {@code null} for the canonical document. Markets are in the order of their names. */
        void page(Group group, Member page, Verdict toCanonical, List<String> canonicalIn) throws IOException;

        /** Called after all documents of a group of two or more were passed to the sink. */
        void complete(Group group);

        /** Whether the sink is temporarily full. Then the round ends, and the next one continues. */
        default boolean isFull() {
            return false;
        }
    }

    /** Returns the number of documents whose groups are not created yet. */
    public long pending() {
        return isDone() ? 0 : Math.max(1, pending);
    }

    private boolean isDone() {
        return open.isEmpty() && head == DocIdSetIterator.NO_MORE_DOCS;
    }

    /**
     * Executes one round.
     *
     * @param earlier verdicts that are not determined again
     * @return the counts of the round; {@link Count#PENDING} is 0 when all groups are created
     */
    public StepCounts round(PageComparisons comparisons, VerdictCache earlier, Sink sink) throws IOException {
        StepCounts counts = new StepCounts();
        long before = pending;
        TimeSlice time = new TimeSlice();
        MemberVerifier verifier = new MemberVerifier(comparisons);
        BooleanSupplier mayContinue = () -> time.getAsBoolean() && sink.isFull() == false;
        for (boolean first = true; isDone() == false && (first || mayContinue.getAsBoolean()); first = false) {
            comparisons.ensureNotCancelled().run();
            if (canonicals.markets().isEmpty() == false && sendHeld(sink, counts)) {
                continue;
            }
            List<OpenPage> chunk = chunk(comparisons, counts);
            earlier.fetch(chunk.stream().map(OpenPage::page).toList());
            verifier.verify(chunk, earlier, time, counts);
            for (int i = 0; i < chunk.size() && (i == 0 || sink.isFull() == false); i++) {
                OpenGroup group = chunk.get(i).group();
                Verdict verdict = group.known(chunk.get(i).page());
                if (verdict == null) {
                    // the time of the round did not suffice to verify it; later verdicts of the chunk stay known in the
                    // next round
                    break;
                }
                group.advance(chunk.get(i).page(), verdict);
                if (canonicals.markets().isEmpty()) {
                    // one document, and the documents that join it by a decision of people
                    send(group, group.takeResolved(Integer.MAX_VALUE), sink, counts);
                }
            }
        }
        counts.add(Count.GROUPED, before - pending);
        counts.add(Count.PENDING, pending());
        return counts;
    }

    /** Passes on documents of a group that were held until the canonical documents of markets were known; returns whether any were. */
    private boolean sendHeld(Sink sink, StepCounts counts) throws IOException {
        for (OpenGroup group : open) {
            List<ResolvedMember> pages = group.takeResolved(CHUNK);
            if (pages.isEmpty() == false) {
                send(group, pages, sink, counts);
                return true;
            }
        }
        return false;
    }

    private void send(OpenGroup group, List<ResolvedMember> pages, Sink sink, StepCounts counts) throws IOException {
        for (ResolvedMember one : pages) {
            sink.page(one.group(), one.page(), one.toCanonical(), one.canonicalIn());
            if (one.toCanonical() != null) {
                count(one.page(), one.toCanonical(), counts);
            }
            pending -= units(one.page());
        }
        if (group.isComplete()) {
            open.remove(group);
            memory.release(group.ramBytes());
            complete(group.group(), sink, counts);
        }
    }

    /** Returns the next documents, in the order in which groups are created, and opens groups as needed. */
    private List<OpenPage> chunk(PageComparisons comparisons, StepCounts counts) throws IOException {
        List<OpenPage> chunk = new ArrayList<>(CHUNK);
        long bytes = 0;
        Iterator<OpenGroup> groups = open.iterator();
        while (chunk.size() < CHUNK && bytes < CHUNK_BYTES) {
            if (groups.hasNext() == false) {
                List<OpenGroup> more = openNext(comparisons, counts);
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
    private List<OpenGroup> openNext(PageComparisons comparisons, StepCounts counts) throws IOException {
        if (head == DocIdSetIterator.NO_MORE_DOCS) {
            return List.of();
        }
        comparisons.ensureNotCancelled().run();
        // memory is reserved before the groups are created, because a group may hold most of the documents
        long unpacked = shard.members().unpackedBytes(head);
        memory.add(unpacked);
        Member leader = shard.pinned().member(head, head, Role.LEADER, DocRef.of(shard.ordinal(), head));
        List<Member> followers = shard.members().of(head);
        head = PinnedShard.nextDoc(heads, head + 1);
        List<OpenGroup> groups = new ArrayList<>();
        long units = units(leader) + units(followers);
        if (setLeaders == 0) {
            groups.add(new OpenGroup(leader, followers, canonicals, decided(), singletons));
        } else {
            List<Member> set = new ArrayList<>(followers);
            set.add(leader);
            for (SetClustering.Cluster cluster : new SetClustering(comparisons, setLeaders, counts).cluster(set)) {
                groups.add(new OpenGroup(cluster.leader(), cluster.members(), canonicals, decided(), singletons));
            }
        }
        groups.removeIf(OpenGroup::isComplete);
        memory.add(groups.stream().mapToLong(OpenGroup::ramBytes).sum());
        memory.release(unpacked);
        pending -=
                units - groups.stream().mapToLong(group -> units(group.pages())).sum();
        return groups;
    }

    private DecidedDocuments decided() {
        return shard.decisions().decided();
    }

    /** Returns the units of work of a member: a document counts once, also if the leaders of other groups contain it. */
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

    @Override
    public void close() {
        memory.close();
    }

    private static void complete(Group group, Sink sink, StepCounts counts) {
        if (group.size() > 1) {
            counts.add(Count.GROUPS, 1);
            sink.complete(group);
        }
    }

    /** Provides the verdicts of earlier attempts of a run, so that the verification is not repeated. */
    public interface VerdictCache {

        /** Fetches the verdicts of these documents, and discards all others. */
        void fetch(List<Member> pages);

        /** Returns the verdict on a document and its group's canonical document; {@code null} if it was not fetched. */
        Verdict of(Group group, Member page);
    }

    /**
     * Divides a set of possibly similar documents, as in the PKU report, into groups. In rank order, a document joins the first leader that
     * is similar and agrees in the fields of {@code must_agree}; otherwise it leads. Created for one set.
     */
    static final class SetClustering {

        private final PageComparisons comparisons;
        private final int maxLeaders;
        private final StepCounts counts;
        private final Map<Long, Cluster> clusters = new LinkedHashMap<>();
        private final Map<Long, Cluster> clusterOf = new HashMap<>();

        record Cluster(Member leader, List<Member> members) {}

        SetClustering(PageComparisons comparisons, int maxLeaders, StepCounts counts) {
            this.comparisons = comparisons;
            this.maxLeaders = maxLeaders;
            this.counts = counts;
        }

        List<Cluster> cluster(List<Member> set) throws IOException {
            for (Member member : Member.sorted(set)) {
                if (member.role() != Role.EXACT) {
                    join(member);
                }
            }
            for (Member member : set) {
                if (member.role() == Role.EXACT) {
                    clusterOf.get(member.original()).members().add(member);
                }
            }
            return List.copyOf(clusters.values());
        }

        private void join(Member member) throws IOException {
            List<Cluster> candidates = clusters.values().stream()
                    .filter(cluster -> cluster.leader().mustAgreeKeys().disagreesWith(member.mustAgreeKeys()) == false)
                    .toList();
            PageTexts texts = comparisons.texts();
            PreparedPage page = texts.of(member.ref()).asPivot(Math.min(maxLeaders, candidates.size()));
            Cluster contains = null;
            int compared = 0;
            for (Cluster cluster : candidates) {
                if (compared++ == maxLeaders) {
                    counts.add(Count.SKIPPED_COMPARISONS, candidates.size() - (long) maxLeaders);
                    break;
                }
                counts.add(Count.COMPARISONS, 1);
                Comparison comparison =
                        comparisons.compare(texts.of(cluster.leader().ref()), page);
                if (comparison.similar()) {
                    cluster.members().add(member);
                    clusterOf.put(member.ref(), cluster);
                    return;
                }
                contains = contains == null && comparison.partOf() ? cluster : contains;
            }
            if (contains != null) {
                counts.add(Count.PART_OF, 1);
                contains.members().add(member.withHead(member.head(), Role.PART_OF));
            }
            Cluster own = new Cluster(member.withHead(member.head(), Role.LEADER), new ArrayList<>());
            clusters.put(member.ref(), own);
            clusterOf.put(member.ref(), own);
        }
    }
}
