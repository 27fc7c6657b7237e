package org.ndd.job.update;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Collections;
import java.util.Comparator;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.IntStream;
import java.util.stream.LongStream;
import org.elasticsearch.test.ESTestCase;
import org.ndd.config.DocumentName;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.compare.ComparisonMemory;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.group.DecidedBy;
import org.ndd.core.group.Rank;
import org.ndd.core.group.Verdict;
import org.ndd.core.partition.InMemoryBoilerplate;
import org.ndd.core.partition.InMemoryPartition;
import org.ndd.core.partition.Partition.Group;
import org.ndd.core.partition.PartitionDocument;
import org.ndd.core.partition.PartitionParameters;
import org.ndd.decisions.KnownDecisions;
import org.ndd.decisions.PairDecision;
import org.ndd.decisions.PairDecision.DocumentState;
import org.ndd.groups.ComparedDocument;
import org.ndd.groups.DocumentVersion;
import org.ndd.groups.GroupChange;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupNaming;
import org.ndd.job.update.ClassifiedChanges.Changed;
import org.ndd.job.update.ClassifiedChanges.LivePage;
import org.ndd.job.update.NearGroups.ChangedGroups;
import org.ndd.partition.BorderlineTexts;

/**
 * The stages of a checkpoint in memory, over random changes of documents near the limits of similarity. Only the search of near documents
 * is replaced.
 */
abstract class CheckpointStagesTestCase extends ESTestCase {

    private static final String INDEX = "pages";
    private static final String REFERENCE = "reference";
    private static final int IDS = 60;

    private final PairComparator comparator = new PairComparator(SimilarityParameters.BALANCED);
    private final List<DocumentName> names = new ArrayList<>();
    private PartitionParameters parameters = PartitionParameters.BALANCED;
    private Function<String, SiteBoilerplate> boilerplate = site -> null;
    private CheckpointDecisions decisions = CheckpointDecisions.NONE;
    boolean withLanguages;
    final Map<DocumentName, Text> texts = new TreeMap<>();
    final Map<String, GroupDocument> stored = new TreeMap<>();
    final Map<DocumentName, DocumentVersion> marked = new HashMap<>();
    private long seqNo;
    private long decided;

    record Text(PartitionDocument document, ComparedDocument compared, PreparedPage page, Set<Long> fingerprints) {

        String digest() {
            return document.content().digest();
        }
    }

    void put(DocumentName name, BorderlineTexts.Text text) {
        PartitionDocument document = text.document(name.index(), name.id());
        if (withLanguages) {
            document = document.withMustAgreeKeys(
                    MustAgreeKeys.of(List.of(randomFrom(List.of("de"), List.of("en"), List.<String>of()))));
        }
        SiteBoilerplate ofSite = boilerplate.apply(document.site());
        marked.remove(name);
        texts.put(
                name,
                new Text(
                        document,
                        nextVersion(name),
                        new PreparedPage(document.page(ofSite)),
                        LongStream.of(document.content().fingerprints())
                                .filter(fingerprint -> ofSite == null || ofSite.hasFingerprint(fingerprint) == false)
                                .boxed()
                                .collect(Collectors.toSet())));
    }

    ComparedDocument nextVersion(DocumentName name) {
        return new ComparedDocument(name.index(), null, new DocumentVersion("uuid", name.id(), seqNo++, 1));
    }

    private static DocumentName name(PartitionDocument document) {
        return new DocumentName(document.index(), document.id());
    }

    private Rank rank(DocumentName name) {
        Rank rank = Rank.of(name.id());
        return parameters.references().contains(name.index()) ? rank.ofReference() : rank;
    }

    Verdict verdict(DocumentName one, DocumentName other) {
        Text a = texts.get(one);
        Text b = texts.get(other);
        boolean isAbove = rank(one).compareTo(rank(other)) < 0;
        return Verdict.of(
                isAbove
                        ? comparator.compare(a.page(), b.page(), () -> {})
                        : comparator.compare(b.page(), a.page(), () -> {}).swapped());
    }

    Map<DocumentName, Verdict> nearCanonicals(Map<DocumentName, GroupDocument> pairs) {
        Map<DocumentName, Verdict> near = new HashMap<>();
        pairs.forEach((page, document) -> {
            if (texts.containsKey(document.canonical())) {
                Verdict verdict = verdict(page, document.canonical());
                if (verdict.relation().isNear()) {
                    near.put(page, verdict);
                }
            }
        });
        return near;
    }

