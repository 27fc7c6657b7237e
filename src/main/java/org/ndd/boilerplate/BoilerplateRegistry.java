package org.ndd.boilerplate;

import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.function.Consumer;
import org.apache.logging.log4j.LogManager;
import org.apache.logging.log4j.Logger;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.ElasticsearchStatusException;
import org.elasticsearch.ElasticsearchTimeoutException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ResultDeduplicator;
import org.elasticsearch.action.admin.cluster.node.tasks.get.TransportGetTaskAction;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.OriginSettingClient;
import org.elasticsearch.cluster.ClusterChangedEvent;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.ClusterStateListener;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.breaker.CircuitBreaker;
import org.elasticsearch.common.breaker.CircuitBreakingException;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.settings.Setting.Property;
import org.elasticsearch.common.unit.ByteSizeValue;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.aggregations.bucket.terms.Terms;
import org.elasticsearch.search.aggregations.bucket.terms.TermsAggregationBuilder;
import org.elasticsearch.search.builder.SearchSourceBuilder;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.boilerplate.LoadedBoilerplate.BoilerplateLoad;
import org.ndd.boilerplate.LoadedBoilerplate.LoadedIndex;
import org.ndd.boilerplate.SearchBoilerplate.BoilerplateView;
import org.ndd.bulk.Batches;
import org.ndd.compat.Calls;
import org.ndd.compat.Project;
import org.ndd.config.NddThreadPools;
import org.ndd.core.boilerplate.SiteBoilerplate;

/**
 * Holds the boilerplate for searches of this node's shards, and for requests that compare documents on this node, in memory. The search of
 * a shard does not read boilerplate: it finds the sites of its candidates on a search thread, which must not wait.
 *
 * <p>The first search or comparison on a node that requires the boilerplate of an index loads all its families, before the search of the
 * shard starts. When a run publishes other boilerplate, the node loads that as well. Afterwards an index of boilerplate changes only if
 * families are deleted. So the number of families shows whether the memory is up to date, and each request compares it with the number
 * that its user sees.
 *
 * <p>Boilerplate is loaded as Elasticsearch's internal user, once for all users. It is used for a user who sees all of it. For a user who
 * sees none of it, no text is masked. For a user who sees only a part of it, the search fails.
 *
 * <p>Memory is counted by a separate circuit breaker. If it is full, the least recently used boilerplate is removed. If the boilerplate of
 * a single search does not fit, the search fails (429).
 */
public final class BoilerplateRegistry implements ClusterStateListener {

    /** Name of the circuit breaker, which is part of the API of node statistics. */
    public static final String BREAKER = "ndd_boilerplate";

    public static final Setting<ByteSizeValue> LIMIT =
            Setting.memorySizeSetting("breaker." + BREAKER + ".limit", "10%", Property.NodeScope);

    /** Maximum time that a search waits for boilerplate, without holding a thread. */
    private static final TimeValue LOAD_TIMEOUT = TimeValue.timeValueSeconds(30);

    /** Time for which replaced boilerplate is retained, for searches that started before. */
    private static final TimeValue RETENTION = TimeValue.timeValueMinutes(1);

    private static final Logger logger = LogManager.getLogger(BoilerplateRegistry.class);

    private final Client client;
    private final ClusterService cluster;
    private final ThreadPool threads;
    private final CircuitBreaker breaker;

    /** Loaded boilerplate by index, the least recently used first. */
    private final Map<String, LoadedIndex> loaded = new LinkedHashMap<>(16, 0.75f, true);

    /** Loads the boilerplate of an index once for all waiting searches. */
    private final ResultDeduplicator<String, LoadedIndex> loading;

    /** @param breaker circuit breaker with the name {@link #BREAKER} */
    public BoilerplateRegistry(Client client, ClusterService cluster, ThreadPool threads, CircuitBreaker breaker) {
        this.client = new OriginSettingClient(client, TransportGetTaskAction.TASKS_ORIGIN);
        this.cluster = cluster;
        this.threads = threads;
        this.breaker = breaker;
        this.loading = new ResultDeduplicator<>(threads.getThreadContext());
    }

