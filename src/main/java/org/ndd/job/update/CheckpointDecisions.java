package org.ndd.job.update;

import java.util.ArrayDeque;
import java.util.ArrayList;
import java.util.Collection;
import java.util.Deque;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import java.util.stream.LongStream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.ndd.config.DocumentName;
import org.ndd.core.group.DecidedPair;
import org.ndd.core.group.PartitionDocument;
import org.ndd.decisions.DecisionIndex;
import org.ndd.decisions.DocumentState;
import org.ndd.decisions.PairDecision;
import org.ndd.partition.plan.PartitionOptions;

/** The decisions of people about documents of a job, as they are when a checkpoint begins. */
final class CheckpointDecisions {

    /** Without decisions. */
    static final CheckpointDecisions NONE = new CheckpointDecisions(List.of());

    private final List<PairDecision> all;
    private final Map<DocumentName, List<PairDecision>> duplicates = new HashMap<>();

    CheckpointDecisions(List<PairDecision> all) {
        this.all = all;
        for (PairDecision decision : all) {
            if (decision.kind() == PairDecision.Kind.DUPLICATES) {
                for (DocumentState document : decision.documents()) {
                    duplicates
                            .computeIfAbsent(document.name(), name -> new ArrayList<>())
                            .add(decision);
                }
            }
        }
    }

    /** Reads the decisions about documents of some indices; there are none if the job has no index of decisions. */
    static void load(
            Client client,
            PartitionOptions options,
            Collection<String> indices,
            ActionListener<CheckpointDecisions> listener) {
        if (options.decisionsIndex() == null) {
            listener.onResponse(NONE);
        } else {
            new DecisionIndex(client, options.decisionsIndex()).load(indices, listener.map(CheckpointDecisions::new));
        }
    }

    /** Some documents, and those that decisions connect with them as duplicates: these may have to join or leave their groups. */
    Collection<DocumentName> withConnected(Collection<DocumentName> some) {
        Set<DocumentName> connected = new TreeSet<>(some);
        Deque<DocumentName> open = new ArrayDeque<>(some);
        while (open.isEmpty() == false) {
            for (PairDecision decision : duplicates.getOrDefault(open.remove(), List.of())) {
                for (DocumentState document : decision.documents()) {
                    if (connected.add(document.name())) {
                        open.add(document.name());
                    }
                }
            }
        }
        return connected;
    }

    /** Numbers that a document has in common with those that are decided to be its duplicates. */
    LongStream keys(DocumentName document) {
        return duplicates.getOrDefault(document, List.of()).stream()
                .mapToLong(decision -> decision.id().hashCode());
    }

    /** The decisions that hold for the texts of some documents. */
    List<DecidedPair> about(Collection<PartitionDocument> documents) {
        if (all.isEmpty()) {
            return List.of();
        }
        Map<DocumentName, DocumentState> current = new HashMap<>();
        for (PartitionDocument document : documents) {
            DocumentName name = new DocumentName(document.index(), document.id());
            current.put(name, new DocumentState(name, document.digest() == null ? "" : document.digest()));
        }
        return all.stream()
                .filter(decision -> decision.changed(current).isEmpty())
                .map(PairDecision::pair)
                .toList();
    }
}
