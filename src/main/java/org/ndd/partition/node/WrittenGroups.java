package org.ndd.partition.node;

import java.util.HashMap;
import java.util.List;
import java.util.Map;
import org.elasticsearch.action.get.MultiGetItemResponse;
import org.elasticsearch.action.get.MultiGetRequest;
import org.elasticsearch.action.get.MultiGetResponse;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.bytes.BytesReference;
import org.ndd.core.group.Verdict;
import org.ndd.groups.GroupDocument;
import org.ndd.partition.shard.Grouper.Group;
import org.ndd.partition.shard.Member;
import org.ndd.partition.shard.VerdictCache;
import org.ndd.partition.wire.BlockingRpc;

/**
 * Documents of earlier attempts in the run's index, looked up by chunks of pages with the rights of the user. The verdict on a page and a
 * canonical document is a function of the two, so a stored verdict on the same two replaces another comparison, whichever attempt wrote it,
 * and even if other documents of the group are missing.
 */
final class WrittenGroups implements VerdictCache {

    private final String runId;
    private final GroupDocuments documents;
    private final Client client;
    private final boolean any;
    private final Runnable ensureActive;
    private final Map<String, BytesReference> found = new HashMap<>();

    /** @param any whether there may be documents; if not, nothing is looked up */
    WrittenGroups(String runId, GroupDocuments documents, Client client, boolean any, Runnable ensureActive) {
        this.runId = runId;
        this.documents = documents;
        this.client = client;
        this.any = any;
        this.ensureActive = ensureActive;
    }

    @Override
    public void fetch(List<Member> pages) {
        found.clear();
        if (any == false || pages.isEmpty()) {
            return;
        }
        MultiGetRequest request = new MultiGetRequest();
        pages.forEach(page -> request.add(runId, documents.id(page)));
        MultiGetResponse answer = BlockingRpc.answer(listener -> client.multiGet(request, listener), ensureActive);
        for (MultiGetItemResponse item : answer.getResponses()) {
            if (item.isFailed() == false && item.getResponse().isExists()) {
                found.put(item.getId(), item.getResponse().getSourceAsBytesRef());
            }
        }
    }

    @Override
    public Verdict of(Group group, Member page) {
        BytesReference source = found.isEmpty() ? null : found.get(documents.id(page));
        return source == null ? null : documents.verdict(GroupDocument.read(documents.id(page), source), group);
    }

    /** Whether an identical document exists in the last chunk. */
    boolean holds(String id, BytesReference document) {
        return document.equals(found.get(id));
    }
}
