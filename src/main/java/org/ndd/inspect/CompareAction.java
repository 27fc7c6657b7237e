package org.ndd.inspect;

import java.util.List;
import java.util.Map;
import java.util.function.BiConsumer;
import java.util.stream.Stream;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.action.support.IndicesOptions;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.common.Strings;
import org.elasticsearch.core.CheckedSupplier;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.boilerplate.BoilerplateIndex;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.config.BodyAction;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentName;
import org.ndd.config.FingerprintOptions;
import org.ndd.config.LocalAction.LocalRequest;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.core.fingerprint.FingerprintParameters;
import org.ndd.decisions.DecisionIndex;
import org.ndd.decisions.PairDecision;
import org.ndd.decisions.PairDecision.DocumentState;
import org.ndd.pair.BoilerplateLookup;
import org.ndd.pair.BreakerMemory;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.PageFetcher;
import org.ndd.pair.PageSource;
import org.ndd.pair.PairJudge;

/**
 * Compares two sides. Fetches documents, and analyzes other sides with the parameters of the document on the other side. Reads the
 * boilerplate of their sites, and compares on the threads of the plugin.
 *
 * <p>{@code POST /_ndd/compare} and {@code POST /{index}/_ndd/compare}. Requires {@code read} on the indices of the compared documents and
 * on their indices of boilerplate, if there are any. Also requires it on the index of decisions, if the request names one.
 */
public final class CompareAction extends BodyAction<CompareAction.Request, CompareResponse> {

    public static final ActionType<BodyResponse<CompareResponse>> TYPE =
            new ActionType<>("indices:data/read/ndd/compare");

    private final BoilerplateRegistry registry;

    @Inject
    public CompareAction(ActionServices action, BoilerplateRegistry registry) {
        super(TYPE, action);
        this.registry = registry;
    }

    @Override
    protected void respond(CancellableTask task, Request request, ActionListener<CompareResponse> listener) {
        new Run(task, request).start(listener);
    }

    /** A comparison in progress; each step sets the input of the next. */
    private final class Run {

        private final CancellableTask task;
        private final Request request;
        private final Client userClient;
        private final PageFetcher pages;
        private final BoilerplateLookup lookup;
        private ComparablePage a;
        private ComparablePage b;
        private List<List<List<String>>> values;
        private PairDecision decision;

        Run(CancellableTask task, Request request) {
            this.userClient = services.clientOf(task);
            this.task = task;
            this.request = request;
            this.pages = new PageFetcher(
                    userClient, services.cluster()::state, request.options.fields(), request.options.mustAgree());
            this.lookup = new BoilerplateLookup(registry, userClient);
        }

        void start(ActionListener<CompareResponse> listener) {
            List<PageSource> sides = List.of(request.a, request.b);
            SubscribableListener.<List<ComparablePage>>newForked(l -> pages.fetchAll(sides, l))
                    .<List<List<List<String>>>>andThen((l, documents) -> {
                        a = documents.get(0);
                        b = documents.get(1);
                        pages.fetchValues(sides, l);
                    })
                    .<Void>andThen((l, found) -> {
                        values = found;
                        runOnPluginThread(l, this::analyzeContents);
                    })
                    .<PairDecision>andThen((l, ignored) -> findDecision(l))
                    .<List<ComparablePage>>andThen((l, found) -> {
                        decision = found;
                        lookup.complete(List.of(a, b), l);
                    })
                    .<CompareResponse>andThen(
                            (l, both) -> runOnPluginThread(l, () -> compare(both.get(0), both.get(1))))
                    .addListener(listener);
        }

        private <T> void runOnPluginThread(ActionListener<T> listener, CheckedSupplier<T, Exception> work) {
            services.fork(listener, l -> {
                task.ensureNotCancelled();
                l.onResponse(work.get());
            });
        }

        /** Finds the decision about two documents; null if there is none, or if the request does not name an index of decisions. */
        private void findDecision(ActionListener<PairDecision> listener) {
            if (request.options.decisionsIndex() == null || a.id() == null || b.id() == null) {
                listener.onResponse(null);
            } else {
                new DecisionIndex(userClient, request.options.decisionsIndex())
                        .find(state(a).name(), state(b).name(), listener);
            }
        }

        private static DocumentState state(ComparablePage page) {
            String digest = page.digest();
            return new DocumentState(new DocumentName(page.place().index(), page.id()), digest == null ? "" : digest);
        }

        private CompareResponse.AppliedDecision applied() {
            if (decision == null) {
                return null;
            }
            DocumentState stateA = state(a);
            DocumentState stateB = state(b);
            return new CompareResponse.AppliedDecision(
                    decision, decision.changed(Map.of(stateA.name(), stateA, stateB.name(), stateB)));
        }

        private Void analyzeContents() {
            a = a == null ? analyze(request.a, fingerprintsOf(b)) : a;
            b = b == null ? analyze(request.b, fingerprintsOf(a)) : b;
            return null;
        }

