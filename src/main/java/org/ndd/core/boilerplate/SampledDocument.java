package org.ndd.core.boilerplate;

import java.util.ArrayList;
import java.util.Comparator;
import java.util.List;

/**
 * A document that boilerplate is learned from.
 *
 * @param text canonical text, or its beginning
 * @param title empty if it has none
 * @param hash of both
 */
record SampledDocument(String text, String title, long hash) {

    /** An order that has nothing to do with ids, nor with what documents are about; equal documents are interchangeable. */
    private static final Comparator<SampledDocument> BY_CONTENT = Comparator.comparingLong(SampledDocument::hash)
            .thenComparing(SampledDocument::text)
            .thenComparing(SampledDocument::title);

    private static SampledDocument of(String text, String title) {
        return new SampledDocument(text, title, LineHash.of(text) + LineHash.mix(LineHash.of(title)));
    }

    /**
     * Documents in an order that is the same for any order of the texts. O(n log n) for n documents, and linear in their text.
     *
     * @param texts canonical texts
     * @param titles of the same documents, and perhaps of more
     * @param mostChars code units of a text that are kept, from its beginning
     */
    static List<SampledDocument> inOrderOfContent(List<String> texts, List<String> titles, int mostChars) {
        List<SampledDocument> documents = new ArrayList<>(texts.size());
        for (int i = 0; i < texts.size(); i++) {
            String text = texts.get(i);
            documents.add(of(text.length() <= mostChars ? text : text.substring(0, mostChars), titles.get(i)));
        }
        documents.sort(BY_CONTENT);
        return documents;
    }
}
