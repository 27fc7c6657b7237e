package org.ndd.partition.shard;

import org.elasticsearch.core.Releasable;
import org.elasticsearch.core.Releasables;

/**
 * Closes a resource at the end of a try statement, unless the last line of that {@link #release releases} it: then it has another owner.
 */
public final class CloseOnFailure implements Releasable {

    private Releasable resource;

    /** @param resource may be one that is being constructed */
    public CloseOnFailure(Releasable resource) {
        this.resource = resource;
    }

    /** Closes another resource instead, which closes the one before. */
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