    /** Returns the cluster state, for queries, which have no other access to the node. */
    public ClusterState clusterState() {
        return cluster.state();
    }

    /**
     * Determines the boilerplate in use for indices, and checks the privileges to read it, by a search, again if it changes meanwhile.
     *
     * @param user client with the privileges of the user
     * @param listener fails with status 403 if the user may not read the boilerplate
     */
    public void view(Client user, Collection<String> indices, ActionListener<BoilerplateView> listener) {
        ClusterState state = cluster.state();
        Map<String, String> inUse = inUse(state, indices);
        String[] aliases = indices.stream()
                .filter(index -> inUse.get(index) != null)
                .map(index -> BoilerplateIndex.alias(BoilerplateIndex.owner(state, index)))
                .distinct()
                .toArray(String[]::new);
        if (aliases.length == 0) {
            listener.onResponse(new BoilerplateView(inUse, Map.of()));
            return;
        }
        TermsAggregationBuilder byIndex =
                new TermsAggregationBuilder("indices").field("_index").size(aliases.length);
        SearchRequest request =
                BoilerplateLoad.families(new SearchSourceBuilder().size(0).aggregation(byIndex), aliases);
        Consumer<Runnable> ifUnchanged = answer -> {
            if (inUse(cluster.state(), indices).equals(inUse)) {
                answer.run();
            } else {
                view(user, indices, listener);
            }
        };
        // a failure may be that the alias does not exist any more
        ActionListener<BoilerplateView> ended = ActionListener.wrap(
                view -> ifUnchanged.accept(() -> listener.onResponse(view)),
                e -> ifUnchanged.accept(() -> listener.onFailure(e)));
        user.search(request, ended.map(response -> {
            Map<String, Long> families = new TreeMap<>();
            inUse.values().stream().filter(Objects::nonNull).forEach(index -> families.put(index, 0L));
            Terms counts = response.getAggregations().get("indices");
            counts.getBuckets().forEach(bucket -> families.put(bucket.getKeyAsString(), bucket.getDocCount()));
            return new BoilerplateView(inUse, families);
        }));
    }

    private static Map<String, String> inUse(ClusterState state, Collection<String> indices) {
        Map<String, String> inUse = new TreeMap<>();
        indices.forEach(index -> inUse.put(index, BoilerplateIndex.readableInUse(state, index)));
        return inUse;
    }

    /**
     * Returns the boilerplate in use for indices, and loads it if necessary: {@link #view} and {@link #load} in one step, for requests that
     * compare documents outside of the search of a shard.
     */
    public void find(Client user, Collection<String> indices, ActionListener<LoadedBoilerplate> listener) {
        view(user, indices, listener.delegateFailureAndWrap((l, view) -> load(view, l)));
    }

    /** Returns the boilerplate of a search; {@code null} if it is not completely loaded. */
    synchronized LoadedBoilerplate cached(BoilerplateView view) {
        Map<String, Map<String, SiteBoilerplate>> found = new HashMap<>();
        for (Map.Entry<String, Long> required : view.families().entrySet()) {
            if (required.getValue() > 0) {
                LoadedIndex known = findLoaded(required.getKey());
                if (known == null || known.families().size() != required.getValue()) {
                    return null;
                }
                found.put(required.getKey(), known.families());
            }
        }
        return new LoadedBoilerplate(view.inUse(), found);
    }

    /** Returns the boilerplate of a search. If it is not completely loaded, throws an exception, and starts to load it. */
    LoadedBoilerplate requireCached(BoilerplateView view) {
        LoadedBoilerplate found = cached(view);
        if (found == null) {
            load(view, ActionListener.noop());
            throw new ElasticsearchStatusException(
                    "boilerplate of {} is being loaded: repeat the request",
                    RestStatus.SERVICE_UNAVAILABLE,
                    view.families().keySet());
        }
        return found;
    }

