package org.ndd.bulk;

import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;

/**
 * Closes a resource at the end of a try statement, unless its last line {@link #release releases} the resource, which then has another
 * owner.
 */
public final class CloseOnFailure implements Releasable {

    private Releasable resource;

    public CloseOnFailure(Releasable resource) {
        this.resource = resource;
    }

    public void replace(Releasable owner) {
        resource = owner;
    }

    public void release() {
        resource = null;
    }

    @Override
    public void close() {
        Releasables.close(resource);
    }
}
