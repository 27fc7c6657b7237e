package org.ndd.partition;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.rest.RestStatus;

/**
 * The user of a run or a job: the headers by which Elasticsearch's security identifies a user between nodes. All work of the run or job is
 * done as this user.
 *
 * <p>Without a user in the thread context, security executes a request as its internal user, which has access to everything. So a run
 * without a known user does no work if security is enabled.
 *
 * @param headers of the thread's context; none if security was disabled when the run was requested
 */
public record RunUser(Map<String, String> headers) implements Writeable {

    private static final String AUTHENTICATION = "_xpack_security_authentication";
    private static final List<String> HEADERS = List.of(AUTHENTICATION, "es-security-runas-user");
    private static final String SECURITY = "xpack.security.enabled";

    public RunUser {
        headers = Map.copyOf(headers);
    }

    public RunUser(StreamInput in) throws IOException {
        this(in.readMap(StreamInput::readString));
    }

    public static RunUser of(ThreadContext context) {
        Map<String, String> headers = new HashMap<>();
        for (String header : HEADERS) {
            String value = context.getHeader(header);
            if (value != null) {
                headers.put(header, value);
            }
        }
        return new RunUser(headers);
    }

    /**
     * Checks that the user is known if security is enabled. Security belongs to another plugin; without that plugin, its setting does not
     * exist.
     *
     * @throws ElasticsearchSecurityException if the user is not known
     */
    public void check(ClusterService clusterService) {
        Setting<?> setting = clusterService.getClusterSettings().get(SECURITY);
        boolean secure = setting != null && Boolean.TRUE.equals(setting.get(clusterService.getSettings()));
        if (secure && headers.containsKey(AUTHENTICATION) == false) {
            throw new ElasticsearchSecurityException(
                    "[user] must be known if security is enabled, but was [none]: it started without security;"
                            + " the user who resumes or starts it becomes its user",
                    RestStatus.FORBIDDEN);
        }
    }

    /** Lets the thread act only as this user until the returned context is closed. */
    public ThreadContext.StoredContext enter(ThreadContext context) {
        ThreadContext.StoredContext before = context.stashContext();
        headers.forEach(context::putHeader);
        return before;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeMap(new TreeMap<>(headers), StreamOutput::writeString);
    }

    /** Returns no secrets, because the result may be logged. */
    @Override
    public String toString() {
        return headers.isEmpty() ? "nobody" : "somebody";
    }
}