    /** @throws IllegalArgumentException if the index has boilerplate that was not checked where the search started */
    void requireChecked(BoilerplateView view, String index) {
        ClusterState state = cluster.state();
        if (view.inUse().containsKey(index) == false
                && BoilerplateIndex.inUse(state, BoilerplateIndex.owner(state, index)) != null) {
            throw new IllegalArgumentException(
                    "[near_dup] must be part of the search itself, but was in the filter of an"
                            + " alias, or sent from another cluster with [ccs_minimize_roundtrips=false]: the privilege to read"
                            + " the boilerplate of [" + index + "] was not checked");
        }
    }

    /**
     * Returns the boilerplate of a search, and loads it if necessary. Does not block a thread.
     *
     * @param listener fails with status 429 if the boilerplate does not fit, and with 503 if it is not loaded within {@link #LOAD_TIMEOUT}
     */
    void load(BoilerplateView view, ActionListener<LoadedBoilerplate> listener) {
        Map<String, Map<String, SiteBoilerplate>> found = new HashMap<>();
        Batches.oneByOne(
                view.families().entrySet().stream()
                        .filter(required -> required.getValue() > 0)
                        .toList(),
                (required, one) -> getUpToDate(required.getKey(), required.getValue(), one.map(known -> {
                    if (required.getValue() < known.families().size()) {
                        throw new ElasticsearchSecurityException(
                                "boilerplate in [{}] must be visible as a whole or not at all, but a part of it is"
                                        + " hidden by document- or field-level security",
                                RestStatus.FORBIDDEN,
                                required.getKey());
                    }
                    found.put(required.getKey(), known.families());
                    return null;
                })),
                listener.map(done -> new LoadedBoilerplate(view.inUse(), found)));
    }

    /** Returns the boilerplate in memory if it has as many families as the user sees, or as the index has; otherwise loads it. */
    private void getUpToDate(String index, long seen, ActionListener<LoadedIndex> listener) {
        LoadedIndex known = findLoaded(index);
        if (known == null) {
            await(index, listener);
        } else if (known.families().size() == seen) {
            listener.onResponse(known);
        } else {
            client.search(
                    BoilerplateLoad.families(new SearchSourceBuilder().size(0).trackTotalHits(true), index),
                    listener.delegateFailureAndWrap((l, response) -> {
                        if (Calls.total(response.getHits()) == known.families().size()) {
                            l.onResponse(known);
                        } else {
                            await(index, l);
                        }
                    }));
        }
    }

    private synchronized LoadedIndex findLoaded(String index) {
        LoadedIndex known = loaded.get(index);
        IndexMetadata now = Project.of(cluster.state()).index(index);
        return known == null || now != null && now.getIndexUUID().equals(known.uuid()) == false ? null : known;
    }

    private void await(String index, ActionListener<LoadedIndex> listener) {
        SubscribableListener<LoadedIndex> waiting = new SubscribableListener<>();
        loading.executeOnce(index, waiting, this::load);
        waiting.addTimeout(LOAD_TIMEOUT, threads, threads.executor(NddThreadPools.READ));
        waiting.addListener(
                listener.delegateResponse((l, e) -> l.onFailure(
                        e instanceof ElasticsearchTimeoutException
                                ? new ElasticsearchStatusException(
                                        "boilerplate in [{}] was not loaded within [{}]: repeat the request",
                                        RestStatus.SERVICE_UNAVAILABLE,
                                        e,
                                        index,
                                        LOAD_TIMEOUT)
                                : e)),
                threads.executor(NddThreadPools.READ),
                threads.getThreadContext());
    }

