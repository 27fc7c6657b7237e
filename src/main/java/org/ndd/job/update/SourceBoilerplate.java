package org.ndd.job.update;

import java.util.Collection;
import java.util.HashMap;
import java.util.Iterator;
import java.util.List;
import java.util.Map;
import java.util.Set;
import java.util.TreeSet;
import org.elasticsearch.action.ActionListener;
import org.ndd.boilerplate.BoilerplateStore;
import org.ndd.core.boilerplate.BoilerplateFamilies;
import org.ndd.core.boilerplate.SiteBoilerplate;

/**
 * Reads the boilerplate for the sites of a job's source, like a run with stored boilerplate: each family has the boilerplate of the first
 * index with any, for the documents of all indices.
 */
final class SourceBoilerplate {

    private final BoilerplateStore store;
    private final List<String> indices;

    /**
     * @param store store with the client of the user
     * @param indices concrete indices of the source, in the order of names; empty to mask no boilerplate
     */
    SourceBoilerplate(BoilerplateStore store, List<String> indices) {
        this.store = store;
        this.indices = indices;
    }

    /**
     * Reads the boilerplate of sites.
     *
     * @param sites sites of documents; {@code null} for documents without a site
     * @param listener gets the known boilerplate, by site
     */
    void load(Collection<String> sites, ActionListener<Map<String, SiteBoilerplate>> listener) {
        Set<String> families = new TreeSet<>();
        sites.forEach(site -> families.addAll(BoilerplateFamilies.of(site)));
        load(indices.iterator(), families, new HashMap<>(), listener.map(known -> {
            Map<String, SiteBoilerplate> found = new HashMap<>();
            for (String site : sites) {
                SiteBoilerplate boilerplate = BoilerplateFamilies.boilerplate(site, known::get);
                if (boilerplate != null) {
                    found.put(site, boilerplate);
                }
            }
            return found;
        }));
    }

    private void load(
            Iterator<String> left,
            Set<String> families,
            Map<String, SiteBoilerplate> known,
            ActionListener<Map<String, SiteBoilerplate>> listener) {
        if (left.hasNext() == false || families.isEmpty()) {
            listener.onResponse(known);
            return;
        }
        store.load(left.next(), families, listener.delegateFailureAndWrap((l, found) -> {
            known.putAll(found);
            families.removeAll(found.keySet());
            load(left, families, known, l);
        }));
    }
}
