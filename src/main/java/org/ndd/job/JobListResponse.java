package org.ndd.job;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionResponse;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;

/** Jobs, in order of their ids. */
public final class JobListResponse extends ActionResponse implements ToXContentObject {

    private final int count;
    private final List<Map<String, Object>> jobs;

    /** @param count number of jobs that the request selects, of which {@code jobs} may be a part */
    JobListResponse(int count, List<Map<String, Object>> jobs) {
        this.count = count;
        this.jobs = jobs;
    }

    public JobListResponse(StreamInput in) throws IOException {
        this(in.readVInt(), in.readCollectionAsList(StreamInput::readGenericMap));
    }

    public int count() {
        return count;
    }

    public List<Map<String, Object>> jobs() {
        return jobs;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeVInt(count);
        out.writeCollection(jobs, StreamOutput::writeGenericMap);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject().field("count", count).startArray("jobs");
        for (Map<String, Object> job : jobs) {
            builder.map(job);
        }
        return builder.endArray().endObject();
    }
}
