package org.ndd.inspect;

import java.io.IOException;
import org.elasticsearch.xcontent.ToXContentFragment;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.config.DocumentName;
import org.ndd.core.compare.Comparison;
import org.ndd.core.group.DecidedBy;
import org.ndd.core.group.Role;
import org.ndd.core.text.ApiName;
import org.ndd.pair.ContributionFormat;

/**
 * The result for a page.
 *
 * @param kind kind of the result
 * @param canonical document to keep instead of the page, or document that contains it; null if the page is neither a duplicate nor
 *     contained
 * @param group name of the group from which this follows; null without a group
 * @param size number of documents of that group; 0 if there is none
 * @param comparison comparison with the canonical document as B; null if there is none, or if the page is a duplicate because it redirects
 * @param reason reason why the result is unknown; null if it is known
 * @param decided decision from which this follows; null if there is none
 */
record CheckResult(
        Kind kind,
        DocumentName canonical,
        String group,
        int size,
        Comparison comparison,
        String reason,
        DecidedBy decided)
        implements ToXContentFragment {

    private static CheckResult of(Kind kind, String reason) {
        return new CheckResult(kind, null, null, 0, null, reason, null);
    }

    /** @param by group of the document; {@code null} for none */
    private static CheckResult of(
            Kind kind, DocumentName canonical, StoredGroups.Membership by, Comparison comparison) {
        return new CheckResult(
                kind,
                canonical,
                by == null ? null : by.document().group(),
                by == null ? 0 : by.size(),
                comparison,
                null,
                null);
    }

    enum Kind implements ApiName {
        /** No near page was found. */
        UNIQUE,
        /** Near a canonical document. */
        DUPLICATE,
        /** The document to keep among those that are near it. */
        CANONICAL,
        /** Without near pages, but contained in another page. */
        PART_OF,
        /** The document does not exist, or the user may not see it. */
        MISSING,
        /** The document lacks the fields of the processor. */
        UNPROCESSED
    }

    static final CheckResult UNIQUE = of(Kind.UNIQUE, null);

    static final CheckResult MISSING = of(Kind.MISSING, null);

    static CheckResult unprocessed(String reason) {
        return of(Kind.UNPROCESSED, reason);
    }

    /** Returns the result of a canonical document; the membership is {@code null} without a group. */
    static CheckResult canonical(StoredGroups.Membership by) {
        return of(Kind.CANONICAL, null, by, null);
    }

    /**
     * Returns a duplicate, of a group unless {@code by} is {@code null}.
     *
     * @param comparison has the canonical document as B; {@code null} for a page that redirects, so that the two were not compared
     */
    static CheckResult duplicate(DocumentName canonical, StoredGroups.Membership by, Comparison comparison) {
        return of(Kind.DUPLICATE, canonical, by, comparison);
    }

    /** Returns the result of a page that another page contains, with the comparison with that page as B. */
    static CheckResult partOf(DocumentName container, Comparison comparison) {
        return of(Kind.PART_OF, container, null, comparison);
    }

    /** Returns the same result as the effect of a decision. */
    CheckResult decided(DecidedBy by) {
        return new CheckResult(kind, canonical, group, size, comparison, reason, by);
    }

    @Override
    public XContentBuilder toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.field("result", kind.value());
        if (canonical != null) {
            builder.field("canonical", canonical);
        }
        if (group != null) {
            builder.field("group", group);
            if (size > 0) {
                builder.field("size", size);
            }
        }
        if (kind == Kind.DUPLICATE && comparison == null) {
            builder.field("relation", Role.REDIRECT.value());
        }
        if (comparison != null) {
            builder.field("relation", comparison.relation().value());
            builder.field("confidence", comparison.confidence());
            builder.field("reason", comparison.reason().value());
            builder.field("contributions", ContributionFormat.asMaps(comparison.contributions()));
            builder.field("resemblance", comparison.shared().resemblance());
            builder.startObject("containment");
            builder.field("in_canonical", comparison.a().containment());
            builder.field("of_canonical", comparison.b().containment());
            builder.endObject();
        }
        if (reason != null) {
            builder.field("reason", reason);
        }
        if (decided != null) {
            builder.field(DecidedBy.NAME, decided.fields());
        }
        return builder;
    }
}
