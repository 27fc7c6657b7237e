package org.ndd.it;

import java.io.IOException;
import java.util.List;

/**
 * Users without access to an index or alias cannot determine whether it exists: the response is the same for existing and missing names.
 */
public class IndexExistenceSecurityIT extends SecurePagesTestCase {

    /** May read the documents, but none of the names in this test. */
    private static final String PROBER = "ndd_prober";

    private static final String INDEX = "hidden-index";
    private static final String ALIAS = "hidden-alias";
    private static final String RUN = "hidden-run";
    private static final String MISSING = "hidden-none";

    /** NAME is a placeholder for a name. */
    private static final List<String[]> REQUESTS = List.of(
            new String[] {"POST", "/pages/_ndd/partition", "{\"dest\":{\"index\":\"NAME\"}}"},
            new String[] {
                "POST", "/_ndd/job/_preview", "{\"source\":{\"index\":\"pages\"},\"dest\":{\"index\":\"NAME\"}}"
            },
            new String[] {"PUT", "/_ndd/job/prober", "{\"source\":{\"index\":\"pages\"},\"dest\":{\"index\":\"NAME\"}}"
            },
            new String[] {"GET", "/_ndd/partition/NAME", null},
            new String[] {"POST", "/_ndd/partition/NAME/_cancel", null},
            new String[] {"POST", "/_ndd/partition/NAME/_resume", null},
            new String[] {"POST", "/_ndd/partition/NAME/_publish", null},
            new String[] {"POST", "/_ndd/partition/NAME/_rethrottle?requests_per_second=1", null},
            new String[] {"DELETE", "/_ndd/partition/NAME", null},
            new String[] {"GET", "/pages/_ndd/groups?dest=NAME", null},
            new String[] {
                "POST", "/pages/_ndd/delete?dry_run=true&wait_for_completion=true", "{\"dest\":{\"index\":\"NAME\"}}"
            },
            new String[] {"POST", "/pages/_ndd/delete?dry_run=false&wait_for_completion=true", "{\"backup\":\"NAME\"}"},
            new String[] {"POST", "/pages/_ndd/delete/_undo?wait_for_completion=true", "{\"backup\":\"NAME\"}"},
            new String[] {"POST", "/pages/_ndd/mark?wait_for_completion=true", "{\"dest\":{\"index\":\"NAME\"}}"},
            new String[] {"POST", "/pages/_ndd/check", "{\"ids\":[\"seen-0\"],\"dest\":{\"index\":\"NAME\"}}"},
            new String[] {"POST", "/pages/_search", "{\"query\":{\"known_duplicates\":{\"dest\":{\"index\":\"NAME\"}}}}"
            },
            new String[] {
                "POST",
                "/pages/_search",
                "{\"retriever\":{\"near_dup\":{\"dest\":{\"index\":\"NAME\"},\"retriever\":{\"standard\":{\"query\":{\"match_all\":{}}}}}}}"
            },
            new String[] {"GET", "/NAME/_ndd/boilerplate/seen.example", null},
            new String[] {
                "POST",
                "/_ndd/compare",
                "{\"a\":{\"_index\":\"NAME\",\"_id\":\"x\"},\"b\":{\"_index\":\"NAME\",\"_id\":\"y\"}}"
            });

    private static TextResponse request(String[] request, String name) throws IOException {
        return call(
                PROBER,
                request[0],
                request[1].replace("NAME", name),
                request[2] == null ? null : request[2].replace("NAME", name));
    }

    /** Names of the same length, none of which is part of another text. */
    private static String without(String text, String name) {
        return text.replace(name, "NAME").replaceAll("pages-ndd-deleted-[\\w-]+", "BACKUP");
    }

    public void testSameErrorForExistingAndMissingNames() throws IOException {
        createPages(INDEX);
        call(ADMIN, "PUT", "/" + INDEX + "/_alias/" + ALIAS, null).ok();
        call(ADMIN, "POST", "/pages/_ndd/partition?wait_for_completion=true", "{\"dest\":{\"index\":\"" + RUN + "\"}}")
                .ok();
        for (String[] request : REQUESTS) {
            TextResponse missing = request(request, MISSING);
            String where = String.join(" ", request[0], request[1], String.valueOf(request[2]));
            assertEquals(where + ": " + missing.text(), 403, missing.status());
            for (String name : List.of(INDEX, ALIAS, RUN)) {
                TextResponse existing = request(request, name);
                assertEquals(where, without(missing.text(), MISSING), without(existing.text(), name));
            }
        }
    }
}
