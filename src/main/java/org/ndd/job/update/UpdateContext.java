package org.ndd.job.update;

import java.util.Set;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.tasks.CancellableTask;
import org.ndd.bulk.BulkWriter;
import org.ndd.bulk.ReservedMemory;
import org.ndd.config.NodeServices;
import org.ndd.groups.DuplicateListUpdates;
import org.ndd.groups.GroupStore;
import org.ndd.pair.BoilerplateLookup;
import org.ndd.partition.plan.PartitionOptions.GroupingOptions;
import org.ndd.partition.plan.PartitionRequest;

/**
 * The job and the run of a checkpoint, with everything that reads and writes for it.
 *
 * @param boilerplate reads boilerplate; its client has the rights of the user, and sends requests as children of the task
 * @param request request of the job, with the names of the indices of its reference
 * @param run published run, whose groups are updated
 */
public record UpdateContext(
        NodeServices services,
        BoilerplateLookup boilerplate,
        CancellableTask task,
        PartitionRequest request,
        String dest,
        String run) {

    private static final String MEMORY_LABEL = "ndd checkpoint";

    Client client() {
        return boilerplate.client();
    }

    GroupingOptions grouping() {
        return request.options().grouping();
    }

    /** Returns the markets of the run; each has separate lists of duplicates. */
    Set<String> markets() {
        return grouping().canonicals().markets().keySet();
    }

    ReservedMemory memory() {
        return new ReservedMemory(services.breaker(), MEMORY_LABEL);
    }

    GroupStore groups() {
        return new GroupStore(client(), run, memory());
    }

    DuplicateListUpdates duplicateLists() {
        return new DuplicateListUpdates(client(), services.breaker(), run, markets());
    }

    public ChangeList changeList() {
        return new ChangeList(client(), services.cluster(), dest);
    }

    BulkWriter writer() {
        return new BulkWriter(client(), services.cluster(), task);
    }
}
