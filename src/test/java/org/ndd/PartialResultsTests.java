package org.ndd;

import com.tngtech.archunit.core.domain.JavaCodeUnit;
import com.tngtech.archunit.core.importer.ClassFileImporter;
import java.util.Map;
import java.util.TreeMap;
import java.util.TreeSet;
import org.apache.lucene.tests.util.LuceneTestCase;
import org.elasticsearch.action.search.SearchRequest;
import org.elasticsearch.client.internal.Client;

/**
 * Searches fail if a shard fails or exceeds a time limit of the cluster. By default, Elasticsearch returns the other hits, which look like
 * a complete result.
 */
public class PartialResultsTests extends LuceneTestCase {

    /** The code that creates search requests for which partial results are allowed, each with its reason. */
    private static final Map<String, String> ALLOWED = new TreeMap<>(Map.of(
            "org.ndd.inspect.SourcePages",
            "the request only holds a name",
            "org.ndd.decisions.KnownDecisions",
            "the request only holds names",
            "org.ndd.groups.PageTitles",
            "titles are omitted if they cannot be read",
            "org.ndd.partition.PartitionPlanner",
            "the request only holds names"));

    public void testOnlyAllowedSearchesReturnPartialResults() {
        TreeSet<String> found = new TreeSet<>();
        new ClassFileImporter()
                        .withImportOption(location -> location.contains("/test-classes/") == false)
                        .importPackages("org.ndd")
                        .stream()
                        .flatMap(type -> type.getCodeUnits().stream())
                        .filter(unit -> searches(unit) > complete(unit))
                        .forEach(unit -> found.add(outermost(unit.getOwner().getName())));
        assertEquals(ALLOWED.keySet(), found);
    }

    private static long searches(JavaCodeUnit unit) {
        return unit.getConstructorCallsFromSelf().stream()
                        .filter(call -> call.getTargetOwner().isEquivalentTo(SearchRequest.class))
                        .count()
                + unit.getMethodCallsFromSelf().stream()
                        .filter(call -> call.getTargetOwner().isAssignableTo(Client.class)
                                && call.getName().equals("prepareSearch"))
                        .count();
    }

    private static long complete(JavaCodeUnit unit) {
        return unit.getMethodCallsFromSelf().stream()
                .filter(call -> call.getName().equals("allowPartialSearchResults")
                        || call.getName().equals("setAllowPartialSearchResults"))
                .count();
    }

    private static String outermost(String name) {
        int nested = name.indexOf('$');
        return nested < 0 ? name : name.substring(0, nested);
    }
}
