package org.ndd.core.partition;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Objects;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.compare.MustAgreeKeys;
import org.ndd.core.compare.PageText;
import org.ndd.core.group.CanonicalRules;
import org.ndd.core.text.Site;

/**
 * A document of a partition, with the properties that the method needs.
 *
 * @param index name of its index; unique together with the id
 * @param site its site, or {@code null}
 * @param url its URL, or {@code null}
 * @param canonicalFields values of the fields that rules for canonical documents name, in the order of {@link CanonicalRules#fields}; a
 *     missing value is {@code null}
 * @param mustAgreeKeys keys that keep it apart from other documents, by the same fields for all documents
 */
public record PartitionDocument(
        String index,
        String id,
        String site,
        String url,
        DocumentContent content,
        List<Double> canonicalFields,
        MustAgreeKeys mustAgreeKeys) {

    public PartitionDocument {
        Objects.requireNonNull(index, "index");
        Objects.requireNonNull(id, "id");
        Objects.requireNonNull(content, "content");
        Objects.requireNonNull(mustAgreeKeys, "mustAgreeKeys");
        canonicalFields =
                canonicalFields.isEmpty() ? List.of() : Collections.unmodifiableList(new ArrayList<>(canonicalFields));
    }

    /** Creates a document that no field keeps apart from others or prefers to them. */
    public PartitionDocument(String index, String id, String site, String url, DocumentContent content) {
        this(index, id, site, url, content, List.of(), MustAgreeKeys.NONE);
    }

    /** Returns the same document with other keys that keep it apart from others. */
    public PartitionDocument withMustAgreeKeys(MustAgreeKeys keys) {
        return new PartitionDocument(index, id, site, url, content, canonicalFields, keys);
    }

    /**
     * Returns the document as it is compared.
     *
     * @param boilerplate boilerplate of its site; {@code null} if none is known
     */
    public PageText page(SiteBoilerplate boilerplate) {
        return new PageText(content.text(), content.title(), Site.withoutSection(site), boilerplate, content.noise());
    }
}
