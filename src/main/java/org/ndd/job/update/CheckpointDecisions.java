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
import org.ndd.core.partition.PartitionDocument;
import org.ndd.decisions.KnownDecisions;
import org.ndd.decisions.PairDecision;
import org.ndd.decisions.PairDecision.DocumentState;

/**
 * The decisions of people about documents of a job, at the start of a checkpoint.
 *
 * @param known all decisions, including those whose documents changed
 * @param changed documents whose decisions were made, replaced or deleted since the last checkpoint
 */
public record CheckpointDecisions(KnownDecisions known, Set<DocumentName> changed) {

    public static final CheckpointDecisions NONE = new CheckpointDecisions(KnownDecisions.NONE, Set.of());

    /** Adds the pages that decisions connect as duplicates, after the pages that are near by texts, the nearest first. */
    Map<DocumentName, List<DocumentName>> addTo(Map<DocumentName, List<DocumentName>> near) {
        Map<DocumentName, List<DocumentName>> all = new HashMap<>();
        near.forEach((page, found) -> {
            Set<DocumentName> pages = new LinkedHashSet<>(found);
            pages.addAll(known.connectedDocuments(List.of(page)));
            pages.remove(page);
            all.put(page, List.copyOf(pages));
        });
        return all;
    }

    /** Returns numbers that a document shares with the documents that were decided to be its duplicates. */
    LongStream keys(DocumentName document) {
        return known.duplicateDecisions(document)
                .mapToLong(decision -> decision.id().hashCode());
    }

    /** Returns the decisions that apply to the texts of the given documents. */
    List<DecidedPair> applicableTo(Collection<PartitionDocument> documents) {
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
