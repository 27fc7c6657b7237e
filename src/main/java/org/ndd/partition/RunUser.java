package org.ndd.partition;

import java.io.IOException;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeMap;
import java.util.function.LongSupplier;
import org.elasticsearch.ElasticsearchSecurityException;
import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.UnavailableShardsException;
import org.elasticsearch.action.get.GetRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.client.internal.OriginSettingClient;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.IndexAbstraction;
import org.elasticsearch.cluster.service.ClusterService;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.elasticsearch.common.settings.Setting;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.elasticsearch.index.IndexNotFoundException;
import org.elasticsearch.rest.RestStatus;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;
import org.elasticsearch.threadpool.ThreadPool;
import org.ndd.bulk.ExpectedFailure;
import org.ndd.compat.Project;
import org.ndd.config.AuthenticatedUser;
import org.ndd.partition.RunUser.IdentityCheck.UserIdentity.Kind;

/**
 * The user of a run or a job: the headers by which Elasticsearch's security identifies a user between nodes. All work of the run or job is
 * done as this user.
 *
 * <p>Without a user in the thread context, security executes a request as its internal user, which has access to everything. So a run
 * without a known user does no work if security is enabled.
 *
 * @param headers of the thread's context; none if security was disabled when the run was requested
 */
public record RunUser(Map<String, String> headers) implements Writeable {

    private static final String AUTHENTICATION = "_xpack_security_authentication";
    private static final List<String> HEADERS = List.of(AUTHENTICATION, "es-security-runas-user");
    private static final String SECURITY = "xpack.security.enabled";

    public RunUser {
        headers = Map.copyOf(headers);
    }

    public RunUser(StreamInput in) throws IOException {
        this(in.readMap(StreamInput::readString));
    }

    public static RunUser of(ThreadContext context) {
        Map<String, String> headers = new HashMap<>();
        for (String header : HEADERS) {
            String value = context.getHeader(header);
            if (value != null) {
                headers.put(header, value);
            }
        }
        return new RunUser(headers);
    }

    /**
     * Checks that the user is known if security is enabled. Security belongs to another plugin; without that plugin, its setting does not
     * exist.
     *
     * @throws ElasticsearchSecurityException if the user is not known
     */
    public void check(ClusterService clusterService) {
        Setting<?> setting = clusterService.getClusterSettings().get(SECURITY);
        boolean secure = setting != null && Boolean.TRUE.equals(setting.get(clusterService.getSettings()));
        if (secure && headers.containsKey(AUTHENTICATION) == false) {
            throw new ElasticsearchSecurityException(
                    "[user] must be known if security is enabled, but was [none]: it started without security;"
                            + " the user who resumes or starts it becomes its user",
                    RestStatus.FORBIDDEN);
        }
    }

    /** Lets the thread act only as this user until the returned context is closed. */
    public ThreadContext.StoredContext enter(ThreadContext context) {
        ThreadContext.StoredContext before = context.stashContext();
        headers.forEach(context::putHeader);
        return before;
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeMap(new TreeMap<>(headers), StreamOutput::writeString);
    }

    /** Returns no secrets, because the result may be logged. */
    @Override
    public String toString() {
        return headers.isEmpty() ? "nobody" : "somebody";
    }

    /**
     * Checks that the user of a run or a job is still valid: that the API key is neither invalidated nor expired, that the token of the
     * service account exists, or that the native user exists, is enabled and still has its roles. Elasticsearch checks this only when a
     * request arrives, whereas a run or a job sends requests that are authenticated already.
     *
     * <p>Needs one get by id of these fields only, as Elasticsearch's own security user, because no other user may read the security
     * records. A get sees a change as soon as the change was acknowledged.
     */
    public static final class IdentityCheck {

        private static final String SECURITY = "security";
        private static final String INDEX = ".security";
        private static final String INVALIDATED = "api_key_invalidated";
        private static final String EXPIRES = "expiration_time";
        private static final String ENABLED = "enabled";
        private static final String ROLES = "roles";

        /** Type of the tokens of service accounts that have a record. Those in files have another type. */
        private static final String STORED_TOKEN = "_service_account_index";

        private final UserIdentity identity;
        private final Client client;
        private final LongSupplier now;

        /** @param now milliseconds since the epoch */
        IdentityCheck(UserIdentity identity, Client client, LongSupplier now) {
            this.identity = identity;
            this.client = new OriginSettingClient(client, SECURITY);
            this.now = now;
        }

        /** Returns the check of the user on whose behalf the thread works, after Elasticsearch has authenticated the request. */
        public static IdentityCheck ofUser(Client client) {
            ThreadPool threadPool = client.threadPool();
            return new IdentityCheck(
                    UserIdentity.of(threadPool.getThreadContext()), client, threadPool::absoluteTimeInMillis);
        }

        /**
         * Checks that the records can be read. While a cluster starts, and after the loss of a node, security rejects users whose roles it
         * cannot read, as if they had none.
         *
         * @throws UnavailableShardsException (503) if their shards are not started
         */
        static void requireRecords(ClusterState state) {
            if (areAvailable(state) == false) {
                throw new UnavailableShardsException(INDEX, 0, "the records of users cannot be read yet");
            }
        }

        /** Whether security rejected a user whose roles it cannot read at present. */
        static boolean isUnknownUser(Exception e, ClusterState state) {
            return ExceptionsHelper.status(e) == RestStatus.FORBIDDEN && areAvailable(state) == false;
        }

