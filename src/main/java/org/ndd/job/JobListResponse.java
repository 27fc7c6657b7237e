package org.ndd.job;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.LocalResponse;

/** Jobs, in order of their ids. */
public final class JobListResponse extends LocalResponse {

    private final int count;
    private final List<Map<String, Object>> jobs;

    /** @param count number of jobs that the request selects, of which {@code jobs} may be a part */
    JobListResponse(int count, List<Map<String, Object>> jobs) {
        this.count = count;
        this.jobs = jobs;
    }

    public int count() {
        return count;
    }

    public List<Map<String, Object>> jobs() {
        return jobs;
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
