package org.ndd.inspect;

import java.util.List;
import java.util.Objects;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.analysis.PageInput;
import org.ndd.analysis.PageParameters;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.config.LocalRequest;
import org.ndd.config.PageOptions;
import org.ndd.pair.InlinePage.InlineContent;

/** A request to analyze one page. */
public final class AnalyzePageRequest extends LocalRequest {

    private static final ObjectParser<Builder, Void> PARSER = new ObjectParser<>("analyze", Builder::new);

    static {
        PARSER.declareString((b, value) -> b.html = value, new ParseField("html"));
        PARSER.declareString((b, value) -> b.text = value, new ParseField("text"));
        PARSER.declareStringArray((b, value) -> b.input = value, new ParseField("input"));
        PARSER.declareString((b, value) -> b.format = Format.of(value), PageOptions.FORMAT);
        PARSER.declareString((b, value) -> b.url = value, new ParseField("url"));
        PARSER.declareString((b, value) -> b.title = value, new ParseField("title"));
        PARSER.declareString((b, value) -> b.site = value, new ParseField("site"));
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
        InlineContent content = new InlineContent(builder.text, builder.html, builder.input, builder.format);
        if (content.count() != 1) {
            throw new IllegalArgumentException(
                    "[html, text, input] must be given as exactly one, but was [" + content.count() + "]");
        }
        if (builder.input == null && builder.format != null) {
            throw new IllegalArgumentException(
                    "[format] must be omitted unless [input] is given, but was [" + builder.format.value() + "]");
        }
        if (builder.input != null && builder.input.isEmpty()) {
            throw new IllegalArgumentException("[input] must be a string or a list of strings, but was []");
        }
        return new AnalyzePageRequest(
                new PageInput(content.parts(), builder.url, builder.title, builder.site),
                builder.options.format(content.readFormat()).build());
    }

    /** Returns the input of the analysis. */
    public PageInput page() {
        return page;
    }

    public PageParameters parameters() {
        return parameters;
    }

    private static final class Builder {
        private String html;
        private String text;
        private List<String> input;
        private Format format;
        private String url;
        private String title;
        private String site;
        private final PageOptions.Builder options = new PageOptions.Builder();
    }
}
