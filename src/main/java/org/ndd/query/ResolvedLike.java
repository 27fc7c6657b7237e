package org.ndd.query;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.common.io.stream.StreamInput;
import org.elasticsearch.common.io.stream.StreamOutput;
import org.elasticsearch.common.io.stream.Writeable;
import org.ndd.boilerplate.StoredBoilerplate;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.IndexedSite;

/**
 * The pages to search for, as shards get them, and the boilerplate of the sites of pages that were given whole, which are separate for each
 * searched index. Fetched once, on the node that starts the search, so that no shard requests them.
 *
 * @param pages documents with the boilerplate of their sites, other pages without
 * @param asked sites whose boilerplate was requested
 * @param boilerplate those of them that exist
 */
record ResolvedLike(List<ComparablePage> pages, Set<IndexedSite> asked, Map<IndexedSite, SiteBoilerplate> boilerplate)
        implements Writeable {

    /** Maximum number of sites that are requested, for searches over very many indices; shards request the others. */
    static final int MOST_ASKED = 256;

    ResolvedLike {
        pages = List.copyOf(pages);
        asked = Set.copyOf(asked);
        boilerplate = Map.copyOf(boilerplate);
    }

    ResolvedLike(StreamInput in) throws IOException {
        this(
                in.readCollectionAsList(ComparablePage::new),
                in.readCollectionAsSet(ResolvedLike::readSite),
                in.readMap(ResolvedLike::readSite, i -> new StoredBoilerplate(i).boilerplate()));
    }

    @Override
    public void writeTo(StreamOutput out) throws IOException {
        out.writeCollection(pages);
        out.writeCollection(asked, ResolvedLike::writeSite);
        out.writeMap(
                boilerplate,
                ResolvedLike::writeSite,
                (o, boilerplate) -> new StoredBoilerplate(boilerplate, 0, 0).writeTo(o));
    }

    private static IndexedSite readSite(StreamInput in) throws IOException {
        return new IndexedSite(in.readString(), in.readOptionalString());
    }

    private static void writeSite(StreamOutput out, IndexedSite site) throws IOException {
        out.writeString(site.index());
        out.writeOptionalString(site.site());
    }

    /** Boilerplate for a shard: those known here, and for other sites those of another source. */
    BoilerplateSource or(BoilerplateSource other) {
        return (sites, check) -> {
            Map<IndexedSite, SiteBoilerplate> found = new HashMap<>();
            Set<IndexedSite> rest = new HashSet<>();
            for (IndexedSite site : sites) {
                if (asked.contains(site) == false) {
                    rest.add(site);
                } else if (boilerplate.containsKey(site)) {
                    found.put(site, boilerplate.get(site));
                }
            }
            if (rest.isEmpty() == false) {
                found.putAll(other.of(rest, check));
            }
            return found;
        };
    }
}
