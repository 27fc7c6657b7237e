package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.ndd.Soon.assertSoon;

import java.io.IOException;
import java.util.concurrent.TimeUnit;
import org.junit.After;
import org.junit.Before;

/** A user whose privileges are on an alias of the documents, not on their index, on a real node with security. */
public class AliasSecurityIT extends SecurePagesTestCase {

    private static final String USER = "ndd_alias_only";
    private static final String JOB = "/_ndd/job/live";
    private static final String BODY =
            "{\"source\":{\"index\":\"view-*\"},\"dest\":{\"index\":\"mine-ndd\"},\"frequency\":\"1h\"}";

    @Before
    public void createAlias() throws IOException {
        call(ADMIN, "PUT", "/pages/_alias/view-pages", null).ok();
    }

    @After
    public void endJob() throws IOException {
        call(ADMIN, "DELETE", JOB + "?force=true", null);
    }

    /** The job failed, because its requests to shards named the index. */
    public void testJobOverPatternOfAlias() throws Exception {
        call(USER, "PUT", JOB, BODY).ok();
        call(USER, "POST", JOB + "/_start", null).ok();
        assertSoon(
                () -> assertEquals(
                        stats(USER, "live").toString(), 1, stats(USER, "live").get("checkpoint")),
                2,
                TimeUnit.MINUTES);
    }

    /** The run failed at its end, because the alias of boilerplate could not be moved from an index of another user. */
    public void testBoilerplateOfAnotherUser() throws IOException {
        call(ADMIN, "POST", "/pages/_ndd/boilerplate", null).ok();
        for (String[] request : new String[][] {
            {"POST", "/view-*/_ndd/partition?wait_for_completion=true", "{\"dest\":{\"index\":\"mine-ndd\"}}"},
            {"PUT", JOB, BODY}
        }) {
            TextResponse refused =
                    call(USER, request[0], request[1], request[2]).rejected(USER, "indices:admin/aliases");
            assertThat(refused.text(), containsString("-boilerplate]"));
        }
        String inUse =
                call(ADMIN, "GET", "/_alias/pages-ndd-boilerplate", null).ok().text();
        assertThat("a check changes nothing", inUse, containsString("{\"pages-ndd-2"));
    }
}
