package org.ndd.groups;

import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.GetRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.search.fetch.subphase.FetchSourceContext;

/** Counts the lists of duplicates that have one name in the index of a run. They are numbered from 0 without gaps. */
final class ListCount {

    private final Client client;
    private final String run;
    private final String name;

    private ListCount(Client client, String run, String name) {
        this.client = client;
        this.run = run;
        this.name = name;
    }

    /**
     * Counts them, also those that no search sees yet. Takes {@code 2 log2(n)} requests for {@code n} lists, and reads no list.
     *
     * @param client of the user
     * @param run whose index has the lists
     * @param name id of the lists without their number
     */
    static void of(Client client, String run, String name, ActionListener<Integer> listener) {
        new ListCount(client, run, name).upwards(-1, 0, listener);
    }

    /** @param present number of a list that is there; -1 for none */
    private void upwards(int present, int number, ActionListener<Integer> listener) {
        exists(number, listener.delegateFailureAndWrap((l, exists) -> {
            if (exists) {
                upwards(number, 2 * number + 1, l);
            } else {
                between(present, number, l);
            }
        }));
    }

    private void between(int present, int absent, ActionListener<Integer> listener) {
        if (absent - present == 1) {
            listener.onResponse(absent);
            return;
        }
        int middle = (present + absent) >>> 1;
        exists(
                middle,
                listener.delegateFailureAndWrap(
                        (l, exists) -> between(exists ? middle : present, exists ? absent : middle, l)));
    }

    private void exists(int number, ActionListener<Boolean> listener) {
        client.get(
                new GetRequest(run, name + number).fetchSourceContext(FetchSourceContext.DO_NOT_FETCH_SOURCE),
                listener.map(list -> list.isExists()));
    }
}
