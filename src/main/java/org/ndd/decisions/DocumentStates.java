package org.ndd.decisions;

import java.util.Collection;
import java.util.HashMap;
import java.util.List;
import java.util.Map;
import java.util.TreeSet;
import org.elasticsearch.action.ActionListener;
import org.elasticsearch.action.IndicesRequest;
import org.elasticsearch.client.internal.Client;
import org.elasticsearch.common.document.DocumentField;
import org.elasticsearch.search.SearchHit;
import org.ndd.bulk.Batches;
import org.ndd.config.DocumentFields;
import org.ndd.config.DocumentName;
import org.ndd.decisions.PairDecision.DocumentState;
import org.ndd.pair.NamedPages;

/**
 * Reads digests of documents by searches, {@value #BATCH_SIZE} documents per search, with the rights of the client's user. Does not find
 * documents that were indexed after the last refresh.
 */
public record DocumentStates(Client client, IndicesRequest request, DocumentFields fields) {

    private static final int BATCH_SIZE = 1000;

    /**
     * @param names names with or without an index, in any order
     * @param listener gets the existing documents by the requested names; {@link IllegalArgumentException} (400) if several documents
     *     have one name
     */
    public void fetch(Collection<DocumentName> names, ActionListener<Map<DocumentName, DocumentState>> listener) {
        Map<DocumentName, DocumentState> found = new HashMap<>();
        Batches.forEach(
                new TreeSet<>(names), BATCH_SIZE, 1, (batch, l) -> fetch(batch, found, l), listener.map(done -> found));
    }

    private void fetch(
            List<DocumentName> batch, Map<DocumentName, DocumentState> found, ActionListener<Void> listener) {
        NamedPages.search(
                client,
                request,
                "decisions",
                new TreeSet<>(batch),
                source -> source.docValueField(fields.digest()),
                hit -> new DocumentState(new DocumentName(hit.getIndex(), hit.getId()), digest(hit)),
                listener.map(states -> {
                    found.putAll(states);
                    return null;
                }));
    }

    private String digest(SearchHit hit) {
        DocumentField digest = hit.field(fields.digest());
        return digest == null || digest.getValues().isEmpty() ? "" : digest.getValue();
    }
}