        private FingerprintParameters fingerprintsOf(ComparablePage other) {
            return other == null ? FingerprintParameters.BALANCED : FingerprintOptions.fromVersion(other.version());
        }

        private ComparablePage analyze(PageSource side, FingerprintParameters fingerprints) {
            return PageFetcher.analyze(side, boilerplateIndex(), fingerprints);
        }

        /** Returns an index of the path, whose boilerplate applies to a page given as text. */
        private String boilerplateIndex() {
            if (request.index == null) {
                return null;
            }
            ClusterState state = services.cluster().state();
            String[] indices = services.resolver()
                    .concreteIndexNames(state, IndicesOptions.strictNoExpandForbidClosed(), true, request.index);
            return BoilerplateIndex.anyOf(state, request.index, indices);
        }

        private CompareResponse compare(ComparablePage pageA, ComparablePage pageB) {
            return CompareResponse.of(
                    new PairJudge(request.options.similarity(), new BreakerMemory(services.breaker())),
                    pageA,
                    pageB,
                    request.diff,
                    CompareResponse.Disagreement.of(request.options.mustAgree(), values.get(0), values.get(1)),
                    applied(),
                    task::ensureNotCancelled);
        }
    }

    /**
     * A request to compare two sides, with the parameters of the comparison.
     *
     * <p>Its indices are those that it names, each an index, an alias or a data stream; wildcards are not expanded. A comparison of two
     * texts names no index. It is {@link IndicesRequest.Replaceable} only for that case: Elasticsearch's security then checks whether the
     * user may compare. The indices that security sets are ignored, because documents and boilerplate are fetched under the names given
     * here, with the user's rights.
     */
    public static final class Request extends LocalRequest implements IndicesRequest.Replaceable {

        private static final ObjectParser<Body, Void> PARSER = new ObjectParser<>("compare", Body::new);

        static {
            side("a", (b, value) -> b.a = value);
            side("b", (b, value) -> b.b = value);
            ComparisonOptions.Builder.declareFields(PARSER, b -> b.options);
            ComparisonOptions.Builder.declareMustAgree(PARSER, b -> b.options);
            PARSER.declareBoolean((b, value) -> b.diff = value, new ParseField("diff"));
        }

        private static void side(String name, BiConsumer<Body, PageSource> set) {
            PARSER.declareField(
                    set,
                    (p, c) -> {
                        if (p.currentToken().isValue()) {
                            throw new IllegalArgumentException("[" + name
                                    + "] must be an object, as in [{\"_id\": \"1\"}] or [{\"text\": \"...\"}], but was ["
                                    + Strings.cleanTruncate(p.text(), 80) + "]");
                        }
                        return PageSource.fromXContent(p);
                    },
                    new ParseField(name),
                    ObjectParser.ValueType.OBJECT_OR_STRING);
        }

        /** The index of the path, or null. */
        final String index;

        final PageSource a;
        final PageSource b;
        final ComparisonOptions options;
        final boolean diff;
        private String[] authorized;

        private Request(String index, Body body) {
            this.index = index;
            this.options = body.options.build();
            this.a = side("a", body.a);
            this.b = side("b", body.b);
            this.diff = body.diff;
            this.authorized = indexNames(index, a, b);
        }

        private PageSource side(String name, PageSource typed) {
            if (typed == null) {
                throw new IllegalArgumentException("[" + name + "] must be given, but was missing");
            }
            typed.check(name, options.mustAgree());
            PageSource side = typed.inIndex(index);
            if (side.isDocument() && side.index() == null) {
                throw new IllegalArgumentException(
                        "[" + name + "._index] must be given if the path names no index, but was missing");
            }
            return side;
        }

        /**
         * @param index index of the path, or null
         * @throws IllegalArgumentException for an unknown key, a missing side, or a value out of its range
         */
        public static Request fromXContent(String index, XContentParser parser) {
            return new Request(index, PARSER.apply(parser, null));
        }

        @Override
        public String[] indices() {
            return authorized;
        }

        @Override
        public IndicesOptions indicesOptions() {
            return indexNames(index, a, b).length == 0
                    ? IndicesOptions.lenientExpandOpen()
                    : IndicesOptions.strictNoExpandForbidClosed();
        }

        @Override
        public boolean includeDataStreams() {
            return true;
        }

        @Override
        public IndicesRequest indices(String... indices) {
            authorized = indices;
            return this;
        }

        private static String[] indexNames(String index, PageSource a, PageSource b) {
            return Stream.of(index, a.index(), b.index())
                    .filter(name -> name != null)
                    .distinct()
                    .toArray(String[]::new);
        }

        private static final class Body {
            private PageSource a;
            private PageSource b;
            private boolean diff;
            private final ComparisonOptions.Builder options = new ComparisonOptions.Builder();
        }
    }
}
