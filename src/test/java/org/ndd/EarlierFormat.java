package org.ndd;

import static org.elasticsearch.test.hamcrest.ElasticsearchAssertions.assertAcked;

import java.util.HashMap;
import java.util.Map;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.ndd.compat.Project;
import org.ndd.core.fingerprint.FingerprintParameters;

/** Makes a run one of an earlier version of ndd, with another fingerprint format. */
public final class EarlierFormat {

    private EarlierFormat() {}

    @SuppressWarnings("unchecked")
    public static void set(Client client, ClusterState state, String run) {
        Map<String, Object> mapping = Project.of(state).index(run).mapping().sourceAsMap();
        Map<String, Object> label = new HashMap<>((Map<String, Object>) mapping.get("_meta"));
        label.put("format", FingerprintParameters.FORMAT - 1);
        assertAcked(client.admin().indices().preparePutMapping(run).setSource(Map.of("_meta", label)));
    }
}
