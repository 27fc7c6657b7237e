package org.ndd.job.update;

import java.util.Collection;
import java.util.HashMap;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.stream.LongStream;
import org.ndd.config.DocumentName;
import org.ndd.core.group.DecidedPair;
import org.ndd.core.group.PartitionDocument;
import org.ndd.decisions.DocumentState;
import org.ndd.decisions.KnownDecisions;
import org.ndd.decisions.PairDecision;

/**
 * The decisions of people about documents of a job, as they are when a checkpoint begins.
 *
 * @param known also those whose documents changed
 * @param changed documents of which decisions were made, replaced or deleted since the last checkpoint
 */
public record CheckpointDecisions(KnownDecisions known, Set<DocumentName> changed) {

    /** Without decisions. */
    public static final CheckpointDecisions NONE = new CheckpointDecisions(KnownDecisions.NONE, Set.of());

    /** Some documents, and those that decisions connect with them as duplicates: these may have to join or leave their groups. */
    Set<DocumentName> withConnected(Collection<DocumentName> some) {
        return known.connected(some);
    }

    /**
     * Adds to the pages near others those that decisions connect with these as duplicates, after the near ones.
     *
     * @param near for each page those near it, the nearest first
     */
    Map<DocumentName, List<DocumentName>> addTo(Map<DocumentName, List<DocumentName>> near) {
        Map<DocumentName, List<DocumentName>> all = new HashMap<>();
        near.forEach((page, found) -> {
            Set<DocumentName> pages = new LinkedHashSet<>(found);
            pages.addAll(withConnected(List.of(page)));
            pages.remove(page);
            all.put(page, List.copyOf(pages));
        });
        return all;
    }

    /** Numbers that a document has in common with those that are decided to be its duplicates. */
    LongStream keys(DocumentName document) {
        return known.duplicateDecisions(document)
                .mapToLong(decision -> decision.id().hashCode());
    }

    /** The decisions that hold for the texts of some documents. */
    List<DecidedPair> about(Collection<PartitionDocument> documents) {
        if (known.all().isEmpty()) {
            return List.of();
        }
        Map<DocumentName, DocumentState> current = new HashMap<>();
        for (PartitionDocument document : documents) {
            DocumentName name = new DocumentName(document.index(), document.id());
            current.put(
                    name,
                    new DocumentState(
                            name,
                            document.content().digest() == null
                                    ? ""
                                    : document.content().digest()));
        }
        return known.all().stream()
                .filter(decision -> decision.changed(current).isEmpty())
                .map(PairDecision::pair)
                .toList();
    }
}
