package org.ndd.decisions;

import java.io.IOException;
import java.util.ArrayList;
import java.util.Collection;
import java.util.HashMap;
import java.util.HashSet;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Predicate;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.BodyAction;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.config.DocumentName;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.core.group.DecisionGraph;
import org.ndd.decisions.DecisionsAction.Response.ReportedDecision;
import org.ndd.decisions.DecisionsRequest.Filter;

/**
 * Creates, lists and deletes decisions, in an index of the user's choice and with the rights of the user.
 *
 * <p>{@code PUT}, {@code GET} and {@code DELETE /{index}/_ndd/decisions}. Requires {@code read} on the index and on the index of decisions.
 * Changes also require {@code write} and {@code create_index} on the index of decisions.
 */
public final class DecisionsAction extends BodyAction<DecisionsRequest, DecisionsAction.Response> {

    public static final ActionType<BodyResponse<Response>> TYPE = new ActionType<>("indices:data/read/ndd/decisions");

    @Inject
    public DecisionsAction(ActionServices action) {
        super(TYPE, action);
    }

    @Override
    protected void respond(CancellableTask task, DecisionsRequest request, ActionListener<Response> listener) {
        long reservedBytes = DecisionIndex.MAX_BYTES;
        services.breaker().addEstimateBytesAndMaybeBreak(reservedBytes, "ndd decisions");
        ActionListener<Response> releasing =
                ActionListener.runBefore(listener, () -> services.breaker().addWithoutBreaking(-reservedBytes));
        ActionListener.run(releasing, l -> {
            Run run = new Run(task, request);
            switch (request.operation) {
                case PUT -> run.put(l);
                case GET -> run.list(l);
                case DELETE -> run.delete(l);
            }
        });
    }

    private final class Run {

        private final DecisionsRequest request;
        private final Client userClient;
        private final List<String> indices;
        private final DecisionIndex store;
        private final DocumentStates states;

        Run(CancellableTask task, DecisionsRequest request) {
            this.request = request;
            this.userClient = services.clientOf(task);
            this.indices = List.of(
                    services.resolver().concreteIndexNames(services.cluster().state(), request));
            this.store = new DecisionIndex(userClient, request.decisionsIndex);
            this.states = new DocumentStates(userClient, request, request.fields());
        }

        void put(ActionListener<Response> listener) {
            NewDecisions newDecisions = new NewDecisions(userClient, request, states, services.threads());
            SubscribableListener.<List<PairDecision>>newForked(newDecisions::make)
                    .<Response>andThen((l, decisions) ->
                            store.createIfMissing(l.delegateFailureAndWrap((l2, ignored) -> store.load(
                                    indices, l2.delegateFailureAndWrap((l3, before) -> put(decisions, before, l3))))))
                    .addListener(listener);
        }

        /** Stores decisions, unless there would be so many that they could be neither read nor deleted. */
        private void put(List<PairDecision> decisions, List<PairDecision> before, ActionListener<Response> listener) {
            Map<String, PairDecision> all = new HashMap<>();
            before.forEach(decision -> all.put(decision.id(), decision));
            decisions.forEach(decision -> all.put(decision.id(), decision));
            store.checkLimit(all.size(), "would have");
            List<PairDecision> newestFirst =
                    all.values().stream().sorted(DecisionIndex.NEWEST_FIRST).toList();
            store.put(
                    decisions,
                    listener.map(created -> new Response(
                            Map.of(), reported(decisions, created), new Contradictions(newestFirst).paths())));
        }

        private static List<ReportedDecision> reported(List<PairDecision> decisions, List<Boolean> created) {
            List<ReportedDecision> shown = new ArrayList<>();
            for (int i = 0; i < decisions.size(); i++) {
                shown.add(new ReportedDecision(
                        decisions.get(i), created.get(i) ? "created" : "updated", List.of(), false));
            }
            return shown;
        }

        /** Lists decisions. Reads only the documents of decisions that are returned, except to select outdated decisions. */
        void list(ActionListener<Response> listener) {
            Filter filter = request.filter;
            store.load(indices, listener.delegateFailureAndWrap((l, all) -> {
                Contradictions contradictions = new Contradictions(all);
                List<PairDecision> matching = all.stream()
                        .filter(decision -> filter.doc() == null
                                || decision.names().stream()
                                        .anyMatch(name -> name.id().equals(filter.doc())))
                        .filter(decision -> filter.contradictory() == false || contradictions.contains(decision))
                        .toList();
                List<PairDecision> read = filter.outdated() ? matching : page(matching);
                Set<DocumentName> names = read.stream()
                        .flatMap(decision -> decision.names().stream())
                        .collect(Collectors.toSet());
                states.fetch(names, l.map(current -> {
                    List<ReportedDecision> shown = read.stream()
                            .map(decision -> new ReportedDecision(
                                    decision, null, decision.changed(current), contradictions.contains(decision)))
                            .filter(one ->
                                    filter.outdated() == false || one.changed().isEmpty() == false)
                            .toList();
                    int total = filter.outdated() ? shown.size() : matching.size();
                    return new Response(
                            Map.of("total", total), filter.outdated() ? page(shown) : shown, contradictions.paths());
                }));
            }));
        }

        private <T> List<T> page(List<T> all) {
            int from = Math.min(request.filter.from(), all.size());
            return all.subList(from, Math.min(from + request.filter.size(), all.size()));
        }

