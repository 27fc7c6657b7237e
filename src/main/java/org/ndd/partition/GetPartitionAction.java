package org.ndd.partition;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/** The report of a run, while it runs and afterwards; or of all runs. Needs {@code read} on the destination. */
public final class GetPartitionAction extends ActionType<GetPartitionAction.Response> {

    public static final String NAME = "cluster:monitor/ndd/partition/get";

    public static final GetPartitionAction INSTANCE = new GetPartitionAction();

    private GetPartitionAction() {
        super(NAME);
    }

    /** Names a run, or says which of all are listed. */
    public static final class Request extends RunIdRequest {

        private final RunFilter filter;
        private final boolean verbose;

        public Request(String id) {
            this(id, RunFilter.ALL, true);
        }

        /**
         * @param filter which runs are listed, where there is no id
         * @param verbose whether reports are whole, or brief
         */
        public Request(String id, RunFilter filter, boolean verbose) {
            super(id);
            this.filter = filter;
            this.verbose = verbose;
        }

        public Request(StreamInput in) throws IOException {
            super(in);
            filter = new RunFilter(in);
            verbose = in.readBoolean();
        }

        RunFilter filter() {
            return filter;
        }

        public boolean verbose() {
            return verbose;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            super.writeTo(out);
            filter.writeTo(out);
            out.writeBoolean(verbose);
        }
    }

    /** One report as it is, or several in a list. */
    public static final class Response extends ActionResponse implements ToXContentObject {

        private final boolean one;
        private final List<Map<String, Object>> reports;

        Response(boolean one, List<Map<String, Object>> reports) {
            this.one = one;
            this.reports = reports;
        }

        public Response(StreamInput in) throws IOException {
            one = in.readBoolean();
            reports = in.readCollectionAsList(StreamInput::readGenericMap);
        }

        public List<Map<String, Object>> reports() {
            return reports;
        }

        @Override
        public void writeTo(StreamOutput out) throws IOException {
            out.writeBoolean(one);
            out.writeCollection(reports, StreamOutput::writeGenericMap);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            if (one) {
                return builder.map(reports.get(0));
            }
            builder.startObject().startArray("runs");
            for (Map<String, Object> report : reports) {
                builder.map(report);
            }
            return builder.endArray().endObject();
        }
    }
}
