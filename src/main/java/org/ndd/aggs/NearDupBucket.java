package org.ndd.aggs;

import java.io.IOException;
import java.util.Arrays;
import java.util.Objects;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.search.aggregations.Aggregation.CommonFields;
import org.elasticsearch.search.aggregations.InternalAggregations;
import org.elasticsearch.search.aggregations.InternalMultiBucketAggregation;
import org.elasticsearch.xcontent.ToXContent.Params;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.aggs.SketchedSet.SketchedDocuments;
import org.ndd.config.DocumentName;
import org.ndd.pair.ComparablePage;

/** One set of possibly similar documents. Its key is the digest of its leader's text. */
public final class NearDupBucket extends InternalMultiBucketAggregation.InternalBucketWritable
        implements SketchedDocuments {

    private final BytesRef digest;
    private final long[] sketch;
    private final long docCount;
    private final InternalAggregations aggregations;
    private final ComparablePage page;
    private final DocumentName decided;

    /**
     * @param decided the only document, if it has a decision; otherwise null
     * @param page page of the leader, used to compare sets of several shards; null if texts are not compared, or if the page exceeded the
     *     size limit
     */
    NearDupBucket(
            BytesRef digest,
            long[] sketch,
            DocumentName decided,
            long docCount,
            InternalAggregations aggregations,
            ComparablePage page) {
        this.decided = decided;
        this.digest = digest;
        this.sketch = sketch;
        this.docCount = docCount;
        this.aggregations = aggregations;
        this.page = page;
    }

    NearDupBucket(StreamInput in) throws IOException {
        this(
                in.readBytesRef(),
                in.readLongArray(),
                in.readBoolean() ? new DocumentName(in.readString(), in.readString()) : null,
                in.readVLong(),
                InternalAggregations.readFrom(in),
                in.readOptionalWriteable(ComparablePage::new));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeBytesRef(digest);
        out.writeLongArray(sketch);
        out.writeBoolean(decided != null);
        if (decided != null) {
            out.writeString(decided.index());
            out.writeString(decided.id());
        }
        out.writeVLong(docCount);
        aggregations.writeTo(out);
        out.writeOptionalWriteable(page);
    }

    NearDupBucket with(long otherCount, InternalAggregations otherAggregations) {
        return new NearDupBucket(digest, sketch, decided, otherCount, otherAggregations, page);
    }

    /** Returns the leader's page, or null. */
    ComparablePage page() {
        return page;
    }

    @Override
    public BytesRef digest() {
        return digest;
    }

    @Override
    public long[] sketch() {
        return sketch;
    }

    @Override
    public DocumentName decided() {
        return decided;
    }

    @Override
    public long docCount() {
        return docCount;
    }

    @Override
    public Object getKey() {
        return getKeyAsString();
    }

    @Override
    public String getKeyAsString() {
        return digest.utf8ToString();
    }

    @Override
    public long getDocCount() {
        return docCount;
    }

    @Override
    public InternalAggregations getAggregations() {
        return aggregations;
    }

    void toXContent(XContentBuilder builder, Params params) throws IOException {
        builder.startObject();
        builder.field(CommonFields.KEY.getPreferredName(), getKeyAsString());
        builder.field(CommonFields.DOC_COUNT.getPreferredName(), docCount);
        aggregations.toXContentInternal(builder, params);
        builder.endObject();
    }

    @Override
    public boolean equals(Object other) {
        return other instanceof NearDupBucket that
                && digest.equals(that.digest)
                && Arrays.equals(sketch, that.sketch)
                && Objects.equals(decided, that.decided)
                && docCount == that.docCount
                && aggregations.equals(that.aggregations)
                && Objects.equals(page, that.page);
    }

    @Override
    public int hashCode() {
        return Objects.hash(digest, Arrays.hashCode(sketch), decided, docCount, aggregations, page);
    }
}
