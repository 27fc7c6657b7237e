package org.ndd.continuous;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/** The report of a continuous job as it is, or several in a list. */
public final class JobResponse extends ActionResponse implements ToXContentObject {

    private final boolean one;
    private final List<Map<String, Object>> reports;

    private JobResponse(boolean one, List<Map<String, Object>> reports) {
        this.one = one;
        this.reports = reports;
    }

    static JobResponse one(Map<String, Object> report) {
        return new JobResponse(true, List.of(report));
    }

    static JobResponse list(List<Map<String, Object>> reports) {
        return new JobResponse(false, reports);
    }

    public JobResponse(StreamInput in) throws IOException {
        this(in.readBoolean(), in.readCollectionAsList(StreamInput::readGenericMap));
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
        builder.startObject().startArray("jobs");
        for (Map<String, Object> report : reports) {
            builder.map(report);
        }
        return builder.endArray().endObject();
    }
}
