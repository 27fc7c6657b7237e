package org.ndd.partition.node;

import java.io.IOException;
import java.util.ArrayList;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.get.MultiGetItemResponse;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.action.get.MultiGetResponse;
import org.elasticsearch.common.bytes.BytesReference;
import org.ndd.core.group.Verdict;
import org.ndd.groups.GroupDocument;
import org.ndd.partition.node.StepHandlers.StepContext;
import org.ndd.partition.node.StepResult.LargeGroup;
import org.ndd.partition.shard.Grouper;
import org.ndd.partition.shard.Grouper.Group;
import org.ndd.partition.shard.Grouper.VerdictCache;
import org.ndd.partition.shard.Member;

/**
 * Writes groups to the run's index. Ids are a function of the document, so writing a group again replaces it.
 *
 * <p>Group documents of earlier attempts are looked up by chunks of documents with the rights of the user. The verdict on a document and a
 * canonical document is a function of the two. So a stored verdict on the same versions replaces another comparison, also if a different
 * attempt wrote it or other documents of the group are missing.
 */
final class GroupWriter implements Grouper.Sink, VerdictCache {

    private final StepContext step;
    private final GroupDocuments documents;
    private final RunWriter writer;
    private final boolean dryRun;
    private final Map<String, BytesReference> found = new HashMap<>();
    private List<LargeGroup> largest = new ArrayList<>();

    GroupWriter(StepContext step, RunWriter writer) {
        this.step = step;
        this.documents = new GroupDocuments(step.plan());
        this.writer = writer;
        this.dryRun = step.options().execution().dryRun();
    }

    @Override
    public void fetch(List<Member> pages) {
        found.clear();
        if (step.plan().replays() == false || dryRun || pages.isEmpty()) {
            return;
        }
        MultiGetRequest request = new MultiGetRequest();
        pages.forEach(page -> request.add(step.plan().runId(), documents.id(page)));
        MultiGetResponse response =
                BlockingRpc.awaitResponse(listener -> step.client().multiGet(request, listener), step::ensureActive);
        for (MultiGetItemResponse item : response.getResponses()) {
            if (item.isFailed() == false && item.getResponse().isExists()) {
                found.put(item.getId(), item.getResponse().getSourceAsBytesRef());
            }
        }
    }

    @Override
    public Verdict of(Group group, Member page) {
        BytesReference source = found.isEmpty() ? null : found.get(documents.id(page));
        return source == null ? null : documents.verdict(GroupDocument.read(documents.id(page), source), page, group);
    }

    @Override
    public void page(Group group, Member page, Verdict toCanonical, List<String> canonicalIn) throws IOException {
        if (dryRun) {
            return;
        }
        writer.add(
                documents.id(page),
                documents.document(group, page, toCanonical, canonicalIn).bytes());
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

    /** Completes the writes, once, after all documents. The listener gets the number of group documents. */
    void finish(ActionListener<Long> listener) {
        writer.finish(listener);
    }
}
