package org.ndd.continuous.update;

/**
 * What a checkpoint did.
 *
 * @param changed documents that were indexed, updated or deleted
 * @param deleted those of them that are gone, or that the job is not about
 * @param settled losers that stayed with their winner
 * @param joined pages that joined a group which stayed as it was
 * @param regrouped pages whose groups were made anew
 * @param moved pages with another group, winner or relation than before
 */
public record UpdateCounts(int changed, int deleted, int settled, int joined, int regrouped, int moved) {

    /** Of nothing. */
    public static final UpdateCounts NONE = new UpdateCounts(0, 0, 0, 0, 0, 0);

    public UpdateCounts plus(UpdateCounts other) {
        return new UpdateCounts(
                changed + other.changed,
                deleted + other.deleted,
                settled + other.settled,
                joined + other.joined,
                regrouped + other.regrouped,
                moved + other.moved);
    }
}
