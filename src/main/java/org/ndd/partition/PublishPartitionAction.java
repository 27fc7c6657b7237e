package org.ndd.partition;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.index.Index;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.bulk.IndexClaims;
import org.ndd.compat.Project;
import org.ndd.config.ActionServices;
import org.ndd.config.BodyAction;
import org.ndd.config.BodyResponse;
import org.ndd.config.RunLabel;
import org.ndd.groups.Destination;

/**
 * Publishes a complete run under its destination, in one step, with the rights of the user. The run is one that did not publish its groups
 * itself, or an earlier run, which undoes the publication of a later one.
 */
public final class PublishPartitionAction extends BodyAction<RunIdRequest, PublishPartitionAction.PublishedRun> {

    public static final ActionType<BodyResponse<PublishedRun>> TYPE =
            new ActionType<>("cluster:admin/ndd/partition/publish");

    /** The run that the destination publishes, and the one that it published before; {@code null} if there was none. */
    public record PublishedRun(String id, String dest, String replaced) implements ToXContentObject {

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            builder.startObject().field("id", id);
            Destination.toXContent(dest, builder);
            return builder.field("replaced", replaced).endObject();
        }
    }

    private final IndexClaims claims;
    private final RunReports reports;
    private final RunPublisher publisher;

    @Inject
    public PublishPartitionAction(ActionServices action) {
        super(TYPE, action, action.node().threads().generic());
        this.claims = new IndexClaims(services.cluster(), services.threads(), services.client());
        this.reports = new RunReports(services.client(), services.cluster());
        this.publisher = new RunPublisher(services.client(), services.cluster());
    }

    @Override
    protected void respond(CancellableTask task, RunIdRequest request, ActionListener<PublishedRun> listener) {
        // a run that is deleted at the same time must not be published
        List<Index> claimed = RunIndex.ofRun(services.cluster().state(), request.id());
        claims.during(task, "publication", claimed, l -> publish(request, l), listener);
    }

    private void publish(RunIdRequest request, ActionListener<PublishedRun> listener) {
        reports.get(request.id(), listener.delegateFailureAndWrap((l, report) -> {
            String run = request.id();
            String dest = publishable(run, report);
            ClusterState state = services.cluster().state();
            new PartitionValidator(state).checkDest(dest, new Index[0]);
            String before = RunIndex.publishedBy(state, dest);
            publisher.publish(run, dest, l.map(done -> new PublishedRun(run, dest, before)));
        }));
    }

    /** Returns the destination of a run, or fails if the run has no groups to publish. */
    private String publishable(String run, Map<String, Object> report) {
        Object state = report.get("state");
        RunLabel label = RunLabel.of(Project.of(services.cluster().state()).index(run));
        if (RunReports.isCompleted(report) == false || label == null || label.dryRun()) {
            boolean dry = label != null && label.dryRun();
            throw new IllegalArgumentException("[id] must be a run that is completed and wrote its groups, but was ["
                    + run + "], which " + (dry ? "was a dry run" : "is [" + state + "]"));
        }
        return label.dest();
    }
}
