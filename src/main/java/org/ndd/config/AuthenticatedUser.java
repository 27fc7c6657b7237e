package org.ndd.config;

import java.util.Map;
import java.util.Optional;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.json.JsonXContent;

/**
 * The user that the security of Elasticsearch authenticated.
 *
 * @param described the response of {@code GET _security/_authenticate}; with run-as, of the user that is impersonated
 */
public record AuthenticatedUser(Map<String, Object> described) {

    /** Name of the object that security adds to a thread context, in addition to a header of the same name. */
    private static final String AUTHENTICATION = "_xpack_security_authentication";

    /**
     * Returns the user of the thread; empty if security is disabled. The object of security in a context has a class of another plugin; its
     * JSON is the response of {@code GET _security/_authenticate}.
     */
    public static Optional<AuthenticatedUser> of(ThreadContext context) {
        return context.getTransient(AUTHENTICATION) instanceof ToXContentObject authentication
                ? Optional.of(new AuthenticatedUser(XContentHelper.convertToMap(
                        JsonXContent.jsonXContent, Strings.toString(authentication), false)))
                : Optional.empty();
    }

    /** Returns the name of the user; for an API key, the name of the user that created it. */
    public String name() {
        return String.valueOf(described.get("username"));
    }
}
