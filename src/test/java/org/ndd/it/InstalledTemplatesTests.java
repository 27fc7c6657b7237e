package org.ndd.it;

import java.io.IOException;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.json.JsonXContent;

/** The templates of the zip equal those of the documentation. */
public class InstalledTemplatesTests extends ESTestCase {

    public void testDocumentationEqualsTemplatesOfZip() throws IOException {
        assertInstalled("component-template.json", "/_component_template/ndd");
        assertInstalled("index-template.json", "/_index_template/pages");
        assertInstalled("pipeline.json", "/_ingest/pipeline/pages");
    }

    private static void assertInstalled(String file, String endpoint) throws IOException {
        Path project = NddRestTestCase.projectDirectory();
        DocsRequest request = DocsPage.read(project.resolve("docs/how-to/index-documents.md")).stream()
                .filter(r -> r.method().equals("PUT") && r.endpoint().equals(endpoint))
                .findFirst()
                .orElseThrow(() -> new AssertionError("the documentation does not install [" + endpoint + "]"));
        assertEquals(
                file,
                json(Files.readString(project.resolve("distribution/templates").resolve(file))),
                json(request.body()));
    }

    private static Map<String, Object> json(String text) {
        return XContentHelper.convertToMap(JsonXContent.jsonXContent, text, true);
    }
}
