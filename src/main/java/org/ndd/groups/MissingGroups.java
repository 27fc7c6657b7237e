package org.ndd.groups;

import org.elasticsearch.ExceptionsHelper;
import org.elasticsearch.ResourceNotFoundException;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.index.IndexNotFoundException;

/** Reports a destination that does not exist, as before the first run. */
public final class MissingGroups {

    private MissingGroups() {}

    /** The listener of a request that reads the destination: a missing index becomes a 404 that names the way out. */
    public static <T> ActionListener<T> reported(String[] source, String dest, ActionListener<T> listener) {
        return listener.delegateResponse((l, e) -> {
            if (ExceptionsHelper.unwrapCause(e) instanceof IndexNotFoundException) {
                l.onFailure(new ResourceNotFoundException(
                        "[" + String.join(",", source) + "] has no groups in [" + dest + "]: partition it first"));
            } else {
                l.onFailure(e);
            }
        });
    }
}
