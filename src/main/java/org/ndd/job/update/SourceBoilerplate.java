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
 * The boilerplate of the sites of a job's source, as a run with stored boilerplate takes it: of each family that of the first index that
 * has any, for the documents of all indices.
 */
final class SourceBoilerplate {

    private final BoilerplateStore store;
    private final List<String> indices;

    /**
     * @param store with the client of the user
     * @param indices concrete indices of the source, in order of name; none if nothing is to be masked
     */
    SourceBoilerplate(BoilerplateStore store, List<String> indices) {
        this.store = store;
        this.indices = indices;
    }

    /**
     * Finds the boilerplate of sites.
     *
     * @param sites of documents; {@code null} for those without a site
     * @param listener gets the boilerplate that is known
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
