package org.ndd.analysis;

import java.nio.charset.StandardCharsets;
import java.security.MessageDigest;
import java.security.NoSuchAlgorithmException;
import java.util.Base64;
import java.util.List;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.core.fingerprint.Fingerprinter;
import org.ndd.core.text.CanonicalText;
import org.ndd.core.text.ContentDigest;
import org.ndd.core.text.Sentence;
import org.ndd.core.text.Sentences;
import org.ndd.core.text.Site;
import org.ndd.html.HtmlPage;

/** Analyses pages. Immutable and safe for use by several threads; linear in the input, whatever it is. */
public final class PageAnalyzer {

    private static final int MAX_TITLE = 1000;

    private final PageParameters parameters;
    private final Fingerprinter fingerprinter;

    public PageAnalyzer(PageParameters parameters) {
        this.parameters = parameters;
        this.fingerprinter = new Fingerprinter(parameters.fingerprints());
    }

    public PageParameters parameters() {
        return parameters;
    }

    /**
     * Analyses a page that has no title but the one in it.
     *
     * @param input HTML or plain text
     * @param url of the page, or {@code null}
     */
    public PageAnalysis analyze(String input, String url) {
        return analyze(input, url, null);
    }

    /**
     * Analyses a page.
     *
     * @param input HTML or plain text
     * @param url of the page, or {@code null}
     * @param givenTitle known from elsewhere, before that in the page; {@code null} or blank where none is
     */
    public PageAnalysis analyze(String input, String url, String givenTitle) {
        String title = "";
        CanonicalText text;
        boolean cut = false;
        boolean html = isHtml(input);
        if (html) {
            HtmlPage page = HtmlPage.parse(input);
            title = page.title();
            text = CanonicalText.of(page.text(), parameters.maxBytes());
            cut = page.truncated();
        } else {
            text = CanonicalText.ofParagraphs(input, parameters.maxBytes());
        }
        String site = Site.of(url);
        List<Sentence> sentences = Sentences.split(text.value());
        return new PageAnalysis(
                text.value(),
                cut || text.truncated(),
                html ? Format.HTML : Format.TEXT,
                shown(givenTitle == null || givenTitle.isBlank() ? title : givenTitle),
                site,
                ContentDigest.of(text.value(), site),
                sentences,
                fingerprinter.fingerprints(sentences),
                parameters.fingerprints().scheme().format(),
                text.utf8Length(),
                sourceHash(input));
    }

    private boolean isHtml(String input) {
        return switch (parameters.format()) {
            case HTML -> true;
            case TEXT -> false;
            case AUTO -> MarkupDetector.looksLikeHtml(input);
        };
    }

    /** A title as people read it: one line of well-formed Unicode. */
    private static String shown(String title) {
        String line =
                title.substring(0, Math.min(MAX_TITLE, title.length())).strip().replaceAll("\\s+", " ");
        return new String(line.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8);
    }

    /** Tells whether an input changed since it was analysed: 22 characters of base64url for 128 bits. */
    public static String sourceHash(String input) {
        try {
            byte[] digest = MessageDigest.getInstance("MD5").digest(input.getBytes(StandardCharsets.UTF_8));
            return Base64.getUrlEncoder().withoutPadding().encodeToString(digest);
        } catch (NoSuchAlgorithmException e) {
            throw new IllegalStateException("every Java platform has MD5", e);
        }
    }
}
