package org.ndd.analysis;

import java.io.BufferedReader;
import java.io.IOException;
import java.io.InputStreamReader;
import java.nio.charset.StandardCharsets;
import java.nio.file.Files;
import java.nio.file.Path;
import java.util.Map;
import java.util.function.Consumer;
import java.util.zip.GZIPInputStream;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.core.PathUtils;
import org.elasticsearch.test.ESTestCase;
import org.elasticsearch.xcontent.json.JsonXContent;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.core.text.CanonicalText;
import org.ndd.core.text.Sentences.Sentence;

/** Tests with real web pages; needs the corpora, see {@link #data()}. */
public class RealWebPagesTests extends ESTestCase {

    private static final PageAnalyzer HTML = analyzer(Format.HTML);
    private static final PageAnalyzer TEXT = analyzer(Format.TEXT);
    private static final PageAnalyzer AUTO = analyzer(Format.AUTO);

    private static PageAnalyzer analyzer(Format format) {
        return new PageAnalyzer(
                new PageParameters(FingerprintParameters.BALANCED, format, PageParameters.DEFAULT_MAX_BYTES));
    }

    /** The folder of the corpora: system property {@code ndd.data}, or environment variable NDD_DATA. */
    private static Path data() {
        String folder = System.getProperty("ndd.data", System.getenv().getOrDefault("NDD_DATA", "../shared/data"));
        return PathUtils.get(folder).toAbsolutePath().normalize();
    }

    /** Passes each document to the consumer and returns their number. */
    private static int forEach(String corpus, Consumer<Map<String, Object>> consumer) throws IOException {
        Path file = data().resolve(corpus).resolve("docs.ndjson.gz");
        assumeTrue(
                "no corpus at " + file + ": set -Dndd.data or NDD_DATA to the folder of the corpora",
                Files.isReadable(file));
        int documents = 0;
        try (BufferedReader lines = new BufferedReader(
                new InputStreamReader(new GZIPInputStream(Files.newInputStream(file)), StandardCharsets.UTF_8))) {
            for (String line = lines.readLine(); line != null; line = lines.readLine()) {
                consumer.accept(XContentHelper.convertToMap(JsonXContent.jsonXContent, line, false));
                documents++;
            }
        }
        return documents;
    }

    public void testAnalyzesAllPages() throws IOException {
        int[] withFingerprints = {0};
        int documents = forEach("wild_html", document -> {
            String id = (String) document.get("id");
            PageAnalysis page = HTML.analyze(PageInput.of((String) document.get("html"), (String) document.get("url")));
            assertNotNull(id, page.text());
            assertNotNull(id, page.title());
            assertEquals(id, page.text().getBytes(StandardCharsets.UTF_8).length, page.length());
            assertEquals(id, page.text(), CanonicalText.of(page.text(), 1 << 20).value());
            for (Sentence sentence : page.sentences()) {
                assertTrue(id, sentence.keyWidth() > 0 && sentence.keyWidth() <= 100);
            }
            withFingerprints[0] += page.fingerprints().length > 0 ? 1 : 0;
        });
        assertTrue(documents + " pages", documents > 800);
        assertTrue(
                withFingerprints[0] + " of " + documents + " pages have fingerprints",
                withFingerprints[0] > 0.9 * documents);
    }

    public void testDetectsPages() throws IOException {
        int[] undetected = {0};
        int pages = forEach("wild_html", document -> {
            undetected[0] += MarkupDetector.looksLikeHtml((String) document.get("html")) ? 0 : 1;
        });
        assertTrue(undetected[0] + " of " + pages + " are detected as text", undetected[0] <= pages / 100);
    }

    public void testNewswireIsText() throws IOException {
        forEach("reuters21578", document -> {
            String text = (String) document.get("text");
            assertFalse(text, MarkupDetector.looksLikeHtml(text));
            assertEquals(
                    TEXT.analyze(PageInput.of(text, null)).text(),
                    AUTO.analyze(PageInput.of(text, null)).text());
        });
    }

    /** Truncates pages anywhere: in a tag, an attribute, a script or a comment. */
    public void testAnalyzesTruncatedPages() throws IOException {
        forEach("wild_html", document -> {
            String html = (String) document.get("html");
            if (html.isEmpty() == false && rarely()) {
                String cut = html.substring(0, randomInt(html.length()));
                assertNotNull(HtmlPage.parse(cut).text());
                assertNotNull(AUTO.analyze(PageInput.of(cut, null)).text());
            }
        });
    }
}
