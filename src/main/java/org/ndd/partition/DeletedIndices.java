package org.ndd.partition;

import java.util.Set;
import java.util.function.Predicate;
import org.elasticsearch.cluster.ClusterChangedEvent;
import org.elasticsearch.cluster.ClusterState;
import org.elasticsearch.cluster.metadata.DataStream;
import org.elasticsearch.cluster.metadata.IndexMetadata;
import org.elasticsearch.index.Index;
import org.ndd.compat.Project;
import org.ndd.config.RunMark;

/**
 * Finds indices that were deleted in this cluster while an index that depends on them existed. The mere absence of an index proves nothing:
 * a snapshot may be restored without the index, before it, or under another name.
 *
 * <p>A deletion that happens during a change of the cluster state is known from that change. A deletion that this master did not observe is
 * known from the tombstones in the cluster state, provided that the dependent index was created in this cluster. If the dependent index was
 * restored from a snapshot, the time since when it exists here is not known.
 */
final class DeletedIndices {

    private final ClusterChangedEvent event;

    DeletedIndices(ClusterChangedEvent event) {
        this.event = event;
    }

    /** The cluster as it is now. */
    ClusterState state() {
        return event.state();
    }

    /** Whether an index of such a name was deleted while another index was there. O(deleted indices). */
    boolean since(IndexMetadata dependent, Predicate<String> name) {
        boolean wasThere =
                Project.of(event.previousState()).hasIndex(dependent.getIndex().getName());
        if (wasThere && event.indicesDeleted().stream().map(Index::getName).anyMatch(name)) {
            return true;
        }
        return isRestored(dependent) == false && isDeletedSince(dependent, name);
    }

    /**
     * Whether an index was restored from a snapshot. It has another history if it was restored over a closed index. Otherwise it keeps the
     * time of its creation, but it is of another cluster, or an index of its name was deleted after that time.
     */
    boolean isRestored(IndexMetadata index) {
        String cluster = RunMark.CLUSTER.get(index.getSettings());
        return index.getSettings().hasValue(IndexMetadata.SETTING_HISTORY_UUID)
                || cluster.isEmpty() == false
                        && cluster.equals(state().metadata().clusterUUID()) == false
                || isDeletedSince(index, index.getIndex().getName()::equals);
    }

    private boolean isDeletedSince(IndexMetadata dependent, Predicate<String> name) {
        return Project.of(state()).indexGraveyard().getTombstones().stream()
                .anyMatch(tombstone -> tombstone.getDeleteDateInMillis() >= dependent.getCreationDate()
                        && name.test(tombstone.getIndex().getName()));
    }

    /** The same, or whether such an index is about to be deleted. */
    boolean sinceOrIn(Set<String> going, IndexMetadata dependent, Predicate<String> name) {
        return going.stream().anyMatch(name) || since(dependent, name);
    }

    /** Whether a name is that of an index, or of an index of a data stream, and there is no such index or data stream now. */
    Predicate<String> gone(String owner) {
        if (Project.of(state()).getIndicesLookup().containsKey(owner)) {
            return name -> false;
        }
        String ofStream = DataStream.BACKING_INDEX_PREFIX + owner + "-";
        return name -> name.equals(owner) || name.startsWith(ofStream);
    }
}
