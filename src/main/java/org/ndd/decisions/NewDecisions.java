package org.ndd.decisions;

import java.util.ArrayList;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.search.SearchHit;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.bulk.Batches;
import org.ndd.bulk.CompleteSearch;
import org.ndd.config.AuthenticatedUser;
import org.ndd.config.DocumentName;
import org.ndd.core.group.DecidedBy;
import org.ndd.decisions.DecisionsRequest.DecisionInput;
import org.ndd.decisions.PairDecision.DocumentState;
import org.ndd.groups.Destination;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupQueries;

/** Creates decisions from those that users type: finds the documents, also those of groups, and their current texts. */
record NewDecisions(Client client, DecisionsRequest request, DocumentStates states, ThreadPool threads) {

    private record Pair(DocumentName a, DocumentName b, DecisionInput typed) {}

    /**
     * @param listener gets one decision per two documents: the last one if several were typed. Fails with {@link
     *     ResourceNotFoundException} (404) if a document or a group does not exist, and with {@link IllegalArgumentException} (400) if a
     *     group is too large
     */
    void make(ActionListener<List<PairDecision>> listener) {
        // only this thread has the user of the request
        String user = AuthenticatedUser.of(threads.getThreadContext())
                .map(AuthenticatedUser::name)
                .orElse(null);
        for (DecisionInput typed : request.decisions()) {
            typed.kind();
            if (user == null && typed.user() == null) {
                throw new IllegalArgumentException(
                        "[user] must be given in each decision if security is disabled, but was missing");
            }
        }
        List<Pair> pairs = new ArrayList<>();
        SubscribableListener.newForked(this::checkDestination)
                .<Void>andThen(l -> Batches.oneByOne(request.decisions(), (typed, m) -> addPairs(typed, pairs, m), l))
                .<List<PairDecision>>andThen(l -> {
                    Set<DocumentName> names = new TreeSet<>();
                    pairs.forEach(pair -> names.addAll(List.of(pair.a(), pair.b())));
                    states.fetch(names, l.map(found -> decisions(pairs, found, user)));
                })
                .addListener(listener);
    }

    private void checkDestination(ActionListener<Void> listener) {
        if (request.decisions().stream().allMatch(typed -> typed.group() == null)) {
            listener.onResponse(null);
        } else {
            Destination.require(client, request.dest(), listener);
        }
    }

    /** Adds the pairs of a decision. Reads one group at a time, so that large groups are rejected before they fill the memory. */
    private void addPairs(DecisionInput typed, List<Pair> pairs, ActionListener<Void> listener) {
        ActionListener<List<Pair>> adding = listener.map(more -> {
            pairs.addAll(more);
            if (pairs.size() > DecisionsRequest.MAX_DECISIONS) {
                throw new IllegalArgumentException("[decisions] must be about at most ["
                        + DecisionsRequest.MAX_DECISIONS + "] pairs of documents, but was about [" + pairs.size()
                        + "]: name fewer groups, or pairs");
            }
            return null;
        });
        if (typed.group() == null) {
            adding.onResponse(List.of(new Pair(typed.a(), typed.b(), typed)));
        } else {
            group(typed.group(), adding.map(members -> pairs(typed, members)));
        }
    }

    private List<PairDecision> decisions(List<Pair> pairs, Map<DocumentName, DocumentState> found, String user) {
        long now = threads.absoluteTimeInMillis();
        Map<String, PairDecision> decisions = new LinkedHashMap<>();
        for (Pair pair : pairs) {
            DecisionInput typed = pair.typed();
            DocumentState a = require(pair.a(), found);
            DocumentState b = require(pair.b(), found);
            if (a.name().equals(b.name())) {
                throw new IllegalArgumentException(
                        "[decisions] must name two different documents each, but was [" + a.name() + "] twice");
            }
            PairDecision decision = new PairDecision(
                    a, b, typed.kind(), new DecidedBy(typed.user() == null ? user : typed.user(), now, typed.reason()));
            decisions.put(decision.id(), decision);
        }
        return List.copyOf(decisions.values());
    }

    private DocumentState require(DocumentName name, Map<DocumentName, DocumentState> found) {
        DocumentState state = found.get(name);
        if (state == null) {
            throw new ResourceNotFoundException(
                    "document [{}] of [{}] does not exist, or is not refreshed yet", name, request.index());
        }
        return state;
    }

    /** The documents of a group, with the canonical document. */
    private record Members(DocumentName canonical, List<DocumentName> all) {}

    private void group(String name, ActionListener<Members> listener) {
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(GroupQueries.membersOf(name))
                .size(DecisionsRequest.MAX_DECISIONS + 2)
                .trackTotalHits(false);
        GroupQueries.byGroup(source);
        client.search(CompleteSearch.of(source, request.dest()), listener.map(response -> {
            List<DocumentName> all = new ArrayList<>();
            DocumentName canonical = null;
            for (SearchHit hit : response.getHits().getHits()) {
                GroupDocument document = GroupDocument.of(hit);
                all.add(document.page());
                if (canonical == null && document.isCanonical()) {
                    canonical = document.page();
                }
            }
            if (canonical == null) {
                throw new ResourceNotFoundException("group [{}] of [{}] does not exist", name, request.dest());
            }
            return new Members(canonical, all);
        }));
    }

    /** Returns the pairs of a group. For duplicates, the pairs with the canonical document imply the others. */
    private static List<Pair> pairs(DecisionInput typed, Members members) {
        List<Pair> pairs = new ArrayList<>();
        for (int i = 0; i < members.all().size() && pairs.size() <= DecisionsRequest.MAX_DECISIONS; i++) {
            DocumentName one = members.all().get(i);
            if (typed.kind() == PairDecision.Kind.DUPLICATES) {
                if (one.equals(members.canonical()) == false) {
                    pairs.add(new Pair(members.canonical(), one, typed));
                }
            } else {
                members.all()
                        .subList(i + 1, members.all().size())
                        .forEach(other -> pairs.add(new Pair(one, other, typed)));
            }
        }
        return pairs;
    }
}
