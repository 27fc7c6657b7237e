package org.ndd.partition;

import java.io.IOException;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/** The id of a run, and its report if the request waited for its end. */
public final class PartitionResponse extends ActionResponse implements ToXContentObject {

    private final String id;
    private final PartitionReport report;

    /** @param report {@code null} if the run is still under way */
    public PartitionResponse(String id, PartitionReport report) {
        this.id = id;
        this.report = report;
    }

    public PartitionResponse(StreamInput in) throws IOException {
        id = in.readString();
        report = in.readOptionalWriteable(PartitionReport::new);
    }

    public String id() {
        return id;
    }

    public PartitionReport report() {
        return report;
    }

    /** 200, or 500 if the request waited for the run and the run failed. */
    public RestStatus status() {
        boolean failed = report != null && report.state() == PartitionReport.State.FAILED;
        return failed ? RestStatus.INTERNAL_SERVER_ERROR : RestStatus.OK;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeString(id);
        out.writeOptionalWriteable(report);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        if (report != null) {
            return params.paramAsBoolean(BriefReport.VERBOSE, true)
                    ? report.toXContent(builder, params)
                    : builder.map(BriefReport.of(report));
        }
        return builder.startObject().field("id", id).endObject();
    }
}
