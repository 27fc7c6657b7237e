package org.ndd.job;

import java.io.IOException;
import org.elasticsearch.core.Nullable;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;

/**
 * A job that does not exist yet, as a user describes it.
 *
 * @param initialRun the run whose groups the job keeps up to date; {@code null} if the job begins with a full run
 */
public record NewJob(JobConfig config, @Nullable String initialRun) {

    private static final class Body extends JobConfig.Body {

        private String initialRun;
    }

    private static final ObjectParser<Body, Void> PARSER = JobConfig.Body.parser("job", Body::new);

    static {
        PARSER.declareString((body, value) -> body.initialRun = value, new ParseField("initial_run"));
    }

    /** Reads the body of a request. */
    public static NewJob parse(XContentParser parser) throws IOException {
        Body body = PARSER.parse(parser, null);
        return new NewJob(body.config(), body.initialRun);
    }
}
