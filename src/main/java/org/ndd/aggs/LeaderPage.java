package org.ndd.aggs;

import java.io.IOException;
import java.util.List;
import java.util.Map;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.core.template.SiteTemplate;
import org.ndd.core.template.SiteTemplate.Level;
import org.ndd.core.template.TemplateLine;
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

    /** Returns the page with the template of its site, if that is known. */
    ComparablePage comparable(Map<IndexedSite, SiteTemplate> templates) {
        return new ComparablePage(place, id, text, title, version).with(templates.get(place));
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

    /** Writes templates: the hashes of their lines, not the texts. */
    static void writeTemplates(Map<IndexedSite, SiteTemplate> templates, StreamOutput out) throws IOException {
        out.writeMap(templates, (o, place) -> writePlace(place, o), (o, template) -> {
            o.writeString(template.site());
            o.writeCollection(template.lines(), (lines, line) -> {
                lines.writeLong(line.hash());
                lines.writeEnum(line.level());
                lines.writeVInt(line.pages());
            });
            o.writeLongArray(template.fingerprints());
        });
    }

    /** Reads what {@link #writeTemplates} wrote. */
    static Map<IndexedSite, SiteTemplate> readTemplates(StreamInput in) throws IOException {
        return in.readMap(LeaderPage::readPlace, i -> {
            String site = i.readString();
            List<TemplateLine> lines = i.readCollectionAsList(
                    line -> new TemplateLine(line.readLong(), line.readEnum(Level.class), line.readVInt(), ""));
            return new SiteTemplate(site, lines, i.readLongArray());
        });
    }
}
