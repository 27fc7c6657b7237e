package org.ndd.inspect;

import java.util.Arrays;
import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Supplier;
import java.util.stream.Collectors;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.ndd.bulk.Batches;
import org.ndd.bulk.CompleteSearch;
import org.ndd.config.DocumentName;
import org.ndd.groups.Destination;
import org.ndd.groups.DocumentVersion;
import org.ndd.groups.GroupDocument;
import org.ndd.groups.GroupQueries;
import org.ndd.groups.GroupSizes;

/** Finds pages in the groups that a destination publishes, if there is one, with the rights of the user. */
final class StoredGroups {

    /** Documents per search. Decisions may connect more than a search returns. */
    private static final int BATCH_SIZE = 1000;

    private final Client client;
    private final Supplier<ClusterState> state;
    private final CheckAction.Request request;
    private final GroupSizes sizes;
    private boolean exists;

    /**
     * @param client client with the rights of the user
     * @param state supplies the current cluster state
     */
    StoredGroups(Client client, Supplier<ClusterState> state, CheckAction.Request request) {
        this.client = client;
        this.state = state;
        this.request = request;
        this.sizes = new GroupSizes(client, request.dest());
    }

    /**
     * Checks whether there are groups; must be called first.
     *
     * @param listener receives {@link ResourceNotFoundException} (404) if the request names a destination that does not exist, and the
     *     errors of {@link Destination#requireGroups}
     */
    void checkDestination(ActionListener<Void> listener) {
        Destination.requireGroups(
                client,
                request.dest(),
                ActionListener.wrap(
                        visible -> {
                            exists = true;
                            listener.onResponse(null);
                        },
                        e -> {
                            if (ExceptionsHelper.unwrapCause(e) instanceof IndexNotFoundException == false) {
                                listener.onFailure(e);
                            } else if (request.hasDest()) {
                                listener.onFailure(Destination.missing(request.index(), request.dest()));
                            } else {
                                listener.onResponse(null);
                            }
                        }));
    }

    /** Returns the destination, or null if there is none. */
    String name() {
        return exists ? request.dest() : null;
    }

    /** Finds pages in groups, except those that are {@code part_of} the leader. */
    void find(Collection<DocumentName> names, ActionListener<Map<DocumentName, Membership>> listener) {
        if (exists == false) {
            listener.onResponse(Map.of());
            return;
        }
        Map<DocumentName, Membership> found = new HashMap<>();
        Batches.forEach(names, BATCH_SIZE, 1, (batch, l) -> find(batch, found, l), listener.map(done -> found));
    }

    private void find(List<DocumentName> names, Map<DocumentName, Membership> found, ActionListener<Void> listener) {
        SearchSourceBuilder source = new SearchSourceBuilder()
                .query(GroupQueries.mainDocuments(names))
                .size(names.size())
                .trackTotalHits(false);
        client.search(CompleteSearch.of(source, request.dest()), listener.delegateFailureAndWrap((l, response) -> {
            List<GroupDocument> documents = Arrays.stream(response.getHits().getHits())
                    .map(GroupDocument::of)
                    .toList();
            Set<String> restored = Destination.restored(
                    request.dest(), names.stream().map(DocumentName::index).collect(Collectors.toSet()), state.get());
            sizes.fetch(documents, l.map(known -> {
                documents.forEach(document -> found.put(
                        document.page(),
                        new Membership(
                                document,
                                known.getOrDefault(document.group(), 0),
                                restored.contains(document.page().index()))));
                return null;
            }));
        }));
    }

    /**
     * A document in its group.
     *
     * @param size size of the group; 0 if the user may not see its leader
     * @param restored whether a snapshot was restored over the index since, so that equal versions may be of other texts
     */
    record Membership(GroupDocument document, int size, boolean restored) {

        /** Returns whether it refers to this version of the document. */
        boolean matchesVersion(DocumentVersion version) {
            return restored == false && version.equals(document.compared().version());
        }

        /** Returns whether both are of one group; false for {@code null}, and for documents that are in no group. */
        boolean isOfGroup(Membership other) {
            return other != null && document.group() != null && document.group().equals(other.document.group());
        }
    }
}
