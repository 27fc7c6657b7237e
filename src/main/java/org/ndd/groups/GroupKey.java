package org.ndd.groups;

import java.nio.charset.StandardCharsets;
import java.util.Base64;
import org.elasticsearch.common.hash.MessageDigests;
import org.ndd.core.group.Role;

/** Ids of the documents about the group of a page: a function of the page, so that writing again changes nothing. */
public final class GroupKey {

    private static final int LENGTH = 27;

    private GroupKey() {}

    /**
     * The id: 27 characters of SHA-256.
     *
     * @param index concrete index of the page
     * @param id of the page
     * @param role its role in the group; as part of a leader a page has a second document in addition to the one for its main group
     */
    public static String of(String index, String id, Role role) {
        String name = index + "/" + id + (role == Role.PART_OF ? "/" + Role.PART_OF.value() : "");
        byte[] digest = MessageDigests.sha256().digest(name.getBytes(StandardCharsets.UTF_8));
        return Base64.getUrlEncoder().withoutPadding().encodeToString(digest).substring(0, LENGTH);
    }
}
