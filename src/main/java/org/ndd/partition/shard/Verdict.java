package org.ndd.partition.shard;

/**
 * How a page compares with the winner of its group.
 *
 * @param verified whether it is similar to the winner
 * @param resemblance to the winner
 * @param containmentInWinner how much of the page is in the winner
 * @param containmentOfWinner how much of the winner is in the page
 */
public record Verdict(boolean verified, double resemblance, double containmentInWinner, double containmentOfWinner) {

    /** Of two equal texts. */
    static final Verdict EQUAL = new Verdict(true, 1, 1, 1);

    /** Of two that values of theirs keep apart: never compared. */
    static final Verdict APART = new Verdict(false, 0, 0, 0);

    /** The same figures of a page that is contained in its leader only. */
    Verdict unverified() {
        return new Verdict(false, resemblance, containmentInWinner, containmentOfWinner);
    }
}