    /** The group documents of a run over some documents. */
    List<GroupDocument> run(Collection<DocumentName> pages) {
        GroupNaming naming = new GroupNaming("run", true, false);
        List<PartitionDocument> documents =
                pages.stream().map(page -> texts.get(page).document()).toList();
        List<GroupDocument> made = new ArrayList<>();
        for (Group group : new InMemoryPartition(parameters, ComparisonMemory.UNLIMITED)
                .run(documents, boilerplate, decisions.applicableTo(documents), () -> {})
                .groups()) {
            made.addAll(naming.documents(
                    group, document -> texts.get(name(document)).compared()));
        }
        return made;
    }

    List<GroupDocument> stored(Function<GroupDocument, Boolean> condition) {
        return stored.values().stream().filter(condition::apply).toList();
    }

    Map<String, Integer> sizes(Set<String> groups) {
        Map<String, Integer> sizes = new HashMap<>();
        stored(document -> document.isPartOf() == false && groups.contains(document.group()))
                .forEach(document -> sizes.merge(document.group(), 1, Integer::sum));
        return sizes;
    }

    Set<String> large(Collection<String> groups) {
        Map<String, Integer> sizes = sizes(Set.copyOf(groups));
        sizes.values().removeIf(size -> size < GroupUpdate.LARGE_GROUP);
        return sizes.keySet();
    }

    List<GroupDocument> partsOf(Set<DocumentName> pages) {
        return stored(document ->
                document.isPartOf() && (pages.contains(document.page()) || pages.contains(document.canonical())));
    }

    /**
     * A checkpoint.
     *
     * @param near returns the near documents, the nearest first, of the documents that are searched, and of others
     */
    void update(
            Set<DocumentName> changed,
            Function<ClassifiedChanges, Map<DocumentName, List<DocumentName>>> near,
            int step) {
        Set<DocumentName> all = decisions.known().connectedDocuments(changed);
        Predicate<DocumentName> isNew =
                page -> changed.contains(page) == false || decisions.changed().contains(page);
        Map<DocumentName, LivePage> live = new TreeMap<>();
        all.stream()
                .filter(texts::containsKey)
                .forEach(page -> live.put(
                        page,
                        new LivePage(
                                texts.get(page).compared(),
                                marked.get(page),
                                texts.get(page).digest())));
        List<GroupDocument> found = stored(document -> all.contains(document.page()));
        boolean withDecisions = decisions.known().all().isEmpty() == false;
        ClassifiedChanges classified = ClassifiedChanges.of(
                Changed.of(all, live, isNew, found, withDecisions == false && randomBoolean()),
                found,
                partsOf(all),
                withDecisions
                        ? Set.of()
                        : large(found.stream().map(GroupDocument::group).toList()));
        Map<DocumentName, List<DocumentName>> pages = decisions.addTo(near.apply(classified));
        Set<DocumentName> named = pages.values().stream().flatMap(List::stream).collect(Collectors.toSet());
        NearGroups groups = NearGroups.of(classified, pages, stored(document -> named.contains(document.page())));
        NearGroups sized = groups.withLarge(large(groups.groups()));
        ChangedGroups joined = sized.join(nearCanonicals(sized.nearLargeGroups()));
        RegroupedDocuments withoutParts = RegroupedDocuments.of(
                joined,
                stored(document -> joined.readGroups().contains(document.group())),
                stored(document -> document.isLeader() && joined.resizedGroups().contains(document.group())),
                sizes(joined.resizedGroups()));
        RegroupedDocuments regrouped = withoutParts.withParts(partsOf(withoutParts.pages()));
        List<GroupDocument> made =
                run(regrouped.pages().stream().filter(texts::containsKey).toList());
        Set<String> inUse = stored(document -> document.isPartOf() == false).stream()
                .map(GroupDocument::group)
                .collect(Collectors.toSet());
        for (GroupChange change : regrouped
                .changes(regrouped.withNames(made, group -> inUse.contains(group) ? group + "@" + step : group, "run"))
                .inOrder(all)) {
            if (change.after() == null) {
                stored.remove(change.key());
            } else {
                stored.put(change.key(), change.after());
            }
        }
    }

