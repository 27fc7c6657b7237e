package org.ndd.partition;

import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Set;
import java.util.concurrent.ConcurrentHashMap;
import java.util.concurrent.Executor;
import org.apache.lucene.util.SetOnce;
import org.elasticsearch.action.ActionRequest;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.common.io.stream.NamedWriteableRegistry;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.plugins.NetworkPlugin;
import org.elasticsearch.transport.TransportInterceptor;
import org.elasticsearch.transport.TransportRequest;
import org.elasticsearch.transport.TransportRequestHandler;
import org.ndd.RequestFilterPlugin;
import org.ndd.partition.node.NodeSteps;

/**
 * A replacement for Elasticsearch's security, which the test framework does not have. Security is enabled, and the user is in the same
 * header. If a run reads documents or writes results without a user in that header, security would allow it as the internal user, who may
 * read everything; this plugin records such requests.
 */
@SuppressWarnings("deprecation") // no other mechanism shows the requests between nodes
public final class UserCheckPlugin extends RequestFilterPlugin implements NetworkPlugin {

    static final String HEADER = "_xpack_security_authentication";

    /** Actions without a user since the last check, on any node. */
    private static final Set<String> WITHOUT_USER = ConcurrentHashMap.newKeySet();

    private static final List<String> WRITES =
            List.of("indices:data/write/", "indices:admin/aliases", "indices:admin/refresh");

    private final SetOnce<ThreadContext> context = new SetOnce<>();

    static void forget() {
        WITHOUT_USER.clear();
    }

    static Set<String> withoutUser() {
        return Set.copyOf(WITHOUT_USER);
    }

    private static void check(ThreadContext context, String action, TransportRequest request) {
        // only readers of a report compute the age of a run, never the run itself, and these tests read reports without
        // a user
        boolean ofReader = action.endsWith(NodeSteps.OPERATIONS.suffix());
        boolean questions = action.startsWith(PartitionAction.TYPE.name()) && ofReader == false;
        boolean writes = WRITES.stream().anyMatch(action::startsWith);
        boolean reads = action.startsWith("indices:data/read/")
                && ofReader == false
                && request.getParentTask().isSet();
        if ((questions || writes || reads) && ofPages(request) && context.getHeader(HEADER) == null) {
            WITHOUT_USER.add(action);
        }
    }

    private static boolean ofPages(TransportRequest request) {
        return request instanceof IndicesRequest named
                && named.indices() != null
                && Arrays.stream(named.indices()).anyMatch(index -> index.startsWith(SuspendedRunTestCase.INDEX));
    }

    @Override
    public List<Setting<?>> getSettings() {
        return List.of(Setting.boolSetting("xpack.security.enabled", true, Setting.Property.NodeScope));
    }

    @Override
    public Collection<?> createComponents(PluginServices services) {
        context.set(services.threadPool().getThreadContext());
        return List.of();
    }

    @Override
    protected void observe(String action, ActionRequest request) {
        check(context.get(), action, request);
    }

    @Override
    public List<TransportInterceptor> getTransportInterceptors(
            NamedWriteableRegistry namedWriteables, ThreadContext threadContext) {
        return List.of(new TransportInterceptor() {
            @Override
            public <T extends TransportRequest> TransportRequestHandler<T> interceptHandler(
                    String action, Executor executor, boolean forceExecution, TransportRequestHandler<T> handler) {
                return (request, channel, task) -> {
                    check(threadContext, action, request);
                    handler.messageReceived(request, channel, task);
                };
            }
        });
    }
}
