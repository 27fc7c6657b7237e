package org.ndd.job.update;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Comparator;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Queue;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Function;
import java.util.stream.Collectors;
import java.util.stream.LongStream;
import org.elasticsearch.test.ESTestCase;
import org.ndd.config.DocumentName;
import org.ndd.core.compare.PairComparator;
import org.ndd.core.compare.PreparedPage;
import org.ndd.core.compare.SimilarityParameters;
import org.ndd.core.group.Rank;
import org.ndd.core.group.Verdict;
import org.ndd.core.partition.InMemoryPartition;
import org.ndd.core.partition.Partition.Group;
import org.ndd.core.partition.PartitionDocument;
import org.ndd.core.partition.PartitionParameters;
import org.ndd.groups.ComparedDocument;
import org.ndd.groups.DocumentVersion;
import org.ndd.groups.GroupChange;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupNaming;
import org.ndd.job.update.ClassifiedChanges.Changed;
import org.ndd.job.update.ClassifiedChanges.LivePage;
import org.ndd.job.update.ClassifiedChanges.VerifiedChanges;
import org.ndd.job.update.NearGroups.ChangedGroups;
import org.ndd.partition.BorderlineTexts;

/**
 * The stages of a checkpoint in memory, over random changes of documents near the limits of similarity. Only the search of near documents
 * is replaced.
 */
public class CheckpointStagesTests extends ESTestCase {

    private static final String INDEX = "pages";

    private final PairComparator comparator = new PairComparator(SimilarityParameters.BALANCED);
    private final Map<DocumentName, Text> texts = new TreeMap<>();
    private final Map<String, GroupDocument> stored = new TreeMap<>();
    private long seqNo;

    private record Text(PartitionDocument document, ComparedDocument compared, PreparedPage page) {

        Set<Long> fingerprints() {
            return LongStream.of(document.content().fingerprints()).boxed().collect(Collectors.toSet());
        }

        String digest() {
            return document.content().digest();
        }
    }

    private static DocumentName name(String id) {
        return new DocumentName(INDEX, id);
    }

    private void put(DocumentName name, BorderlineTexts.Text text) {
        PartitionDocument document = text.document(INDEX, name.id());
        ComparedDocument version =
                new ComparedDocument(INDEX, null, new DocumentVersion("uuid", name.id(), seqNo++, 1));
        texts.put(name, new Text(document, version, new PreparedPage(document.page(null))));
    }

    private Verdict verdict(DocumentName one, DocumentName other) {
        Text a = texts.get(one);
        Text b = texts.get(other);
        boolean isAbove = Rank.of(one.id()).compareTo(Rank.of(other.id())) < 0;
        return Verdict.of(
                isAbove
                        ? comparator.compare(a.page(), b.page(), () -> {})
                        : comparator.compare(b.page(), a.page(), () -> {}).swapped());
    }