    /**
     * People decide about some pairs, and change their minds about others. Returns the documents of these pairs. Decisions about earlier
     * texts remain known, and do not apply.
     */
    Set<DocumentName> decide() {
        Map<String, PairDecision> all = new TreeMap<>();
        decisions.known().all().forEach(decision -> all.put(decision.id(), decision));
        Set<DocumentName> changed = new TreeSet<>();
        for (PairDecision decision : randomSubsetOf(
                between(0, Math.min(2, all.size())), decisions.known().all())) {
            all.remove(decision.id());
            changed.addAll(decision.names());
        }
        for (int i = between(0, 3); i > 0 && texts.size() > 1; i--) {
            List<DocumentName> pair = randomSubsetOf(2, texts.keySet());
            PairDecision decision = new PairDecision(
                    state(pair.get(0)),
                    state(pair.get(1)),
                    randomFrom(PairDecision.Kind.values()),
                    new DecidedBy("alice", decided++, null));
            all.put(decision.id(), decision);
            changed.addAll(pair);
        }
        List<PairDecision> newestFirst = new ArrayList<>(all.values());
        newestFirst.sort(Comparator.comparing(decision -> -decision.by().timestamp()));
        decisions = new CheckpointDecisions(new KnownDecisions(newestFirst), changed);
        return changed;
    }

    /** The decisions about the present texts of existing documents. */
    KnownDecisions applicable() {
        Map<DocumentName, DocumentState> states = new HashMap<>();
        texts.keySet().forEach(name -> states.put(name, state(name)));
        return new KnownDecisions(decisions.known().all().stream()
                .filter(decision -> decision.changed(states).isEmpty())
                .toList());
    }

    private DocumentState state(DocumentName name) {
        String digest = texts.get(name).digest();
        return new DocumentState(name, digest == null ? "" : digest);
    }

    /** All documents that share a fingerprint, a digest or a decision with some, directly or through others. */
    Set<DocumentName> connected(Collection<Text> some) {
        Set<Object> known = new HashSet<>();
        Set<DocumentName> connected = new TreeSet<>();
        Queue<Text> queue = new ArrayDeque<>(some);
        while (queue.isEmpty() == false) {
            known.addAll(keys(queue.remove()));
            texts.forEach((page, other) -> {
                if (Collections.disjoint(keys(other), known) == false && connected.add(page)) {
                    queue.add(other);
                }
            });
        }
        return connected;
    }

    private Set<Object> keys(Text text) {
        Set<Object> keys = new HashSet<>(text.fingerprints());
        keys.add(text.compared().name());
        keys.addAll(decisions.known().connectedDocuments(List.of(text.compared().name())));
        if (text.digest() != null) {
            keys.add(text.digest());
        }
        return keys;
    }

    /** Random changes of some documents. Returns their names, and the texts before and after. */
    Set<DocumentName> change(BorderlineTexts made, List<Text> touched) {
        Set<DocumentName> changed = new TreeSet<>();
        for (int i = between(1, 6); i > 0; i--) {
            DocumentName page = randomFrom(names);
            if (texts.containsKey(page)) {
                touched.add(texts.get(page));
            }
            if (randomInt(2) == 0) {
                texts.remove(page);
            } else {
                put(page, randomInt(3) == 0 ? new BorderlineTexts.Text(null, null, "") : made.next());
                touched.add(texts.get(page));
            }
            changed.add(page);
        }
        return changed;
    }

    void begin(BorderlineTexts made, boolean withReference, boolean withBoilerplate) {
        for (int i = 0; i < IDS; i++) {
            names.add(new DocumentName(withReference && i % 5 == 0 ? REFERENCE : INDEX, "doc" + i));
        }
        if (withReference) {
            parameters = parameters.against(Set.of(REFERENCE));
        }
        Map<DocumentName, BorderlineTexts.Text> all = new TreeMap<>();
        names.forEach(name -> all.put(name, made.next()));
        if (withBoilerplate) {
            InMemoryBoilerplate learned = new InMemoryBoilerplate(
                    names.stream()
                            .map(name -> all.get(name).document(name.index(), name.id()))
                            .toList(),
                    FingerprintParameters.BALANCED,
                    InMemoryBoilerplate.ALL,
                    () -> {});
            IntStream.range(0, learned.families()).forEach(learned::learn);
            boilerplate = learned;
        }
        randomSubsetOf(between(IDS / 3, IDS), names).forEach(name -> put(name, all.get(name)));
        run(texts.keySet()).forEach(document -> stored.put(document.key(), document));
    }
}
