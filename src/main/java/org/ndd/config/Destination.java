package org.ndd.config;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesRequest;
import org.elasticsearch.client.internal.Client;

/** Tells the destination of a run from another index, with the rights of the user. */
public final class Destination {

    private static final String[] FIELDS = {GroupFields.GROUP, GroupFields.DOC_INDEX, GroupFields.DOC_ID};

    private Destination() {}

    /**
     * Makes sure that an index has groups of a run.
     *
     * @param client works with the rights of the user
     * @param parameter in which the user named it
     * @param name index or alias
     * @param listener gets {@link IllegalArgumentException} (400) where the index is none of a run, and what Elasticsearch answers (404) where
     *     there is no such index
     */
    public static void require(Client client, String parameter, String name, ActionListener<Void> listener) {
        FieldCapabilitiesRequest request =
                new FieldCapabilitiesRequest().indices(name).fields(FIELDS);
        client.fieldCaps(request, listener.map(response -> {
            if (response.get().size() < FIELDS.length) {
                throw new IllegalArgumentException(
                        "[" + parameter + "] must be the destination of a partition run, but was [" + name + "]");
            }
            return null;
        }));
    }
}