    private void load(String index, ActionListener<LoadedIndex> listener) {
        BoilerplateLoad load = new BoilerplateLoad(client, cluster, threads, index, this::reserve);
        ActionListener.run(
                listener.delegateResponse((l, e) -> {
                    breaker.addWithoutBreaking(-load.bytes());
                    l.onFailure(e);
                }),
                l -> load.run(l.map(this::addLoaded)));
    }

    /** Stores loaded boilerplate, unless the index was deleted in the meantime. */
    private synchronized LoadedIndex addLoaded(LoadedIndex complete) {
        IndexMetadata now = Project.of(cluster.state()).index(complete.index());
        if (now != null && now.getIndexUUID().equals(complete.uuid())) {
            release(loaded.put(complete.index(), complete));
        } else {
            release(complete);
        }
        return complete;
    }

    private void release(LoadedIndex dropped) {
        if (dropped != null) {
            breaker.addWithoutBreaking(-dropped.bytes());
        }
    }

    /** Reserves memory. Removes the least recently used boilerplate if necessary. */
    private void reserve(long bytes) {
        while (true) {
            try {
                breaker.addEstimateBytesAndMaybeBreak(bytes, "ndd boilerplate");
                return;
            } catch (CircuitBreakingException e) {
                synchronized (this) {
                    Iterator<LoadedIndex> oldest = loaded.values().iterator();
                    if (oldest.hasNext() == false) {
                        throw e;
                    }
                    release(oldest.next());
                    oldest.remove();
                }
            }
        }
    }

    /** Loads boilerplate that replaces loaded boilerplate, and removes the replaced one after a minute. */
    @Override
    public void clusterChanged(ClusterChangedEvent event) {
        if (event.metadataChanged() == false) {
            return;
        }
        List<String> known;
        synchronized (this) {
            known = List.copyOf(loaded.keySet());
        }
        Set<String> replacements = new TreeSet<>();
        for (String index : known) {
            IndexMetadata before = Project.of(event.previousState()).index(index);
            IndexMetadata now = Project.of(event.state()).index(index);
            if (before == now) {
                continue;
            }
            if (isInUse(now) == false) {
                threads.schedule(() -> dropUnused(index), RETENTION, threads.generic());
            }
            BoilerplateIndex boilerplate = BoilerplateIndex.of(before);
            for (String owner : boilerplate == null
                    ? Set.<String>of()
                    : boilerplate.holders().keySet()) {
                IndexMetadata other = BoilerplateIndex.inUse(event.state(), owner);
                if (other != null
                        && BoilerplateIndex.isReadable(other)
                        && before.getAliases().containsKey(BoilerplateIndex.alias(owner))) {
                    replacements.add(other.getIndex().getName());
                }
            }
        }
        replacements.removeAll(known);
        if (replacements.isEmpty() == false) {
            threads.executor(NddThreadPools.READ).execute(() -> replacements.forEach(this::loadInAdvance));
        }
    }

    private void loadInAdvance(String index) {
        loading.executeOnce(
                index,
                ActionListener.wrap(
                        done -> logger.debug(
                                "loaded [{}] families of boilerplate in [{}]",
                                done.families().size(),
                                index),
                        e -> logger.warn(() -> "boilerplate in [" + index + "] could not be loaded in advance", e)),
                this::load);
    }

    private static boolean isInUse(IndexMetadata index) {
        BoilerplateIndex boilerplate = BoilerplateIndex.of(index);
        return boilerplate != null && boilerplate.isInUse(index);
    }

    private synchronized void dropUnused(String index) {
        if (isInUse(Project.of(cluster.state()).index(index)) == false) {
            release(loaded.remove(index));
        }
    }

    /** Removes all boilerplate, for tests. */
    synchronized void clear() {
        loaded.values().forEach(this::release);
        loaded.clear();
    }

    /** Returns the indices whose boilerplate is in memory, for tests. */
    synchronized Set<String> indices() {
        return Set.copyOf(loaded.keySet());
    }
}
