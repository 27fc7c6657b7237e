package org.ndd.aggs;

import java.io.IOException;
import java.util.HashMap;
import java.util.HashSet;
import java.util.Map;
import java.util.Set;
import org.ndd.core.boilerplate.SiteBoilerplate;
import org.ndd.pair.BoilerplateLookup;
import org.ndd.pair.ComparablePage;
import org.ndd.pair.IndexedSite;
import org.ndd.pair.ShardPages;

/** Pages of a shard with the boilerplate of their sites. Used by one thread. */
final class PagesWithBoilerplate {

    private final ShardPages pages;
    private final BoilerplateLookup lookup;
    private final Runnable cancellationCheck;
    private final Set<IndexedSite> asked = new HashSet<>();
    private final Map<IndexedSite, SiteBoilerplate> boilerplate = new HashMap<>();

    /** @param lookup lookup with the rights of the user */
    PagesWithBoilerplate(ShardPages pages, BoilerplateLookup lookup, Runnable cancellationCheck) {
        this.pages = pages;
        this.lookup = lookup;
        this.cancellationCheck = cancellationCheck;
    }

    /** Fetches the boilerplate of some documents' sites in one request, so that their pages need no further one. */
    void fetchBoilerplate(int[] docs) throws IOException {
        Set<IndexedSite> places = new HashSet<>();
        for (int doc : docs) {
            IndexedSite place = pages.place(doc);
            if (asked.add(place)) {
                places.add(place);
            }
        }
        if (places.isEmpty() == false) {
            boilerplate.putAll(lookup.loadAndWait(places, cancellationCheck));
        }
    }

    /** The page of a document, or null if the processor wrote none. */
    ComparablePage page(int doc) throws IOException {
        fetchBoilerplate(new int[] {doc});
        ComparablePage page = pages.page(doc);
        return page == null ? null : page.with(boilerplate.get(page.place()));
    }
}
