package org.ndd.inspect;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import java.util.Objects;
import java.util.Set;
import java.util.concurrent.TimeUnit;
import java.util.function.Supplier;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.ActionType;
import org.elasticsearch.action.support.SubscribableListener;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.core.TimeValue;
import org.elasticsearch.injection.guice.Inject;
import org.elasticsearch.tasks.CancellableTask;
import org.elasticsearch.xcontent.ObjectParser;
import org.elasticsearch.xcontent.ParseField;
import org.elasticsearch.xcontent.ToXContentObject;
import org.elasticsearch.xcontent.XContentBuilder;
import org.elasticsearch.xcontent.XContentParser;
import org.ndd.boilerplate.BoilerplateRegistry;
import org.ndd.bulk.Batches;
import org.ndd.compat.Project;
import org.ndd.config.BodyAction;
import org.ndd.config.BodyAction.BodyResponse;
import org.ndd.config.BodyFields;
import org.ndd.config.ComparisonOptions;
import org.ndd.config.DocumentName;
import org.ndd.config.LocalAction.IndexActionRequest;
import org.ndd.config.MappingCheck;
import org.ndd.config.MatchRule;
import org.ndd.config.NodeServices;
import org.ndd.config.NodeServices.ActionServices;
import org.ndd.decisions.DocumentStates;
import org.ndd.decisions.KnownDecisions;
import org.ndd.groups.Destination;
import org.ndd.inspect.CheckAction.Response.OfDocument;
import org.ndd.pair.BoilerplateLookup;
import org.ndd.pair.BreakerMemory;
import org.ndd.pair.Deadline;
import org.ndd.pair.NamedPages;
import org.ndd.pair.PageSource;
import org.ndd.pair.PairJudge;

/**
 * Checks pages in consecutive {@linkplain CheckBatch batches}, so that few texts are in memory at a time.
 *
 * <p>{@code POST /{index}/_ndd/check}. Requires {@code read} on the index, on the destination, and on the index of boilerplate if there is
 * one.
 */
public final class CheckAction extends BodyAction<CheckAction.Request, CheckAction.Response> {

    public static final ActionType<BodyResponse<Response>> TYPE = new ActionType<>("indices:data/read/ndd/check");

    /**
     * Number of documents and pages in a batch. By default their texts have at most a million characters, as do those of the pages that
     * they are compared with.
     */
    private static final int BATCH_SIZE = 16;

    private final BoilerplateRegistry registry;

    @Inject
    public CheckAction(ActionServices action, BoilerplateRegistry registry) {
        super(TYPE, action);
        this.registry = registry;
    }

    @Override
    protected void respond(CancellableTask task, Request request, ActionListener<Response> listener) {
        CheckServices tools =
                new CheckServices(services, new BoilerplateLookup(registry, services.clientOf(task)), task, request);
        ActionListener.run(
                tools.deadline.enforce(services.threads(), taskManager, listener), l -> check(tools, request, l));
    }

    private static void check(CheckServices tools, Request request, ActionListener<Response> listener) {
        long start = System.nanoTime();
        List<Supplier<CheckItem>> items = new ArrayList<>();
        request.ids.forEach(name -> items.add(() -> new CheckItem(name)));
        request.pages.forEach(page -> items.add(() -> new CheckItem(page)));
        List<OfDocument> documents = new ArrayList<>();
        List<CheckResult> pages = new ArrayList<>();
        SubscribableListener.newForked(tools.groups::checkDestination)
                .<KnownDecisions>andThen(l -> {
                    ClusterState state = tools.node.cluster().state();
                    Destination.requireRead(request.dest(), request.indices(), tools.indices, state);
                    KnownDecisions.load(tools.boilerplate.client(), request.options.decisionsIndex(), tools.indices, l);
                })
                .<Void>andThen((l, decisions) -> Batches.forEach(
                        items,
                        BATCH_SIZE,
                        1,
                        (batch, m) -> {
                            tools.deadline.check();
                            List<CheckItem> checked =
                                    batch.stream().map(Supplier::get).toList();
                            new CheckBatch(tools, decisions, checked).run(m.map(done -> {
                                for (CheckItem item : checked) {
                                    if (item.content == null) {
                                        documents.add(new OfDocument(item.name, item.result));
                                    } else {
                                        pages.add(item.result);
                                    }
                                }
                                return null;
                            }));
                        },
                        l))
                .addListener(listener.map(done -> {
                    long took = TimeUnit.NANOSECONDS.toMillis(System.nanoTime() - start);
                    return new Response(took, tools.groups.name(), documents, pages);
                }));
    }

