package org.ndd.partition.shard;

import java.util.List;
import org.ndd.core.group.Verdict;
import org.ndd.partition.shard.Grouper.Group;

/** Results of earlier attempts at a run to verify documents, so that the verification need not be repeated. */
public interface VerdictCache {

    /** There was no earlier attempt, or it left nothing. */
    VerdictCache NONE = new VerdictCache() {
        @Override
        public void fetch(List<Member> pages) {}

        @Override
        public Verdict of(Group group, Member page) {
            return null;
        }
    };

    /** Prepares the verdicts of these documents, and of no others. */
    void fetch(List<Member> pages);

    /** How a document compares with its group's canonical document; {@code null} if that is not known. */
    Verdict of(Group group, Member page);
}
