package org.ndd.analysis;

import java.nio.charset.StandardCharsets;
import java.util.HexFormat;
import java.util.List;
import java.util.regex.Pattern;
import org.ndd.core.boilerplate.LineHash;
import org.ndd.core.fingerprint.Fingerprinter;
import org.ndd.core.text.CanonicalText;
import org.ndd.core.text.Sentences;
import org.ndd.core.text.Sentences.Sentence;
import org.ndd.core.text.Site;

/** Analyzes pages. Immutable and thread-safe. Takes time linear in the size of the input. */
public final class PageAnalyzer {

    /** Maximum length of a title, in code units. */
    private static final int MAX_TITLE = 1000;

    private static final Pattern WHITE_SPACE = Pattern.compile("\\s+");

    private final PageParameters parameters;
    private final Fingerprinter fingerprinter;

    public PageAnalyzer(PageParameters parameters) {
        this.parameters = parameters;
        this.fingerprinter = new Fingerprinter(parameters.fingerprints());
    }

    public PageAnalysis analyze(PageInput input) {
        PageParts parts = new PageParts(parameters, input);
        CanonicalText text = text(parts, input);
        String site = site(input);
        boolean titled = input.title() != null && input.title().isBlank() == false;
        String title = shown(titled ? input.title() : parts.title());
        List<Sentence> sentences = Sentences.forFingerprints(text.value());
        return new PageAnalysis(
                text,
                parts.formats(),
                title,
                site,
                sentences,
                fingerprinter.fingerprints(sentences),
                parameters.fingerprints().scheme().format());
    }

    /** Returns the canonical text of a page, in less time than the analysis. */
    public String text(PageInput input) {
        return text(new PageParts(parameters, input), input).value();
    }

    private CanonicalText text(PageParts parts, PageInput input) {
        CanonicalText text = parts.text();
        return text.truncated() ? text.withSource(input.sourceHash(), parameters.maxBytes()) : text;
    }

    /** Returns the site of a page, or {@code null}. Does not parse the page. */
    public String site(PageInput input) {
        return Site.of(input.url(), input.site());
    }

    /**
     * Returns a title for display: one line of well-formed Unicode. A longer one is cut and ends with its hash, so that documents whose
     * titles differ only after the cut are not the same. The hash begins with 0: a number in a title does not name a document.
     */
    private static String shown(String title) {
        String end = title.length() <= MAX_TITLE ? "" : " … 0" + HexFormat.of().toHexDigits(LineHash.of(title));
        String first = title.substring(0, Math.min(MAX_TITLE - end.length(), title.length()))
                .strip();
        String line = WHITE_SPACE.matcher(first).replaceAll(" ");
        return new String(line.getBytes(StandardCharsets.UTF_8), StandardCharsets.UTF_8) + end;
    }
}
