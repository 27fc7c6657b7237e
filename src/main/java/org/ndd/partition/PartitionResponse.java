package org.ndd.partition;

import java.io.IOException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.LocalAction.LocalResponse;
import org.ndd.config.ReadableReport;
import org.ndd.config.TaskState;
import org.ndd.partition.RunReports.BriefReport;

/** Returns the id of a run, and its report if the request waited for its end. */
public final class PartitionResponse extends LocalResponse {

    private final String id;
    private final PartitionReport report;

    public PartitionResponse(String id, PartitionReport report) {
        this.id = id;
        this.report = report;
    }

    public String id() {
        return id;
    }

    public PartitionReport report() {
        return report;
    }

    /** Returns 200, or 500 if the request waited for the run and the run failed. */
    public RestStatus status() {
        boolean failed = report != null && report.state() == TaskState.FAILED;
        return failed ? RestStatus.INTERNAL_SERVER_ERROR : RestStatus.OK;
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        if (report != null) {
            return params.paramAsBoolean(BriefReport.VERBOSE, true)
                    ? report.toXContent(builder, params)
                    : ReadableReport.write(builder, BriefReport.of(report));
        }
        return builder.startObject().field("id", id).endObject();
    }
}
