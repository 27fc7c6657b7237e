package org.ndd.inspect;

import java.io.IOException;
import java.nio.charset.StandardCharsets;
import java.util.Base64;
import java.util.List;
import java.util.Objects;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.common.hash.MessageDigests;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.analysis.PageAnalysis;
import org.ndd.analysis.PageAnalyzer;
import org.ndd.analysis.PageInput;
import org.ndd.analysis.PageParameters;
import org.ndd.analysis.PageParameters.Format;
import org.ndd.config.BodyAction;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.config.FingerprintOptions.PageOptions;
import org.ndd.config.LocalAction.LocalRequest;
import org.ndd.config.NddThreadPools;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.core.text.Sentences.Sentence;
import org.ndd.pair.PageSource;

/**
 * Analyzes one page: {@code POST /_ndd/analyze}. Runs on the threads of the plugin, because the page may be large. Requires the cluster
 * privilege {@code monitor}.
 */
public final class AnalyzePageAction extends BodyAction<AnalyzePageAction.Request, AnalyzePageAction.Response> {

    public static final ActionType<BodyResponse<Response>> TYPE = new ActionType<>("cluster:monitor/ndd/analyze");

    @Inject
    public AnalyzePageAction(ActionServices action) {
        super(TYPE, action, action.node().threads().executor(NddThreadPools.REQUEST));
    }

    @Override
    protected void respond(CancellableTask task, Request request, ActionListener<Response> listener) {
        ActionListener.completeWith(
                listener,
                () -> new Response(
                        new PageAnalyzer(request.parameters).analyze(request.page),
                        request.page.sourceHash(),
                        request.parameters.fingerprints().version(),
                        request.parameters.fingerprints().minSentence()));
    }

    /**
     * The response: all values that the processor would write for the page, and the sentences from which the fingerprints are computed.
     *
     * @param page result of the analysis
     * @param sourceHash hash of the input
     * @param version format and parameters of the fingerprints
     * @param minSentence maximum width of the key of a sentence that is too short for a fingerprint
     */
    public record Response(PageAnalysis page, String sourceHash, String version, int minSentence)
            implements ToXContentObject {

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            List<String> formats = page.formats().stream().map(Format::value).toList();
            builder.startObject();
            builder.field("version", version);
            if (formats.size() == 1) {
                builder.field("format", formats.get(0));
            } else {
                builder.stringListField("format", formats);
            }
            builder.field("title", page.title().isEmpty() ? null : page.title());
            builder.field("site", page.site());
            builder.field("digest", page.digest());
            builder.field("source_hash", sourceHash);
            builder.field("length", page.length());
            builder.field("truncated", page.canonicalText().truncated());
            builder.field("text", page.text());
            builder.startArray("sentences");
            for (Sentence sentence : page.sentences()) {
                byte[] key = sentence.key().getBytes(StandardCharsets.UTF_8);
                builder.startObject();
                builder.field("start", sentence.start());
                builder.field("end", sentence.end());
                builder.field("text", page.text().substring(sentence.start(), sentence.end()));
                builder.field("width", sentence.keyWidth());
                builder.field(
                        "digest",
                        Base64.getUrlEncoder()
                                .withoutPadding()
                                .encodeToString(MessageDigests.md5().digest(key)));
                builder.field("eligible", sentence.keyWidth() > minSentence);
                builder.endObject();
            }
            builder.endArray();
            builder.stringListField("fingerprints", page.fingerprintTerms());
            return builder.endObject();
        }
    }

    public static final class Request extends LocalRequest {

        private static final ObjectParser<Builder, Void> PARSER = new ObjectParser<>("analyze", Builder::new);

        static {
            PageSource.declareContent(PARSER, b -> b.page);
            PageOptions.declareFields(PARSER, b -> b.options);
        }

        public final PageInput page;

        public final PageParameters parameters;

        /** @param parameters parameters of the analysis */
        public Request(PageInput page, PageParameters parameters) {
            this.page = Objects.requireNonNull(page);
            this.parameters = Objects.requireNonNull(parameters);
        }

        /** @throws IllegalArgumentException if not exactly one of html, text and input is given, or an option is invalid */
        public static Request fromXContent(XContentParser parser) {
            Builder builder = PARSER.apply(parser, null);
            PageSource page = builder.page;
            if (page.contents() != 1) {
                throw new IllegalArgumentException(
                        "[html, text, input] must be given as exactly one, but was [" + page.contents() + "]");
            }
            page.checkContent("");
            return new Request(
                    page.input(), builder.options.format(page.format()).build());
        }

        private static final class Builder {
            private final PageSource page = new PageSource();
            private final PageOptions.Builder options = new PageOptions.Builder();
        }
    }
}