    private Map<DocumentName, Verdict> nearCanonicals(Map<DocumentName, GroupDocument> pairs) {
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
    private List<GroupDocument> run(Collection<DocumentName> pages) {
        GroupNaming names = new GroupNaming("run", false, false);
        List<GroupDocument> made = new ArrayList<>();
        for (Group group : new InMemoryPartition(PartitionParameters.BALANCED)
                .run(pages.stream().map(page -> texts.get(page).document()).toList(), site -> null, () -> {})
                .groups()) {
            made.addAll(names.documents(
                    group, document -> texts.get(name(document.id())).compared()));
        }
        return made;
    }

    private List<GroupDocument> stored(Function<GroupDocument, Boolean> condition) {
        return stored.values().stream().filter(condition::apply).toList();
    }

    private Map<String, Integer> sizes(Set<String> groups) {
        Map<String, Integer> sizes = new HashMap<>();
        stored(document -> document.isPartOf() == false && groups.contains(document.group()))
                .forEach(document -> sizes.merge(document.group(), 1, Integer::sum));
        return sizes;
    }

    /**
     * A checkpoint.
     *
     * @param near returns the near documents, the nearest first, of the documents that are searched, and of others
     */
    private void update(
            Set<DocumentName> all, Function<VerifiedChanges, Map<DocumentName, List<DocumentName>>> near, int step) {
        Map<DocumentName, LivePage> live = new TreeMap<>();
        all.stream()
                .filter(texts::containsKey)
                .forEach(page -> live.put(
                        page,
                        new LivePage(
                                texts.get(page).compared(),
                                null,
                                texts.get(page).digest())));
        List<GroupDocument> found = stored(document -> all.contains(document.page()));
        Changed changed = Changed.of(all, live, page -> false, found, randomBoolean());
        List<GroupDocument> parts = stored(document -> document.isPartOf() && all.contains(document.canonical()));
        ClassifiedChanges classified =
                ClassifiedChanges.of(changed, found, parts, changed.mayJoin() || randomBoolean());
        VerifiedChanges verified = classified.verify(nearCanonicals(classified.duplicatesToVerify()));
        Map<DocumentName, List<DocumentName>> pages = near.apply(verified);
        Set<DocumentName> named = pages.values().stream().flatMap(List::stream).collect(Collectors.toSet());
        NearGroups groups = NearGroups.of(verified, pages, stored(document -> named.contains(document.page())));
        NearGroups sized = groups.withSizes(sizes(groups.groups()), GroupUpdate.LARGE_GROUP);
        ChangedGroups joined = sized.join(nearCanonicals(sized.nearLargeGroups()));
        RegroupedDocuments withoutParts = RegroupedDocuments.of(
                joined,
                stored(document -> joined.readGroups().contains(document.group())),
                stored(document -> document.isLeader() && joined.resizedGroups().contains(document.group())),
                sizes(joined.resizedGroups()));
        RegroupedDocuments regrouped = withoutParts.withParts(
                stored(document -> document.isPartOf() && withoutParts.pages().contains(document.page())));
        List<GroupDocument> made =
                run(regrouped.pages().stream().filter(texts::containsKey).toList());
        Set<String> inUse = stored.values().stream().map(GroupDocument::group).collect(Collectors.toSet());
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

    /** All documents that share a fingerprint or a digest with some, directly or through others. */
    private Set<DocumentName> connected(Collection<Text> some) {
        Set<Object> known = new TreeSet<>(Comparator.comparing(Object::toString));
        Set<DocumentName> connected = new TreeSet<>();
        Queue<Text> queue = new ArrayDeque<>(some);
        while (queue.isEmpty() == false) {
            Text text = queue.remove();
            known.addAll(text.fingerprints());
            if (text.digest() != null) {
                known.add(text.digest());
            }
            texts.forEach((page, other) -> {
                boolean shares = other.fingerprints().stream().anyMatch(known::contains)
                        || other.digest() != null && known.contains(other.digest());
                if (shares && connected.add(page)) {
                    queue.add(other);
                }
            });
        }
        return connected;
    }

    /** Random changes of some documents. Returns their names, and the texts before and after. */
    private Set<DocumentName> change(BorderlineTexts made, List<Text> touched) {
        Set<DocumentName> changed = new TreeSet<>();
        for (int i = between(1, 6); i > 0; i--) {
            DocumentName page = name("doc" + between(0, 60));
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

    private void begin(BorderlineTexts made) {
        for (int i = between(20, 60); i > 0; i--) {
            put(name("doc" + i), made.next());
        }
        run(texts.keySet()).forEach(document -> stored.put(document.key(), document));
    }

    private static Map<String, Map<String, Object>> withoutNames(Collection<GroupDocument> documents) {
        Map<String, Map<String, Object>> fields = new TreeMap<>();
        documents.forEach(document -> {
            Map<String, Object> source = new TreeMap<>(document.source());
            source.remove("group");
            assertNull(fields.put(document.key(), source));
        });
        return fields;
    }

    /**
     * If a checkpoint regroups all documents that share fingerprints with the changed ones, directly or through others, the group documents
     * equal those of a run in all fields but the names of groups. So only a narrower search can be the reason for other groups.
     */
    public void testEqualsRunIfAllConnectedDocumentsAreNear() {
        BorderlineTexts made = new BorderlineTexts(random());
        begin(made);
        for (int step = 1; step <= 10; step++) {
            List<Text> touched = new ArrayList<>();
            Set<DocumentName> changed = change(made, touched);
            Set<DocumentName> connected = connected(touched);
            update(
                    changed,
                    verified -> connected.stream()
                            .collect(Collectors.toMap(
                                    page -> page,
                                    page -> connected.stream()
                                            .filter(other -> other.equals(page) == false)
                                            .toList())),
                    step);
            Map<String, Map<String, Object>> expected = withoutNames(run(texts.keySet()));
            Map<String, Map<String, Object>> found = withoutNames(stored.values());
            Map<String, Map<String, Object>> both = new TreeMap<>(expected);
            both.entrySet().retainAll(found.entrySet());
            expected.entrySet().removeAll(both.entrySet());
            found.entrySet().removeAll(both.entrySet());
            // the differences only, which are few
            assertEquals("step " + step + ", changed " + changed, expected, found);
        }
    }
}
