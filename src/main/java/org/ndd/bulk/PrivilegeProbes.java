package org.ndd.bulk;

import java.util.ArrayList;
import java.util.LinkedHashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.function.Consumer;
import java.util.stream.Stream;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceAlreadyExistsException;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.RoutingMissingException;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesRequest.AliasActions;
import org.elasticsearch.action.admin.indices.alias.IndicesAliasesResponse;
import org.elasticsearch.action.admin.indices.create.CreateIndexRequest;
import org.elasticsearch.action.admin.indices.delete.DeleteIndexRequest;
import org.elasticsearch.action.admin.indices.mapping.put.PutMappingRequest;
import org.elasticsearch.action.admin.indices.refresh.RefreshRequest;
import org.elasticsearch.action.delete.DeleteRequest;
import org.elasticsearch.action.get.GetRequest;
import org.elasticsearch.action.update.UpdateRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.engine.DocumentMissingException;
import org.elasticsearch.rest.RestStatus;
import org.ndd.compat.Calls;

/**
 * Checks that a user has privileges before work begins. Elasticsearch has no request for plugins that only checks privileges. The probes
 * are therefore requests that cannot succeed: Elasticsearch returns 403 if the user lacks the privilege, and another error otherwise. They
 * change nothing. Except for reads, updates and refreshes, all names must be of indices that do not exist.
 *
 * <p>Sends one request per privilege, one after the other. One message names all privileges that are missing.
 */
public final class PrivilegeProbes {

    /** An id that no document has. */
    private static final String NO_ID = "ndd-privilege-probe";

    /** A request, and the failures that show that the user has the privilege. */
    private record Probe(Consumer<ActionListener<ActionResponse>> send, List<Class<? extends Exception>> allowed) {}

    private final Client client;
    private final List<Probe> probes = new ArrayList<>();

    public PrivilegeProbes(Client client) {
        this.client = client;
    }

    /** Requires the privilege to read documents under a name. Without it, the user must not learn whether the name exists. */
    public PrivilegeProbes readName(String name) {
        return add(l -> client.get(new GetRequest(name, NO_ID), l.map(found -> found)), List.of(Exception.class));
    }

    /** Requires the privilege to read documents of an index or alias, which may not exist. */
    public PrivilegeProbes read(String index) {
        return addExpectingNotFound(l -> client.get(new GetRequest(index, NO_ID), l.map(found -> found)));
    }

    /**
     * Requires the privilege to write documents to an index, which may not exist. The request is an update that requires an alias, so it
     * fails for an index. For other kinds of writes, security checks the index only when they are executed.
     */
    public PrivilegeProbes update(String index) {
        UpdateRequest update =
                new UpdateRequest(index, NO_ID).setRequireAlias(true).doc(Map.of());
        return addExpectingNotFound(l -> client.update(update, l.map(updated -> updated)));
    }

    /** Requires the privileges to write and to delete documents. */
    public PrivilegeProbes write(String index) {
        return update(index)
                .addExpectingNotFound(l -> client.delete(new DeleteRequest(index, NO_ID), l.map(deleted -> deleted)));
    }

    public PrivilegeProbes refresh(String index) {
        return addExpectingNotFound(
                l -> client.admin().indices().refresh(new RefreshRequest(index), l.map(refreshed -> refreshed)));
    }

    public PrivilegeProbes deleteIndex(String index) {
        return addExpectingNotFound(
                l -> client.admin().indices().delete(new DeleteIndexRequest(index), l.map(deleted -> deleted)));
    }

    /** Requires the privilege to create an index. The request is for an index without shards, which Elasticsearch always rejects. */
    public PrivilegeProbes create(String index) {
        CreateIndexRequest create = new CreateIndexRequest(
                index,
                Settings.builder()
                        .put(IndexMetadata.SETTING_NUMBER_OF_SHARDS, 0)
                        .build());
        return add(
                l -> client.admin().indices().create(create, l.map(created -> created)),
                List.of(IllegalArgumentException.class, ResourceAlreadyExistsException.class));
    }

    public PrivilegeProbes putMapping(String index) {
        PutMappingRequest mapping = new PutMappingRequest(index).source(Map.of());
        return addExpectingNotFound(l -> client.admin().indices().putMapping(mapping, l.map(put -> put)));
    }

    /**
     * Requires the privilege to change an alias of indices. The refusal of Elasticsearch does not name an alias that does not exist.
     *
     * @param actions the last one must be of an index that does not exist, so that Elasticsearch applies none
     */
    public PrivilegeProbes aliases(AliasActions... actions) {
        String alias = "[" + actions[0].aliases()[0] + "]";
        IndicesAliasesRequest request = Calls.aliases();
        Stream.of(actions).forEach(request::addAliasAction);
        return addExpectingNotFound(l -> client.admin()
                .indices()
                .aliases(request, l.<IndicesAliasesResponse>map(moved -> moved).delegateResponse((m, e) -> {
                    Throwable cause = ExceptionsHelper.unwrapCause(e);
                    boolean anonymous = cause instanceof ElasticsearchSecurityException
                            && cause.getMessage().contains(alias) == false;
                    m.onFailure(
                            anonymous
                                    ? new ElasticsearchSecurityException(
                                            cause.getMessage() + ", on alias " + alias, RestStatus.FORBIDDEN)
                                    : e);
                })));
    }

    /** Adds a request that returns a response or 404 if the user has the privilege, or that lacks the routing that an index requires. */
    private PrivilegeProbes addExpectingNotFound(Consumer<ActionListener<ActionResponse>> send) {
        return add(
                send,
                List.of(
                        ResourceNotFoundException.class,
                        DocumentMissingException.class,
                        RoutingMissingException.class));
    }

    private PrivilegeProbes add(
            Consumer<ActionListener<ActionResponse>> send, List<Class<? extends Exception>> allowed) {
        probes.add(new Probe(send, allowed));
        return this;
    }

    /** @param listener fails with 403 and the refusals of Elasticsearch if the user lacks a privilege */
    public void check(ActionListener<Void> listener) {
        Set<String> refusals = new LinkedHashSet<>();
        Batches.oneByOne(probes, (probe, l) -> send(probe, refusals, l), listener.delegateFailureAndWrap((l, sent) -> {
            if (refusals.isEmpty() == false) {
                throw new ElasticsearchSecurityException(String.join("; ", refusals), RestStatus.FORBIDDEN);
            }
            l.onResponse(null);
        }));
    }

    private static void send(Probe probe, Set<String> refusals, ActionListener<Void> listener) {
        probe.send().accept(ActionListener.wrap(response -> listener.onResponse(null), e -> {
            Throwable cause = ExceptionsHelper.unwrapCause(e);
            if (cause instanceof ElasticsearchSecurityException) {
                refusals.add(cause.getMessage());
                listener.onResponse(null);
            } else if (probe.allowed().stream().anyMatch(type -> type.isInstance(cause))) {
                listener.onResponse(null);
            } else {
                listener.onFailure(e);
            }
        }));
    }
}
