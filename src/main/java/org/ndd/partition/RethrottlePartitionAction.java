package org.ndd.partition;

import java.io.IOException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.ActionFilters;
import org.elasticsearch.action.support.master.AcknowledgedResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.transport.TransportService;
import org.ndd.config.Speed;
import org.ndd.partition.RunPartitionAction.PartitionTask;

/** Changes the speed of a run immediately: sends the new speed to the coordinator of the run. */
public final class RethrottlePartitionAction extends CoordinatorRequestAction<RethrottlePartitionAction.Request> {

    public static final String NAME = "cluster:admin/ndd/partition/rethrottle";

    public static final ActionType<AcknowledgedResponse> TYPE = new ActionType<>(NAME);

    /** Names a run and a speed. */
    public static final class Request extends RunIdRequest {

        private final double requestsPerSecond;

        /** @param requestsPerSecond documents decided per second, more than 0; or −1 for no limit */
        public Request(String id, double requestsPerSecond) {
            super(id);
            this.requestsPerSecond = Speed.typed(requestsPerSecond);
            Speed.check(this.requestsPerSecond);
        }

        public Request(StreamInput in) throws IOException {
            super(in);
            requestsPerSecond = in.readDouble();
        }

        /** Documents decided per second; infinite for no limit. */
        double requestsPerSecond() {
            return requestsPerSecond;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            out.writeDouble(requestsPerSecond);
        }
    }

    @Inject
    public RethrottlePartitionAction(
            TransportService transportService, ActionFilters filters, ClusterService clusterService, Client client) {
        super(NAME, Request::new, transportService, filters, clusterService, client);
    }

    @Override
    void handle(PartitionTask run, Request request, ActionListener<AcknowledgedResponse> listener) {
        run.rethrottle(request.requestsPerSecond(), listener.map(done -> AcknowledgedResponse.TRUE));
    }
}