        /** Deletes decisions. Reads no documents and no decisions, so decisions about deleted documents can be deleted. */
        void delete(ActionListener<Response> listener) {
            List<Set<DocumentName>> typed = request.decisions().stream()
                    .map(decision -> Set.copyOf(List.of(decision.a(), decision.b())))
                    .toList();
            Set<String> ids =
                    typed.stream().flatMap(Set::stream).map(DocumentName::id).collect(Collectors.toSet());
            store.names(indices, ids, listener.delegateFailureAndWrap((l, all) -> {
                Set<Set<DocumentName>> requested = Set.copyOf(typed);
                Set<Set<DocumentName>> found = new HashSet<>();
                Set<String> deleted = new HashSet<>();
                all.forEach(
                        (id, pair) -> namings(pair).filter(requested::contains).forEach(naming -> {
                            found.add(naming);
                            deleted.add(id);
                        }));
                long missing =
                        typed.stream().filter(Predicate.not(found::contains)).count();
                Map<String, Object> numbers = new LinkedHashMap<>();
                numbers.put("deleted", deleted.size());
                numbers.put("missing", (int) missing);
                store.delete(deleted, l.map(ignored -> new Response(numbers, null, null)));
            }));
        }

        /** Returns the names of two documents as users type them: each with or without its index. */
        private static Stream<Set<DocumentName>> namings(List<DocumentName> pair) {
            return names(pair.get(0)).flatMap(one -> names(pair.get(1)).map(other -> Set.copyOf(List.of(one, other))));
        }

        private static Stream<DocumentName> names(DocumentName document) {
            return Stream.of(document, new DocumentName(null, document.id()));
        }
    }

    /**
     * Finds contradictions among decisions: documents that were decided not to be duplicates, but are connected as duplicates by other
     * decisions.
     */
    private static final class Contradictions {

        /** Maximum number of contradictions that are returned. */
        static final int MAX_CONTRADICTIONS = 100;

        private final List<List<DocumentName>> paths;
        private final Set<Set<DocumentName>> pairs = new HashSet<>();

        /** @param decisions at most one per two documents, in any order */
        Contradictions(Collection<PairDecision> decisions) {
            TreeSet<DocumentName> documents = new TreeSet<>();
            decisions.forEach(decision -> documents.addAll(decision.names()));
            List<DocumentName> names = List.copyOf(documents);
            Map<DocumentName, Integer> numbers = new TreeMap<>();
            names.forEach(name -> numbers.put(name, numbers.size()));
            DecisionGraph graph = new DecisionGraph(names.size());
            for (PairDecision decision : decisions) {
                graph.add(
                        numbers.get(decision.a().name()),
                        numbers.get(decision.b().name()),
                        decision.kind() == PairDecision.Kind.DUPLICATES);
            }
            paths = graph.contradictions(MAX_CONTRADICTIONS).stream()
                    .map(path -> path.stream().map(names::get).toList())
                    .toList();
            for (List<DocumentName> path : paths) {
                pairs.add(Set.of(path.get(0), path.get(path.size() - 1)));
                for (int i = 1; i < path.size(); i++) {
                    pairs.add(Set.of(path.get(i - 1), path.get(i)));
                }
            }
        }

        /** Returns each contradiction as a path of documents. Neighbors in it were decided to be duplicates, and its two ends not to be. */
        List<List<DocumentName>> paths() {
            return paths;
        }

        /** Returns whether a decision is part of a contradiction. */
        boolean contains(PairDecision decision) {
            return pairs.contains(Set.copyOf(decision.names()));
        }
    }

    /**
     * Decisions as the API returns them.
     *
     * @param decisions {@code null} after a deletion
     * @param contradictions each is a path of duplicates whose two ends were decided not to be; {@code null} after a deletion
     */
    public record Response(
            Map<String, Object> numbers, List<ReportedDecision> decisions, List<List<DocumentName>> contradictions)
            implements ToXContentObject {

        /** A decision, with the effect of the request on it or {@code null}, and its documents that were changed after it. */
        record ReportedDecision(
                PairDecision decision, String result, List<DocumentName> changed, boolean contradictory) {}

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            builder.startObject();
            for (Map.Entry<String, Object> number : numbers.entrySet()) {
                builder.field(number.getKey(), number.getValue());
            }
            if (decisions == null) {
                return builder.endObject();
            }
            builder.startArray("decisions");
            for (ReportedDecision shown : decisions) {
                builder.startObject();
                builder.field(PairDecision.A, shown.decision().a().name());
                builder.field(PairDecision.B, shown.decision().b().name());
                shown.decision().fields(builder);
                if (shown.result() != null) {
                    builder.field("result", shown.result());
                }
                if (shown.changed().isEmpty() == false) {
                    builder.field("outdated", true);
                    documents(builder, "changed", shown.changed());
                }
                if (shown.contradictory()) {
                    builder.field("contradictory", true);
                }
                builder.endObject();
            }
            builder.endArray();
            builder.startArray("contradictions");
            for (List<DocumentName> path : contradictions) {
                builder.startObject();
                documents(builder, "not_duplicates", List.of(path.get(0), path.get(path.size() - 1)));
                documents(builder, "duplicates", path);
                builder.endObject();
            }
            return builder.endArray().endObject();
        }

        private static void documents(XContentBuilder builder, String name, List<DocumentName> documents)
                throws IOException {
            builder.startArray(name);
            for (DocumentName document : documents) {
                document.toXContent(builder, EMPTY_PARAMS);
            }
            builder.endArray();
        }
    }
}