    /** The results for documents and pages, in the order of the request; the destination is null if there is none. */
    public record Response(long tookMillis, String dest, List<OfDocument> documents, List<CheckResult> pages)
            implements ToXContentObject {

        /** The result for a document, named with its index if it exists, otherwise as requested. */
        record OfDocument(DocumentName name, CheckResult result) {}

        public Response {
            documents = List.copyOf(documents);
            pages = List.copyOf(pages);
        }

        @Override
        public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
            builder.startObject();
            builder.field("took", tookMillis);
            if (dest != null) {
                Destination.toXContent(dest, builder);
            }
            builder.startArray("ids");
            for (OfDocument document : documents) {
                builder.startObject();
                if (document.name().index() != null) {
                    builder.field("_index", document.name().index());
                }
                builder.field("_id", document.name().id());
                document.result().toXContent(builder, params);
                builder.endObject();
            }
            builder.endArray();
            builder.startArray("documents");
            for (int i = 0; i < pages.size(); i++) {
                builder.startObject();
                builder.field("position", i);
                pages.get(i).toXContent(builder, params);
                builder.endObject();
            }
            builder.endArray();
            return builder.endObject();
        }
    }

    /** A request to check documents of an index, alias or data stream, and pages given by content. */
    public static final class Request extends IndexActionRequest {

        public static final TimeValue DEFAULT_TIMEOUT = TimeValue.timeValueMinutes(1);

        static final int MAX_DOCUMENTS = 1000;

        private static final ParseField IDS = new ParseField("ids");
        private static final ParseField DOCUMENTS = new ParseField("documents");

        private static final ObjectParser<Body, Void> PARSER = new ObjectParser<>("check", Body::new);

        static {
            BodyFields.declareList(
                    PARSER,
                    (b, value) -> b.ids = value,
                    DocumentName::fromXContent,
                    IDS,
                    ObjectParser.ValueType.OBJECT_ARRAY_OR_STRING);
            BodyFields.declareList(
                    PARSER,
                    (b, value) -> b.pages = value,
                    PageSource::fromXContent,
                    DOCUMENTS,
                    ObjectParser.ValueType.OBJECT_ARRAY);
            Destination.declare(PARSER, (b, value) -> b.dest = value);
            ComparisonOptions.Builder.declareFields(PARSER, b -> b.options);
            ComparisonOptions.Builder.declareMinRelation(PARSER, b -> b.options);
            ComparisonOptions.Builder.declareMinContainment(PARSER, b -> b.options);
            ComparisonOptions.Builder.declareMustAgree(PARSER, b -> b.options);
        }

        final List<DocumentName> ids;
        final List<PageSource> pages;
        private final String dest;
        final ComparisonOptions options;
        final TimeValue timeout;

        /**
         * @param pages pages given by content
         * @param dest destination of a run; null for {@code {index}-ndd}, if it exists
         * @param options options of the comparison: the loosest accepted relation to the canonical document, and the minimum share of a
         *     document that another contains, if it has no near-duplicates; {@link MatchRule#NO_CONTAINMENT} to omit this search
         * @param timeout time after which the request fails
         */
        Request(
                String index,
                List<DocumentName> ids,
                List<PageSource> pages,
                String dest,
                ComparisonOptions options,
                TimeValue timeout) {
            super(index);
            this.ids = List.copyOf(ids);
            this.pages = List.copyOf(pages);
            if (dest != null) {
                Destination.checkName(dest);
            }
            this.dest = dest;
            this.options = Objects.requireNonNull(options);
            this.timeout = timeout;
            check();
        }

        private void check() {
            checkTimeout(timeout);
            int count = ids.size() + pages.size();
            if (count == 0 || count > MAX_DOCUMENTS) {
                throw new IllegalArgumentException("[ids] and [documents] must hold between [1] and [" + MAX_DOCUMENTS
                        + "] documents together, but was [" + count + "]");
            }
            if (ids.stream().anyMatch(DocumentName::isEmpty)) {
                throw new IllegalArgumentException("[ids] must contain ids of at least one character, but was []");
            }
            for (PageSource page : pages) {
                if (page.isDocument()) {
                    throw new IllegalArgumentException(
                            "[documents] must be contents such as {\"text\": \"...\"}, but was the id [" + page.id()
                                    + "]: name it in [ids]");
                }
                page.check(DOCUMENTS.getPreferredName(), options.mustAgree());
            }
        }

        public static Request fromXContent(String index, TimeValue timeout, XContentParser parser) {
            Body body = PARSER.apply(parser, null);
            return new Request(index, body.ids, body.pages, body.dest, body.options.build(), timeout);
        }

        @Override
        public String getDescription() {
            return ids.size() + " ids and " + pages.size() + " documents";
        }

        /** Returns whether the user named a destination, which must exist in this case. */
        boolean hasDest() {
            return dest != null;
        }

        String dest() {
            return dest == null ? Destination.ofSource(index()) : dest;
        }

        private static final class Body {
            private List<DocumentName> ids = List.of();
            private List<PageSource> pages = List.of();
            private String dest;
            private final ComparisonOptions.Builder options = new ComparisonOptions.Builder();
        }
    }

    /** Services for all batches of a request, with the rights of its user. */
    static final class CheckServices {

        final NodeServices node;
        final ComparisonOptions options;

        final List<String> indices;

        final Deadline deadline;
        final BoilerplateLookup boilerplate;
        final NamedPages documents;
        final SourcePages sources;
        final StoredGroups groups;
        final DocumentStates states;
        final NearSearch near;

        /** Searches for documents that contain a page. */
        final NearSearch containing;

        final PairJudge judge;

        /** Decides whether the first of two pages contains enough of the second. */
        final PairJudge containment;

        /** @param boilerplate reads boilerplate; its client has the rights of the user */
        CheckServices(NodeServices node, BoilerplateLookup boilerplate, CancellableTask task, Request request) {
            Client userClient = boilerplate.client();
            ClusterState state = node.cluster().state();
            this.node = node;
            this.options = request.options;
            this.indices = List.of(node.resolver().concreteIndexNames(state, request));
            indices.forEach(index -> MappingCheck.check(
                    Project.of(state).index(index), options.fields().parent()));
            this.deadline = new Deadline(task, request.timeout, "the documents were not checked", "send fewer");
            this.boilerplate = boilerplate;
            this.documents = new NamedPages(userClient, request, "ids", options.fields(), options.mustAgree());
            this.sources = new SourcePages(request, Set.copyOf(indices), boilerplate);
            this.groups = new StoredGroups(userClient, node.cluster()::state, request);
            this.states = new DocumentStates(userClient, request, options.fields());
            MatchRule relation = new MatchRule(options.match().minRelation());
            this.near = new NearSearch(boilerplate, request, indices, relation);
            this.containing = new NearSearch(boilerplate, request, indices, options.match());
            this.judge = new PairJudge(options.similarity(), relation, new BreakerMemory(node.breaker()));
            this.containment = new PairJudge(options.similarity(), options.match(), new BreakerMemory(node.breaker()));
        }

        void runOnPluginThread(ActionListener<Void> listener, Runnable work) {
            node.fork(listener, l -> {
                deadline.check();
                work.run();
                l.onResponse(null);
            });
        }
    }
}
