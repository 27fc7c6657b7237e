package org.ndd.it;

import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeMap;
import java.util.TreeSet;
import java.util.concurrent.TimeUnit;
import org.elasticsearch.client.RequestOptions;
import org.elasticsearch.common.settings.SecureString;
import org.elasticsearch.common.settings.Settings;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.core.PathUtils;
import org.junit.Before;

/**
 * A test against the cluster with security that the build starts. Its users and roles are the files in {@code src/test/resources/security}:
 * each user has the role of the same name, and all have the same password. The trial license is started, because document- and field-level
 * security require it.
 */
public abstract class SecurityRestTestCase extends NddRestTestCase {

    static final String PASSWORD = "of-the-tests";
    static final String ADMIN = "admin";

    /** Set by the build, as for the cluster without security. */
    private static final String CLUSTER_FILE = "ndd.secure.cluster.file";

    @Override
    protected String getTestRestCluster() {
        String file = System.getProperty(CLUSTER_FILE);
        assertNotNull("[" + CLUSTER_FILE + "] must be set", file);
        return addresses(PathUtils.get(file));
    }

    @Override
    protected Settings restClientSettings() {
        String token = basicAuthHeaderValue(ADMIN, new SecureString(PASSWORD.toCharArray()));
        return Settings.builder()
                .put(ThreadContext.PREFIX + ".Authorization", token)
                .build();
    }

    @Before
    public void startTrial() throws IOException {
        TextResponse response = call(ADMIN, "POST", "/_license/start_trial?acknowledge=true", null);
        assertTrue(
                response.text(), response.status() == 200 || response.text().contains("Trial was already activated"));
    }

    /**
     * Sends a request as a user.
     *
     * @param body JSON, whose quotation marks may be written as apostrophes; {@code null} for none
     */
    static TextResponse call(String user, String method, String endpoint, String body) throws IOException {
        return call(headersOf(user), method, endpoint, body);
    }

    /** Sends a request with arbitrary authentication headers. */
    static TextResponse call(RequestOptions.Builder headers, String method, String endpoint, String body)
            throws IOException {
        return send(headers, method, endpoint, body == null ? null : body.replace('\'', '"'));
    }

    /** The state of a job, and its totals. */
    @SuppressWarnings("unchecked") // JSON has strings as keys
    static Map<String, Object> stats(String user, String job) throws IOException {
        TextResponse found =
                call(user, "GET", "/_ndd/job/" + job + "/_stats", null).ok();
        return (Map<String, Object>) ((List<?>) found.get("jobs")).get(0);
    }

    /** Lets a job process all operations of its indices so far, and returns its state. */
    static Map<String, Object> checkpoint(String user, String job) throws Exception {
        assertSoon(
                () -> {
                    call(user, "POST", "/_ndd/job/" + job + "/_schedule_now", null)
                            .ok();
                    assertEquals(0, stats(user, job).get("operations_behind"));
                },
                2,
                TimeUnit.MINUTES);
        return stats(user, job);
    }

    /** The documents of each group of a run, by index and id, without the ids of groups. */
    static List<String> groupsOf(String run) throws IOException {
        call(ADMIN, "POST", "/" + run + "/_refresh", null).ok();
        TextResponse found = call(ADMIN, "GET", "/" + run + "/_search?size=1000&q=_exists_:group", null)
                .ok();
        Map<Object, TreeSet<String>> groups = new TreeMap<>();
        for (Object hit : (List<?>) found.get("hits.hits")) {
            Map<?, ?> page = (Map<?, ?>) ((Map<?, ?>) hit).get("_source");
            Map<?, ?> doc = (Map<?, ?>) page.get("doc");
            groups.computeIfAbsent(page.get("group"), group -> new TreeSet<>())
                    .add(doc.get("index") + "/" + doc.get("id"));
        }
        return groups.values().stream().map(Set::toString).sorted().toList();
    }

    /** Name and password of a user. */
    static RequestOptions.Builder headersOf(String user) {
        return RequestOptions.DEFAULT.toBuilder()
                .addHeader("Authorization", basicAuthHeaderValue(user, new SecureString(PASSWORD.toCharArray())));
    }

    /**
     * Fails if a text contains credentials of a user: the password, or the internal authentication header, which contains the name of the
     * user. The Base64 encoding of a name depends on its position modulo three, so all three variants are checked.
     */
    static void assertNoCredentials(String where, String text, String user) {
        assertFalse(where + " holds the password", text.contains(PASSWORD));
        assertFalse(where + " holds the header", text.contains("_xpack_security_authentication"));
        String basic = basicAuthHeaderValue(user, new SecureString(PASSWORD.toCharArray()));
        assertFalse(where + " holds the password", text.contains(basic.substring("Basic ".length())));
        for (int start = 0; start < 3; start++) {
            byte[] name = (" ".repeat(start) + user + "  ").getBytes(StandardCharsets.US_ASCII);
            int whole = (start + user.length()) / 3 * 4;
            String encoded = Base64.getEncoder().encodeToString(name).substring(start == 0 ? 0 : 4, whole);
            assertFalse(where + " holds [" + user + "] encoded", text.contains(encoded));
        }
    }
}
