package org.ndd.it;

import com.carrotsearch.randomizedtesting.annotations.Name;
import com.carrotsearch.randomizedtesting.annotations.ParametersFactory;
import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.client.Request;
import org.junit.After;
import org.ndd.it.yaml.YamlRunner;
import org.ndd.it.yaml.YamlSection;
import org.ndd.it.yaml.YamlSuite;

/**
 * Runs {@code yaml-tests/*.yml}, each section as one test, in the format of Elasticsearch's own REST tests. Calls are resolved with the
 * specifications in {@code rest-api-spec/api} (ndd) and {@code src/test/resources/rest-api-spec/api} (the APIs of Elasticsearch that the
 * files use, with their official names).
 */
public class YamlRestIT extends NddRestTestCase {

    private final YamlSuite suite;
    private final YamlSection section;

    public YamlRestIT(@Name("yaml") String name, YamlSuite suite, YamlSection section) {
        this.suite = suite;
        this.section = section;
    }

    @ParametersFactory(argumentFormatting = "%s")
    public static Iterable<Object[]> sections() throws IOException {
        List<Object[]> parameters = new ArrayList<>();
        for (YamlSuite suite : YamlSuite.readAll(projectDirectory().resolve("yaml-tests"))) {
            for (YamlSection section : suite.sections()) {
                parameters.add(new Object[] {suite.name() + "/" + section.name(), suite, section});
            }
        }
        if (parameters.isEmpty()) {
            throw new IllegalStateException("no YAML tests were found");
        }
        return parameters;
    }

    /**
     * A stopped run deletes its indices after the response to the stop. If this coincides with the deletion of all indices by the test
     * framework, that deletion fails, and other indices remain for the next test.
     */
    @After
    public void waitForTasks() throws IOException {
        Request tasks = new Request("GET", "/_tasks");
        tasks.addParameter("actions", "*ndd*,indices:admin/delete");
        tasks.addParameter("wait_for_completion", "true");
        tasks.addParameter("timeout", "30s");
        client().performRequest(tasks);
    }

    public void test() throws IOException {
        new YamlRunner(apiSpecs(), YamlRestIT::perform).run(suite, section);
    }
}
