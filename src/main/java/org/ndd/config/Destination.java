package org.ndd.config;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.fieldcaps.FieldCapabilitiesRequest;
import org.elasticsearch.client.internal.Client;

/** Checks whether an index is the destination of a run, with the rights of the user. */
public final class Destination {

    private static final String[] FIELDS = {GroupFields.GROUP, GroupFields.DOC_INDEX, GroupFields.DOC_ID};

    private Destination() {}

    /**
     * Makes sure that an index has groups of a run.
     *
     * @param client works with the rights of the user
     * @param parameter in which the user named it
     * @param name index or alias
     * @param listener gets {@link IllegalArgumentException} (400) if the index is not of a run, and the failure of Elasticsearch (404) if
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
