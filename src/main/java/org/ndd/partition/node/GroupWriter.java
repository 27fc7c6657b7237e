package org.ndd.partition.node;

import java.io.IOException;
import java.util.ArrayList;
import java.util.List;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.common.bytes.BytesReference;
import org.ndd.core.group.Verdict;
import org.ndd.partition.node.StepResult.LargeGroup;
import org.ndd.partition.shard.Grouper;
import org.ndd.partition.shard.Grouper.Group;
import org.ndd.partition.shard.Member;

/**
 * Writes groups to the run's index. Ids are a function of the page, so writing a group again changes nothing, and identical documents of an
 * earlier attempt are not written again.
 */
final class GroupWriter implements Grouper.Sink {

    private final GroupDocuments documents;
    private final WrittenGroups written;
    private final RunWriter writer;
    private final boolean dryRun;
    private long left;
    private List<LargeGroup> largest = new ArrayList<>();

    /**
     * @param written documents of earlier attempts
     * @param dryRun whether nothing is written
     */
    GroupWriter(GroupDocuments documents, WrittenGroups written, RunWriter writer, boolean dryRun) {
        this.documents = documents;
        this.written = written;
        this.writer = writer;
        this.dryRun = dryRun;
    }

    @Override
    public void page(Group group, Member page, Verdict toCanonical, List<String> canonicalIn) throws IOException {
        if (dryRun) {
            return;
        }
        String id = documents.id(page);
        BytesReference document =
                documents.document(group, page, toCanonical, canonicalIn).bytes();
        if (written.holds(id, document)) {
            left++;
        } else {
            writer.add(id, document);
        }
    }

    @Override
    public void complete(Group group) {
        largest = LargeGroup.merge(
                largest,
                List.of(new LargeGroup(
                        documents.name(group.leader()),
                        group.size(),
                        group.canonical().id())));
    }

    @Override
    public boolean isFull() {
        return writer.isFull();
    }

    List<LargeGroup> largest() {
        return largest;
    }

    /**
     * Must be called once, after all pages have been given.
     *
     * @param listener gets the number of documents, including those that existed already, once all are written
     */
    void finish(ActionListener<Long> listener) {
        writer.finish(listener.map(count -> left + count));
    }
}
