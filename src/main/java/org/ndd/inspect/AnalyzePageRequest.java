package org.ndd.inspect;

import java.util.Objects;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.analysis.PageInput;
import org.ndd.analysis.PageParameters;
import org.ndd.config.LocalRequest;
import org.ndd.config.PageOptions;
import org.ndd.pair.InlinePage;
import org.ndd.pair.PageSource;

/** A request to analyze one page. */
public final class AnalyzePageRequest extends LocalRequest {

    private static final ObjectParser<Builder, Void> PARSER = new ObjectParser<>("analyze", Builder::new);

    static {
        PageSource.declareContent(PARSER, b -> b.page);
        PageOptions.declareFields(PARSER, b -> b.options);
    }

    private final PageInput page;
    private final PageParameters parameters;

    /**
     * @param page the input
     * @param parameters parameters of the analysis
     */
    public AnalyzePageRequest(PageInput page, PageParameters parameters) {
        this.page = Objects.requireNonNull(page);
        this.parameters = Objects.requireNonNull(parameters);
    }

    /**
     * Parses the body of a request.
     *
     * @throws IllegalArgumentException if not exactly one of html, text and input is given, or an option is invalid
     */
    public static AnalyzePageRequest fromXContent(XContentParser parser) {
        Builder builder = PARSER.apply(parser, null);
        InlinePage page = builder.page.page();
        if (page.content().count() != 1) {
            throw new IllegalArgumentException("[html, text, input] must be given as exactly one, but was ["
                    + page.content().count() + "]");
        }
        String error = page.content().error("");
        if (error != null) {
            throw new IllegalArgumentException(error);
        }
        return new AnalyzePageRequest(
                page.input(),
                builder.options.format(page.content().readFormat()).build());
    }

    /** Returns the input of the analysis. */
    public PageInput page() {
        return page;
    }

    public PageParameters parameters() {
        return parameters;
    }

    private static final class Builder {
        private final PageSource.Builder page = new PageSource.Builder();
        private final PageOptions.Builder options = new PageOptions.Builder();
    }
}
