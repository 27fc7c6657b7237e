package org.ndd.analyze;

import static org.elasticsearch.action.ValidateActions.addValidationError;

import java.io.IOException;
import java.util.Map;
import java.util.Objects;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.ActionRequestValidationException;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.tasks.Task;
import org.elasticsearch.tasks.TaskId;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.analysis.PageParameters;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.config.FingerprintOptions;
import org.ndd.config.PageOptions;

/** One page to analyse, and how. */
public final class AnalyzePageRequest extends ActionRequest {

    private static final ObjectParser<Builder, Void> PARSER = new ObjectParser<>("analyze", Builder::new);

    static {
        PARSER.declareString((b, value) -> b.html = value, new ParseField("html"));
        PARSER.declareString((b, value) -> b.text = value, new ParseField("text"));
        PARSER.declareString((b, value) -> b.url = value, new ParseField("url"));
        PageOptions.declareFields(PARSER, b -> b.options);
    }

    private final String input;
    private final String url;
    private final PageParameters parameters;

    /**
     * @param input HTML or text, as the parameters say; null is refused by {@link #validate()}
     * @param url the page's URL, or null
     * @param parameters how the page is read
     */
    public AnalyzePageRequest(String input, String url, PageParameters parameters) {
        this.input = input;
        this.url = url;
        this.parameters = Objects.requireNonNull(parameters);
    }

    public AnalyzePageRequest(StreamInput in) throws IOException {
        super(in);
        input = in.readOptionalString();
        url = in.readOptionalString();
        parameters = new PageParameters(
                FingerprintOptions.fromVersion(in.readString()), in.readEnum(Format.class), in.readVInt());
    }

    /**
     * Reads a request's body.
     *
     * @throws IllegalArgumentException where neither or both of html and text are given, or an option is wrong
     */
    public static AnalyzePageRequest fromXContent(XContentParser parser) {
        Builder builder = PARSER.apply(parser, null);
        if ((builder.html == null) == (builder.text == null)) {
            throw new IllegalArgumentException("[html, text] must be given as exactly one, but "
                    + (builder.html == null ? "none was" : "both were"));
        }
        Format format = builder.html == null ? Format.TEXT : Format.HTML;
        String input = builder.html == null ? builder.text : builder.html;
        return new AnalyzePageRequest(
                input, builder.url, builder.options.format(format).build());
    }

    @Override
    public ActionRequestValidationException validate() {
        return input == null ? addValidationError("[html, text] must be given as exactly one", null) : null;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        super.writeTo(out);
        out.writeOptionalString(input);
        out.writeOptionalString(url);
        out.writeString(parameters.fingerprints().version());
        out.writeEnum(parameters.format());
        out.writeVInt(parameters.maxBytes());
    }

    @Override
    public Task createTask(long id, String type, String action, TaskId parent, Map<String, String> headers) {
        return new CancellableTask(id, type, action, "", parent, headers);
    }

    public String input() {
        return input;
    }

    public String url() {
        return url;
    }

    public PageParameters parameters() {
        return parameters;
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof AnalyzePageRequest that
                && Objects.equals(input, that.input)
                && Objects.equals(url, that.url)
                && parameters.equals(that.parameters);
    }

    @Override
    public int hashCode() {
        return Objects.hash(input, url, parameters);
    }

    private static final class Builder {
        private String html;
        private String text;
        private String url;
        private final PageOptions.Builder options = new PageOptions.Builder();
    }
}
