package org.ndd.job.update;

import java.util.ArrayList;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.stream.Collectors;
import org.ndd.config.DocumentName;
import org.ndd.groups.GroupDocument;
import org.ndd.partition.BorderlineTexts;

/** Control tests of checkpoints: with all documents that can influence the changed ones, their groups are those of a run. */
public class CheckpointStagesTests extends CheckpointStagesTestCase {

    private boolean withDecisions;

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
    private void equalsRunIfAllConnectedDocumentsAreNear(boolean withReference, boolean withBoilerplate) {
        BorderlineTexts made = new BorderlineTexts(random());
        begin(made, withReference, withBoilerplate);
        for (int step = 1; step <= 10; step++) {
            List<Text> touched = new ArrayList<>();
            Set<DocumentName> changed = change(made, touched);
            if (withDecisions) {
                Set<DocumentName> decided = decide();
                changed.addAll(decided);
                decided.stream().filter(texts::containsKey).map(texts::get).forEach(touched::add);
            }
            Set<DocumentName> connected = connected(touched);
            update(
                    changed,
                    classified -> connected.stream()
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

    public void testEqualsRunIfAllConnectedDocumentsAreNear() {
        equalsRunIfAllConnectedDocumentsAreNear(false, false);
    }

    public void testEqualsRunWithMustAgree() {
        withLanguages = true;
        equalsRunIfAllConnectedDocumentsAreNear(false, randomBoolean());
    }

    public void testEqualsRunWithReference() {
        withLanguages = randomBoolean();
        equalsRunIfAllConnectedDocumentsAreNear(true, randomBoolean());
    }

    public void testEqualsRunWithDecisions() {
        withDecisions = true;
        withLanguages = rarely();
        equalsRunIfAllConnectedDocumentsAreNear(rarely(), randomBoolean());
    }

    public void testEqualsRunWithBoilerplate() {
        equalsRunIfAllConnectedDocumentsAreNear(false, true);
    }
}
