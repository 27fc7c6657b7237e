package org.ndd.job;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.xcontent.NamedXContentRegistry;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.job.JobChangeAction.JobAcknowledgement;
import org.ndd.job.JobChangeAction.JobIdRequest;
import org.ndd.partition.CoordinatorClient;
import org.ndd.partition.RecordStore.Versioned;
import org.ndd.partition.RecordWriter;
import org.ndd.partition.RunStore;
import org.ndd.partition.RunUser;
import org.ndd.partition.RunUser.IdentityCheck;
import org.ndd.partition.shard.ShardMethod.WireFormat;

/**
 * Changes options of a job; they take effect with the next step. If the options change the groups, the user needs all privileges of the
 * job, and becomes its user. Otherwise an update could make the job read documents that its updater has no right to read.
 */
public final class UpdateJobAction extends JobChangeAction<UpdateJobAction.Request> {

    public static final ActionType<BodyResponse<JobAcknowledgement>> TYPE =
            new ActionType<>("cluster:admin/ndd/job/update");

    public static final class Request extends JobIdRequest {

        public final Map<String, Object> changes;

        /** @param changes changed options as users write them, at least one; {@code null} for the default */
        public Request(String id, Map<String, Object> changes, TimeValue timeout) {
            super(id, timeout);
            if (changes.isEmpty()) {
                throw new IllegalArgumentException("[body] must have at least one option, but was empty");
            }
            this.changes = changes;
        }
    }

    /**
     * The update of a started job, for the node that leads it.
     *
     * @param before configuration that the request has read, from which the privileges that the requester needs were determined
     * @param takeOwnership whether the requester becomes the job's user
     */
    private record StartedUpdate(JobConfig before, JobConfig config, boolean takeOwnership) implements Writeable {

        StartedUpdate(StreamInput in) throws IOException {
            this(new JobConfig(in), new JobConfig(in), in.readBoolean());
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            before.writeTo(out);
            config.writeTo(out);
            out.writeBoolean(takeOwnership);
        }

        /** @param user the requester; {@code null} if the job keeps its user */
        JobRecord applyTo(JobRecord job, RunUser user) {
            // the request may be sent again after its change
            if (job.config().hasOptionsOf(before) == false && job.config().hasOptionsOf(config) == false) {
                throw changed(job, null);
            }
            return job.updated(config, user);
        }
    }

    private final CoordinatorClient<StartedUpdate> coordinator;
    private final NamedXContentRegistry registry;
    private final JobPlanner planner;

    @Inject
    public UpdateJobAction(ActionServices action, JobStore store, RunStore runs, NamedXContentRegistry registry) {
        super(TYPE, action, store);
        this.coordinator = coordinator(action, WireFormat.of(StartedUpdate::new), this::updateStarted);
        this.registry = registry;
        this.planner = new JobPlanner(services, runs);
    }

    @Override
    void change(CancellableTask task, Request request, ActionListener<Void> listener) {
        jobs.get(request.id, listener.delegateFailureAndWrap((l, kept) -> update(kept, task, request, l)));
    }

    private void update(Versioned<JobRecord> kept, CancellableTask task, Request request, ActionListener<Void> listener)
            throws IOException {
        JobRecord job = kept.record();
        JobConfig config = config(job, request.changes);
        boolean takeOwnership = config.hasGroupsOf(job.config()) == false;
        SubscribableListener<Void> allowed = SubscribableListener.nullSuccess();
        if (takeOwnership) {
            allowed = SubscribableListener.newForked(l -> planner.check(config, l.map(spec -> null)));
        }
        allowed.<Void>andThen(l -> {
                    if (job.state() == JobRecord.State.STARTED) {
                        StartedUpdate update = new StartedUpdate(job.config(), config, takeOwnership);
                        coordinator.send(job.id(), update, found -> found.onResponse(taskOf(job)), task, l);
                    } else {
                        put(job.updated(config, null), RecordWriter.nextVersion(kept.version()), l);
                    }
                })
                .addListener(listener);
    }

    private JobConfig config(JobRecord job, Map<String, Object> changes) throws IOException {
        JobConfig config = job.config().with(changes, registry);
        if (config.dest() != null && config.dest().equals(job.dest()) == false) {
            throw new IllegalArgumentException("[dest.index] must be [" + job.dest() + "], because a job keeps its "
                    + "destination, but was [" + config.dest() + "]");
        }
        return config.to(job.dest());
    }

    private void updateStarted(JobLoop loop, StartedUpdate update, ActionListener<Void> listener) {
        if (update.takeOwnership()) {
            RunUser user = RunUser.of(services.threads().getThreadContext());
            IdentityCheck identity = IdentityCheck.ofUser(services.client());
            loop.update(job -> update.applyTo(job, user), identity::check, listener);
        } else {
            loop.update(job -> update.applyTo(job, null), null, listener);
        }
    }
}
