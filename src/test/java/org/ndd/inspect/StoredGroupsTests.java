package org.ndd.inspect;

import static org.ndd.Soon.answer;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.index.IndexSettings;
import org.elasticsearch.xcontent.XContentParser;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.config.DocumentName;

public class StoredGroupsTests extends CheckTestCase {

    /** Decisions can connect more documents than the result window of the destination has. */
    public void testFindsInMoreDocumentsThanResultWindow() throws IOException {
        create("pages", 1);
        index("pages", "a0", "a1", "b0");
        partition("{}", "pages");
        StoredGroups groups;
        try (XContentParser parser = createParser(JsonXContent.jsonXContent, "{\"ids\":[\"a0\"]}")) {
            groups = new StoredGroups(
                    client(),
                    getInstanceFromNode(ClusterService.class)::state,
                    CheckAction.Request.fromXContent("pages", CheckAction.Request.DEFAULT_TIMEOUT, parser));
        }
        answer(groups::checkDestination);

        TreeSet<DocumentName> names = new TreeSet<>();
        for (int i = 0; i <= IndexSettings.MAX_RESULT_WINDOW_SETTING.getDefault(null); i++) {
            names.add(new DocumentName("pages", "missing" + i));
        }
        DocumentName first = new DocumentName("pages", "a0");
        DocumentName second = new DocumentName("pages", "a1");
        names.addAll(List.of(first, second));
        Map<DocumentName, StoredGroups.Membership> memberships = answer(l -> groups.find(names, l));
        assertEquals(names.headSet(second, true), memberships.keySet());
        memberships.values().forEach(membership -> assertEquals(2, membership.size()));
    }
}
