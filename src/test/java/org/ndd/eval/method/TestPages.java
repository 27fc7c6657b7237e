package org.ndd.eval.method;

import java.util.ArrayList;
import java.util.List;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.analysis.PageInput;
import org.ndd.analysis.PageParameters;
import org.ndd.core.fingerprint.FingerprintParameters;

/** Pages for tests of methods. */
public final class TestPages {

    private static final PageAnalyzer ANALYZER = new PageAnalyzer(new PageParameters(
            FingerprintParameters.BALANCED, PageParameters.Format.TEXT, PageParameters.DEFAULT_MAX_BYTES));

    private TestPages() {}

    public static Page page(String id, String url, String text) {
        return new Page(id, url, ANALYZER.analyze(PageInput.of(text, url)));
    }

    /** Pages without URL, with their positions as ids. */
    public static List<Page> of(String... texts) {
        List<Page> pages = new ArrayList<>();
        for (String text : texts) {
            pages.add(page("p" + pages.size(), null, text));
        }
        return pages;
    }
}
