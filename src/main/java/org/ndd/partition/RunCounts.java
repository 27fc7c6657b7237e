package org.ndd.partition;

import java.util.EnumMap;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.admin.cluster.node.tasks.get.TransportGetTaskAction;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.OriginSettingClient;
import org.elasticsearch.cluster.service.ClusterService;
import org.ndd.config.TaskState;

/**
 * Counts the runs whose index exists and is open.
 *
 * @param byState counts by state, including states without runs
 * @param lost number of failed runs that have lost their task, and can be resumed
 */
public record RunCounts(Map<TaskState, Long> byState, long lost) {

    public RunCounts {
        Map<TaskState, Long> all = new EnumMap<>(TaskState.class);
        for (TaskState state : TaskState.values()) {
            all.put(state, byState.getOrDefault(state, 0L));
        }
        byState = all;
    }

    /**
     * Counts all runs of the cluster, including runs that the user in the thread's context may not see. It reads only their states, as
     * Elasticsearch's internal user.
     */
    public static void count(Client client, ClusterService clusterService, ActionListener<RunCounts> listener) {
        new RunReports(new OriginSettingClient(client, TransportGetTaskAction.TASKS_ORIGIN), clusterService)
                .count(listener);
    }

    public long total() {
        return byState.values().stream().mapToLong(Long::longValue).sum();
    }
}
