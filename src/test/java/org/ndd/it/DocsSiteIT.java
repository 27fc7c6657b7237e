package org.ndd.it;

import static org.hamcrest.Matchers.containsString;
import static org.hamcrest.Matchers.endsWith;
import static org.hamcrest.Matchers.greaterThan;
import static org.hamcrest.Matchers.startsWith;

import com.carrotsearch.randomizedtesting.annotations.ThreadLeakScope;
import java.nio.file.Path;
import java.util.List;
import org.elasticsearch.core.PathUtils;
import org.elasticsearch.test.ESTestCase;
import org.ndd.Soon;
import org.ndd.site.DocsSite;

/**
 * The site of the documentation in a real browser, from a directory without a server: search, copy buttons, navigation, light and dark
 * mode.
 */
// The HTTP client of Java 17 cannot be closed: its threads end when it is garbage-collected.
@ThreadLeakScope(ThreadLeakScope.Scope.NONE)
public class DocsSiteIT extends ESTestCase {

    public void testSite() throws Exception {
        assumeTrue(Browser.MISSING, Browser.isThere());
        Path folder = createTempDir();
        DocsSite.write(NddRestTestCase.projectDirectory().toAbsolutePath(), folder);
        try (Browser browser = new Browser(createTempDir())) {
            browser.screen(1200, 850, "light");
            browser.open(folder.resolve("docs/reference/query.html").toUri().toString());
            assertSearch(browser);
            assertCopyButtons(browser);
            assertTheme(browser);
            assertEquals(List.of(), browser.console());
            browser.screenshot(PathUtils.get(System.getProperty("ndd.screenshots.directory"))
                    .resolve("docs-site.png"));
        }
    }

    private static void assertSearch(Browser browser) throws Exception {
        browser.press("/");
        browser.type("input[type=search]", "rank_window_size");
        Soon.assertSoon(() -> assertThat(browser.text(".results"), containsString("Retriever near_dup › Parameters")));
        browser.type("input[type=search]", "qxzzy");
        Soon.assertSoon(() -> assertEquals("No results", browser.text(".status")));
        browser.type("input[type=search]", "restore snapshots");
        Soon.assertSoon(() -> assertThat(browser.text(".results a"), containsString("Operations")));
        browser.click(".results a");
        Soon.assertSoon(() ->
                assertThat((String) browser.script("return location.href"), endsWith("operations.html#snapshots")));
        assertEquals("Operations", browser.text("[aria-current]"));
    }

    private static void assertCopyButtons(Browser browser) throws Exception {
        assertEquals(browser.count("main pre"), browser.count(".copy"));
        assertThat(browser.count(".copy"), greaterThan(3));
        browser.script("document.execCommand = () => { window.copied = document.activeElement.value; };"
                + "navigator.clipboard.writeText = (text) => { window.copied = text; return Promise.resolve(); };"
                + "document.querySelector('.language-console').closest('.block').querySelector('.copy').click();");
        Soon.assertSoon(() -> assertThat((String) browser.script("return window.copied"), startsWith("GET /")));
    }

    private static void assertTheme(Browser browser) throws Exception {
        String light = background(browser);
        browser.click(".theme");
        browser.click(".theme");
        assertEquals("Theme: dark", browser.text(".theme"));
        assertNotEquals(light, background(browser));
        browser.script("location.reload()");
        Soon.assertSoon(() -> assertEquals("Theme: dark", browser.text(".theme")));
        browser.click(".theme");
        assertEquals(light, background(browser));
    }

    private static String background(Browser browser) throws Exception {
        return (String) browser.script("return getComputedStyle(document.documentElement).backgroundColor");
    }
}
