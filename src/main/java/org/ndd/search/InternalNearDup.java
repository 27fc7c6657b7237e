package org.ndd.search;

import java.io.IOException;
import java.util.Arrays;
import java.util.Collection;
import java.util.List;
import java.util.Map;
import java.util.Objects;
import org.apache.lucene.util.BytesRef;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.search.aggregations.Aggregation.CommonFields;
import org.elasticsearch.search.aggregations.AggregationReduceContext;
import org.elasticsearch.search.aggregations.AggregatorReducer;
import org.elasticsearch.search.aggregations.InternalAggregations;
import org.elasticsearch.search.aggregations.InternalMultiBucketAggregation;
import org.elasticsearch.xcontent.ToXContent.Params;
import org.elasticsearch.xcontent.XContentBuilder;
import org.ndd.boilerplate.StoredBoilerplate.BoilerplateWire;
import org.ndd.config.DocumentName;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.IndexedSite;
import org.ndd.search.SketchedSet.SketchedDocuments;

/** Sets of possibly similar documents: of one shard, of several, or the response. */
public final class InternalNearDup
        extends InternalMultiBucketAggregation<InternalNearDup, InternalNearDup.NearDupBucket> {

    private final SetParameters parameters;
    private final Sample sample;
    private final List<NearDupBucket> buckets;
    private final Map<IndexedSite, SiteBoilerplate> boilerplate;

    /**
     * Statistics about the documents from which the buckets were made.
     *
     * @param versions versions of the fingerprints, the first {@value #MAX_VERSIONS} by name; more than one cause a warning when the
     *     final response is built
     * @param sketchSize number of fingerprints per text that were read
     * @param documents number of documents that were put into sets, including sets that were not sent
     * @param error maximum number of documents missing in any set, because not all sets were sent
     * @param unverified number of documents that could belong to a set but were not compared
     * @param unprocessed number of matching documents without any field that the processor writes
     * @param warnings response headers for the client; added when the final response is built, because headers from a shard can be lost in
     *     transit
     */
    record Sample(
            Collection<String> versions,
            int sketchSize,
            long documents,
            long error,
            long unverified,
            long unprocessed,
            List<String> warnings) {

        /** Maximum number of warnings in a response, the first by name; each index without the field causes one. */
        static final int MAX_WARNINGS = 10;

        static final int MAX_VERSIONS = 2;

        Sample {
            versions = versions.stream().sorted().distinct().limit(MAX_VERSIONS).toList();
            warnings = List.copyOf(warnings);
        }

        /** Returns a copy with additional warnings. */
        Sample withWarnings(List<String> added) {
            return new Sample(versions, sketchSize, documents, error, unverified, unprocessed, added);
        }

        Sample(StreamInput in) throws IOException {
            this(
                    in.readStringCollectionAsList(),
                    in.readVInt(),
                    in.readVLong(),
                    in.readVLong(),
                    in.readVLong(),
                    in.readVLong(),
                    in.readStringCollectionAsImmutableList());
        }

        void writeTo(StreamOutput out) throws IOException {
            out.writeStringCollection(versions);
            out.writeVInt(sketchSize);
            out.writeVLong(documents);
            out.writeVLong(error);
            out.writeVLong(unverified);
            out.writeVLong(unprocessed);
            out.writeStringCollection(warnings);
        }
    }

    InternalNearDup(
            String name,
            SetParameters parameters,
            Sample sample,
            List<NearDupBucket> buckets,
            Map<IndexedSite, SiteBoilerplate> boilerplate,
            Map<String, Object> metadata) {
        super(name, metadata);
        this.parameters = parameters;
        this.sample = sample;
        this.buckets = buckets;
        this.boilerplate = boilerplate;
    }

    public InternalNearDup(StreamInput in) throws IOException {
        super(in);
        parameters = new SetParameters(in);
        sample = new Sample(in);
        buckets = in.readCollectionAsList(NearDupBucket::new);
        boilerplate = in.readMap(
                stream -> new IndexedSite(stream.readString(), stream.readOptionalString()), BoilerplateWire::read);
    }

    @Override
    protected void doWriteTo(StreamOutput out) throws IOException {
        parameters.writeTo(out);
        sample.writeTo(out);
        out.writeCollection(buckets);
        out.writeMap(boilerplate, InternalNearDup::write, BoilerplateWire::write);
    }

    private static void write(StreamOutput out, IndexedSite place) throws IOException {
        out.writeString(place.index());
        out.writeOptionalString(place.site());
    }

    @Override
    public String getWriteableName() {
        return NearDupAggregationBuilder.NAME;
    }

    Map<IndexedSite, SiteBoilerplate> boilerplate() {
        return boilerplate;
    }

    SetParameters parameters() {
        return parameters;
    }

    Sample sample() {
        return sample;
    }

    @Override
    public List<NearDupBucket> getBuckets() {
        return buckets;
    }

    /** Returns the number of documents in no bucket: documents without similar ones, or in smaller sets. */
    public long otherDocuments() {
        return sample.documents()
                - buckets.stream().mapToLong(NearDupBucket::docCount).sum();
    }

    /**
     * Returns the maximum number of documents that a set may have in addition to the count of its bucket. It is also the maximum size of a
     * set without a bucket.
     */
    public long documentError() {
        return sample.error();
    }

    @Override
    public InternalNearDup create(List<NearDupBucket> others) {
        return new InternalNearDup(name, parameters, sample, others, boilerplate, metadata);
    }

    @Override
    public NearDupBucket createBucket(InternalAggregations aggregations, NearDupBucket prototype) {
        return prototype.with(prototype.docCount(), aggregations);
    }

    @Override
    protected AggregatorReducer getLeaderReducer(AggregationReduceContext context, int size) {
        return new NearDupReducer(this, context);
    }

    @Override
    public XContentBuilder doXContentBody(XContentBuilder builder, Params params) throws IOException {
        builder.field("doc_count_error_upper_bound", documentError());
        builder.field("sum_other_doc_count", otherDocuments());
        builder.field("unprocessed_doc_count", sample.unprocessed());
        builder.field("sampled_fingerprints", sample.sketchSize());
        if (parameters.verification() != null) {
            builder.field("unverified_doc_count", sample.unverified());
        }
        builder.startArray(CommonFields.BUCKETS.getPreferredName());
        for (NearDupBucket bucket : buckets) {
            bucket.toXContent(builder, params);
        }
        return builder.endArray();
    }

    @Override
    public boolean equals(Object other) {
        if (super.equals(other) == false) {
            return false;
        }
        InternalNearDup that = (InternalNearDup) other;
        return parameters.equals(that.parameters)
                && sample.equals(that.sample)
                && buckets.equals(that.buckets)
                && boilerplate.keySet().equals(that.boilerplate.keySet());
    }

    @Override
    public int hashCode() {
        return Objects.hash(super.hashCode(), parameters, sample, buckets);
    }

    /** One set of possibly similar documents. Its key is the digest of its leader's text. */
    public static final class NearDupBucket extends InternalMultiBucketAggregation.InternalBucketWritable
            implements SketchedDocuments {

        private final BytesRef digest;
        private final long[] sketch;
        private final long docCount;
        private final InternalAggregations aggregations;
        private final ComparablePage page;
        private final DocumentName decided;

        /**
         * @param decided the only document, if it has a decision; otherwise null
         * @param page page of the leader, used to compare sets of several shards; null if texts are not compared, or if the page exceeded
         *     the size limit
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
}
