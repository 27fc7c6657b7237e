package org.ndd.partition.shard;

import java.util.List;
import org.ndd.partition.shard.Grouper.Group;

/** What earlier attempts at a run found when they verified pages, so that it need not be done again. */
public interface EarlierVerdicts {

    /** There was no earlier attempt, or it left nothing. */
    EarlierVerdicts NONE = new EarlierVerdicts() {
        @Override
        public void fetch(List<Member> pages) {}

        @Override
        public Verdict of(Group group, Member page) {
            return null;
        }
    };

    /** Gets ready to be asked about some pages, and about no others. */
    void fetch(List<Member> pages);

    /** How a page compares with its group's winner; {@code null} where that is not known. */
    Verdict of(Group group, Member page);
}