        /** Returns whether the records can be read, as far as this node knows; also if there are none. */
        private static boolean areAvailable(ClusterState state) {
            IndexAbstraction security = Project.of(state).getIndicesLookup().get(INDEX);
            return security == null
                    || security.getIndices().stream()
                            .allMatch(
                                    index -> Project.routing(state).index(index).allPrimaryShardsActive());
        }

        /** @param listener fails with 403 if the identity is not valid, and with another failure if its validity cannot be determined */
        public void check(ActionListener<Void> listener) {
            if (identity.kind() == Kind.UNRECORDED) {
                listener.onResponse(null);
                return;
            }
            GetRequest record = new GetRequest(INDEX, identity.recordId())
                    .fetchSourceContext(
                            FetchSourceContext.of(true, new String[] {INVALIDATED, EXPIRES, ENABLED, ROLES}, null));
            client.get(
                    record,
                    ExpectedFailure.handle(
                            IndexNotFoundException.class,
                            listener.delegateFailureAndWrap(
                                    (l, found) -> verify(found.isExists() ? found.getSourceAsMap() : null, l)),
                            (l, e) -> verify(null, listener)));
        }

        private void verify(Map<String, Object> record, ActionListener<Void> listener) {
            String invalid = switch (identity.kind()) {
                case API_KEY -> invalidKey(record);
                case SERVICE_TOKEN -> record == null ? "does not exist" : null;
                default -> invalidUser(record);
            };
            if (invalid == null) {
                listener.onResponse(null);
            } else {
                listener.onFailure(new ElasticsearchSecurityException(
                        identity + " " + invalid + ": start or resume it as another user", RestStatus.FORBIDDEN));
            }
        }

        private String invalidKey(Map<String, Object> record) {
            if (record == null) {
                return "does not exist";
            }
            if (Boolean.TRUE.equals(record.get(INVALIDATED))) {
                return "was invalidated";
            }
            boolean expired = record.get(EXPIRES) instanceof Number expires && expires.longValue() <= now.getAsLong();
            return expired ? "has expired" : null;
        }

        private String invalidUser(Map<String, Object> record) {
            if (record == null) {
                // a reserved user has a record only after a change
                return identity.kind() == Kind.RESERVED_USER ? null : "does not exist";
            }
            if (Boolean.FALSE.equals(record.get(ENABLED))) {
                return "is disabled";
            }
            List<String> left = UserIdentity.strings(record.get(ROLES));
            List<String> lost = identity.roles().stream()
                    .filter(role -> left.contains(role) == false)
                    .toList();
            return identity.kind() == Kind.RESERVED_USER || lost.isEmpty() ? null : "no longer has the roles " + lost;
        }

        /**
         * Identifies a user whose record Elasticsearch's security stores: an API key, a token of a service account, or a user of the
         * native realm. Security stores no records of users of other realms, nor of tokens of service accounts that are in files.
         *
         * @param name id of the key, name of the token with its service account, or name of the user
         * @param roles of the user at the time of authentication; empty for a key or a token
         */
        record UserIdentity(Kind kind, String name, List<String> roles) {

            /** The kinds of records, each with the prefix of their ids. */
            enum Kind {
                API_KEY("API key", ""),
                SERVICE_TOKEN("service token", "service_account_token-"),
                NATIVE_USER("user", "user-"),
                RESERVED_USER("user", "reserved-user-"),
                /** A user of another realm, or no user: there is no record to check. */
                UNRECORDED("user", null);

                private final String noun;
                private final String prefix;

                Kind(String noun, String prefix) {
                    this.noun = noun;
                    this.prefix = prefix;
                }
            }

            static final UserIdentity UNRECORDED = new UserIdentity(Kind.UNRECORDED, "", List.of());

            static UserIdentity of(ThreadContext context) {
                return AuthenticatedUser.of(context)
                        .map(user -> of(user.described()))
                        .orElse(UNRECORDED);
            }

            /** @param described the response of {@code GET _security/_authenticate}; with run-as, of the impersonated user */
            static UserIdentity of(Map<String, Object> described) {
                if (described.get("api_key") instanceof Map<?, ?> key) {
                    return new UserIdentity(Kind.API_KEY, (String) key.get("id"), List.of());
                }
                if (described.get("token") instanceof Map<?, ?> token && STORED_TOKEN.equals(token.get("type"))) {
                    return new UserIdentity(
                            Kind.SERVICE_TOKEN, described.get("username") + "/" + token.get("name"), List.of());
                }
                Kind kind = described.get("lookup_realm") instanceof Map<?, ?> realm
                        ? switch (String.valueOf(realm.get("type"))) {
                            case "native" -> Kind.NATIVE_USER;
                            case "reserved" -> Kind.RESERVED_USER;
                            default -> Kind.UNRECORDED;
                        }
                        : Kind.UNRECORDED;
                return kind == Kind.UNRECORDED
                        ? UNRECORDED
                        : new UserIdentity(kind, (String) described.get("username"), strings(described.get("roles")));
            }

            static List<String> strings(Object list) {
                return list instanceof List<?> values
                        ? values.stream().map(String::valueOf).toList()
                        : List.of();
            }

            String recordId() {
                return kind.prefix + name;
            }

            @Override
            public String toString() {
                return kind.noun + " [" + name + "]";
            }
        }
    }
}
