package org.ndd.job.update;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.index.IndexService;
import org.elasticsearch.index.seqno.RetentionLease;
import org.elasticsearch.index.shard.IndexShard;
import org.elasticsearch.indices.IndicesService;
import org.elasticsearch.plugins.Plugin;
import org.elasticsearch.test.ESSingleNodeTestCase;
import org.ndd.plugin.NddPlugin;

/** Executes operations on an index, and requests its changes for a job. */
abstract class ShardChangesTestCase extends ESSingleNodeTestCase {

    static final String INDEX = "pages";

    ChangesRequester probe;

    @Override
    protected Collection<Class<? extends Plugin>> getPlugins() {
        return List.of(NddPlugin.class);
    }

    /** An index that is refreshed only by requests for changes, and retains only the history that leases require. */
    static Settings.Builder settings(int shards) {
        return indexSettings(shards, 0)
                .put("index.refresh_interval", "-1")
                .put("index.soft_deletes.retention.operations", 0);
    }

    void create(int shards, String... mapping) {
        assertAcked(client().admin()
                .indices()
                .prepareCreate(INDEX)
                .setSettings(settings(shards))
                .setMapping(mapping)
                .get());
        probe = probe(between(1, 20));
    }

    ChangesRequester probe(int pageSize) {
        return new ChangesRequester(client(), getInstanceFromNode(ClusterService.class), pageSize, INDEX);
    }

    void put(String id, int value) {
        client().prepareIndex(INDEX).setId(id).setSource(Map.of("value", value)).get();
    }

    void delete(String id) {
        client().prepareDelete(INDEX, id).get();
    }

    static Set<String> lines(String... ids) {
        return Stream.of(ids).map(id -> INDEX + "/" + id).collect(Collectors.toCollection(TreeSet::new));
    }

    List<IndexShard> shards() {
        IndexService index = getInstanceFromNode(IndicesService.class).indexServiceSafe(resolveIndex(INDEX));
        return index.shardIds().stream().map(index::getShard).toList();
    }

    /** The first sequence number that the job retains, by shard. */
    Map<Integer, Long> held() {
        Map<Integer, Long> held = new TreeMap<>();
        for (IndexShard shard : shards()) {
            RetentionLease lease = shard.getRetentionLeases().get("ndd/" + ChangesRequester.JOB);
            if (lease != null) {
                assertEquals("ndd", lease.source());
                held.put(shard.shardId().id(), lease.retainingSequenceNumber());
            }
        }
        return held;
    }

    /** Merges away all operations that no lease retains. */
    void mergeAll() {
        client().admin().indices().prepareFlush(INDEX).setForce(true).get();
        shards().forEach(IndexShard::syncRetentionLeases);
        client().admin()
                .indices()
                .prepareForceMerge(INDEX)
                .setMaxNumSegments(1)
                .setFlush(true)
                .get();
    }
}
