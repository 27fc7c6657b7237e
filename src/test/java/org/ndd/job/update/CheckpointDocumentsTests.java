package org.ndd.job.update;

import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.Collectors;
import org.ndd.config.DocumentName;
import org.ndd.decisions.KnownDecisions;
import org.ndd.groups.GroupDocument;
import org.ndd.partition.BorderlineTexts;

/** Group documents after checkpoints agree with each other, whatever documents a checkpoint regroups. */
public class CheckpointDocumentsTests extends CheckpointStagesTestCase {

    private List<DocumentName> near(DocumentName page) {
        return texts.keySet().stream()
                .filter(other -> other.equals(page) == false
                        && texts.get(other)
                                        .document()
                                        .mustAgreeKeys()
                                        .disagreesWith(
                                                texts.get(page).document().mustAgreeKeys())
                                == false
                        && verdict(page, other).relation().isNear())
                .toList();
    }

    /** Marks some documents: their versions change, and their texts do not. */
    private Set<DocumentName> mark() {
        Set<DocumentName> pages = Set.copyOf(randomSubsetOf(between(0, 3), texts.keySet()));
        for (DocumentName page : pages) {
            Text text = texts.get(page);
            marked.put(page, text.compared().version());
            texts.put(page, new Text(text.document(), nextVersion(page), text.page(), text.fingerprints()));
        }
        return pages;
    }

    /** Whatever documents are regrouped, all group documents agree with each other and with the current documents. */
    public void testGroupDocumentsAgree() {
        BorderlineTexts made = new BorderlineTexts(random());
        withLanguages = rarely();
        boolean withDecisions = randomBoolean();
        // with a reference, decisions do not always connect documents
        begin(made, withDecisions == false && rarely(), randomBoolean());
        for (int step = 1; step <= 30; step++) {
            marked.clear();
            Set<DocumentName> changed = new TreeSet<>(mark());
            changed.addAll(change(made, new ArrayList<>()));
            if (withDecisions) {
                changed.addAll(decide());
            }
            update(
                    changed,
                    classified ->
                            classified.pagesToSearch().stream().collect(Collectors.toMap(page -> page, this::near)),
                    step);
            for (GroupDocument document : stored.values()) {
                assertAgrees("step " + step + ", changed " + changed + ", " + document, document);
            }
            assertDecided("step " + step + ", changed " + changed);
        }
    }

    private void assertDecided(String message) {
        Map<DocumentName, String> groups = new HashMap<>();
        stored(document -> document.isPartOf() == false).forEach(one -> groups.put(one.page(), one.group()));
        KnownDecisions applicable = applicable();
        for (DocumentName page : applicable.documents()) {
            String pair = message + ", " + page + " and ";
            for (DocumentName other : applicable.duplicatesOf(page)) {
                assertNotNull(pair + other, groups.get(page));
                assertEquals(pair + other, groups.get(page), groups.get(other));
            }
            for (DocumentName other : applicable.notDuplicatesOf(page)) {
                assertFalse(
                        pair + other,
                        groups.containsKey(page) && groups.get(page).equals(groups.get(other)));
            }
        }
    }

    private void assertAgrees(String message, GroupDocument document) {
        assertEquals(message, texts.get(document.page()).compared(), document.compared());
        assertEquals(message, texts.get(document.canonical()).compared(), document.comparedCanonical());
        List<GroupDocument> group = stored(one -> one.group().equals(document.group()) && one.isPartOf() == false);
        if (document.isPartOf()) {
            assertTrue(message, ofPage(document.page()).stream().allMatch(GroupDocument::isLeader));
            if (group.isEmpty()) {
                assertEquals(
                        message, document.canonical().id(), document.source().get("leader"));
                assertEquals(message, List.of(), ofPage(document.canonical()));
                return;
            }
        } else {
            assertEquals(message, 1, ofPage(document.page()).size());
            assertTrue(
                    message,
                    group.stream()
                            .anyMatch(one -> one.isCanonical() && one.page().equals(document.canonical())));
        }
        List<GroupDocument> leaders =
                group.stream().filter(GroupDocument::isLeader).toList();
        assertEquals(message, 1, leaders.size());
        assertEquals(message, group.size(), leaders.get(0).size());
        assertEquals(
                message,
                leaders.get(0).source().get("leader"),
                document.source().get("leader"));
    }

    /** The documents of a page, except as a part. */
    private List<GroupDocument> ofPage(DocumentName page) {
        return stored(one -> one.page().equals(page) && one.isPartOf() == false);
    }
}
