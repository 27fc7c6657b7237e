package org.ndd.job;

import java.util.List;
import java.util.Set;
import java.util.stream.Collectors;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.index.Index;
import org.elasticsearch.index.shard.ShardId;
import org.ndd.compat.Project;
import org.ndd.config.NodeServices;
import org.ndd.job.update.IndexChanges.Scope;
import org.ndd.partition.plan.PartitionRequest;

/**
 * The indices that a job reads.
 *
 * @param request request of the full runs, with the names of the indices of the reference
 * @param source concrete indices of the source
 * @param reference concrete indices of the reference
 * @param all concrete indices of the source and of the reference
 */
record JobSource(PartitionRequest request, List<Index> source, List<Index> reference, Scope all) {

    /** Finds the indices with the rights of the job's user. Fails with 400 if an index of the reference does not exist. */
    static void find(NodeServices services, Client client, JobRecord job, ActionListener<JobSource> listener) {
        ActionListener.run(listener, l -> {
            ClusterState state = services.cluster().state();
            job.request().options().against().resolve(client, state, l.map(against -> {
                PartitionRequest request = job.request().against(against);
                Index[] source = services.resolver().concreteIndices(state, request);
                List<Index> reference = against.concrete(
                        services.resolver(), source, request.options().field(), state);
                List<Index> all =
                        Stream.concat(Stream.of(source), reference.stream()).toList();
                return new JobSource(
                        request, List.of(source), reference, new Scope(all, request.readIndices(), job.id()));
            }));
        });
    }

    /**
     * Returns the indices that the last checkpoint has read, and the open ones that the names of the source and the reference match now.
     * The latter also include those that were added later.
     */
    static Set<Index> readOrNamed(NodeServices services, JobRecord job) {
        Set<Index> indices =
                job.runs().positions().keySet().stream().map(ShardId::getIndex).collect(Collectors.toSet());
        ClusterState state = services.cluster().state();
        String[] names = job.request().readIndices().indices();
        for (String index :
                services.resolver().concreteIndexNames(state, IndicesOptions.lenientExpandOpen(), true, names)) {
            indices.add(Project.of(state).index(index).getIndex());
        }
        return indices;
    }
}
