package org.ndd.partition;

import java.util.List;
import java.util.Map;
import org.elasticsearch.common.util.concurrent.ThreadContext;
import org.ndd.config.AuthenticatedUser;

/**
 * The identity of a user whose record Elasticsearch's security stores: an API key, or a user of the native realm. Security stores no
 * records of users of other realms.
 *
 * @param kind kind of the record
 * @param name id of the key, or name of the user
 * @param roles of the user, as when the user was authenticated; none of a key
 */
record UserIdentity(Kind kind, String name, List<String> roles) {

    /** The kinds of records, and how security names them. */
    enum Kind {
        API_KEY("API key", ""),
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

    /** Reads the identity that the thread acts for. */
    static UserIdentity of(ThreadContext context) {
        return AuthenticatedUser.of(context).map(user -> of(user.described())).orElse(UNRECORDED);
    }

    /** @param described the response of {@code GET _security/_authenticate}; with run-as, of the user that is impersonated */
    static UserIdentity of(Map<String, Object> described) {
        if (described.get("api_key") instanceof Map<?, ?> key) {
            return new UserIdentity(Kind.API_KEY, (String) key.get("id"), List.of());
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

    /** The id of the record that security stores. */
    String recordId() {
        return kind.prefix + name;
    }

    @Override
    public String toString() {
        return kind.noun + " [" + name + "]";
    }
}
