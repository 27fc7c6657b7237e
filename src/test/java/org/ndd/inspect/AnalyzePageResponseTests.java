package org.ndd.inspect;

import java.util.List;
import java.util.Map;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.common.xcontent.support.XContentMapValues;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.analysis.PageAnalysis;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.analysis.PageInput;
import org.ndd.config.FingerprintOptions.PageOptions;

public class AnalyzePageResponseTests extends ESTestCase {

    public void testXContent() {
        AnalyzePageAction.Response response =
                response("A first sentence that is long. Short. And one more sentence.", "https://docs.a.org/x", "v");
        Map<String, Object> shown =
                XContentHelper.convertToMap(JsonXContent.jsonXContent, Strings.toString(response), true);
        assertEquals("v", shown.get("version"));
        assertEquals("docs.a.org", shown.get("site"));
        assertEquals(false, shown.get("truncated"));
        List<?> sentences = (List<?>) shown.get("sentences");
        assertEquals(3, sentences.size());
        for (int i = 0; i < sentences.size(); i++) {
            Map<?, ?> sentence = (Map<?, ?>) sentences.get(i);
            String text = (String) shown.get("text");
            assertEquals(text.substring((int) sentence.get("start"), (int) sentence.get("end")), sentence.get("text"));
            assertEquals("only [short] is too short", i != 1, sentence.get("eligible"));
            assertEquals(22, ((String) sentence.get("digest")).length());
        }
        assertEquals(response.page().fingerprintTerms(), XContentMapValues.extractValue("fingerprints", shown));
    }

    private static AnalyzePageAction.Response response(String text, String url, String version) {
        PageAnalysis page = new PageAnalyzer(new PageOptions.Builder().build()).analyze(PageInput.of(text, url));
        return new AnalyzePageAction.Response(page, "h", version, 10);
    }
}
