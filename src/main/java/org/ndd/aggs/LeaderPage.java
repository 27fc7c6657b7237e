package org.ndd.aggs;

import java.io.IOException;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.core.boilerplate.SiteBoilerplate.Level;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.IndexedSite;

/**
 * The page of a set's leader in the form that is sent between nodes, so that sets of several shards can be compared when they are joined.
 *
 * @param place site and index of the document
 * @param id ID of the document
 * @param text canonical text
 * @param title title as displayed; empty if unknown
 * @param version version of its fingerprints
 */
record LeaderPage(IndexedSite place, String id, String text, String title, String version) implements Writeable {

    static LeaderPage of(ComparablePage page) {
        return new LeaderPage(page.place(), page.id(), page.text(), page.title(), page.version());
    }

    LeaderPage(StreamInput in) throws IOException {
        this(readPlace(in), in.readString(), in.readString(), in.readString(), in.readString());
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        writePlace(place, out);
        out.writeString(id);
        out.writeString(text);
        out.writeString(title);
        out.writeString(version);
    }

    /** Returns the page with the boilerplate of its site, if that is known. */
    ComparablePage comparable(Map<IndexedSite, SiteBoilerplate> boilerplate) {
        return new ComparablePage(place, id, text, title, version).with(boilerplate.get(place));
    }

    /** Whether this page, rather than the other, represents a set for which several shards have sent pages. */
    boolean isBefore(LeaderPage other) {
        int byIndex = place.index().compareTo(other.place.index());
        return byIndex != 0 ? byIndex < 0 : id.compareTo(other.id) < 0;
    }

    private static IndexedSite readPlace(StreamInput in) throws IOException {
        return new IndexedSite(in.readString(), in.readOptionalString());
    }

    private static void writePlace(IndexedSite place, StreamOutput out) throws IOException {
        out.writeString(place.index());
        out.writeOptionalString(place.site());
    }

    /** Writes boilerplate for comparisons. */
    static void writeBoilerplate(Map<IndexedSite, SiteBoilerplate> boilerplate, StreamOutput out) throws IOException {
        out.writeMap(boilerplate, (o, place) -> writePlace(place, o), (o, ofSite) -> {
            o.writeString(ofSite.site());
            o.writeLongArray(ofSite.hashes(Level.COMMON));
            o.writeLongArray(ofSite.hashes(Level.FULL));
            o.writeLongArray(ofSite.titleWords());
            o.writeLongArray(ofSite.fingerprints());
        });
    }

    /** Reads what {@link #writeBoilerplate} wrote. */
    static Map<IndexedSite, SiteBoilerplate> readBoilerplate(StreamInput in) throws IOException {
        return in.readMap(
                LeaderPage::readPlace,
                i -> SiteBoilerplate.ofHashes(
                        i.readString(), i.readLongArray(), i.readLongArray(), i.readLongArray(), i.readLongArray()));
    }
}
