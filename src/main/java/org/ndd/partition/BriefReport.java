package org.ndd.partition;

import java.util.LinkedHashMap;
import java.util.List;
import java.util.Map;
import java.util.Set;
import org.elasticsearch.common.Strings;
import org.elasticsearch.common.xcontent.XContentHelper;
import org.elasticsearch.xcontent.XContentType;

/** The short form of a report: the results of the run, whether its groups are published, and its progress while it runs. */
final class BriefReport {

    /** Whether a report is shown whole; a parameter of the URL. */
    static final String VERBOSE = "verbose";

    private static final String LARGEST_GROUPS = "largest_groups";
    private static final int NAMED_GROUPS = 3;

    private static final Set<String> KEYS = Set.of(
            "id",
            "source",
            "against",
            "dest",
            "state",
            "phase",
            RunReports.STARTED_AT,
            "start_time",
            "took",
            "documents",
            "unprocessed",
            "other_version",
            "outdated",
            "changed_during_run",
            "exact_duplicates",
            "groups",
            "duplicates",
            "part_of",
            "relations",
            "redirects",
            LARGEST_GROUPS,
            "failures",
            "published",
            "unpublished",
            RunReports.LIVE,
            "age_in_millis",
            "operations_since",
            "lost_indices");

    /** Shown while a run is under way, and if it was restarted. */
    private static final Set<String> OF_THE_WAY = Set.of("phases", "restarts", "interruptions");

    private BriefReport() {}

    /** The brief form of a report, its keys in the same order. */
    static Map<String, Object> of(Map<String, Object> report) {
        boolean isOnItsWay = RunReports.isRunning(report) || Integer.valueOf(0).equals(report.get("restarts")) == false;
        Map<String, Object> brief = new LinkedHashMap<>(report);
        brief.keySet().removeIf(key -> (KEYS.contains(key) || isOnItsWay && OF_THE_WAY.contains(key)) == false);
        brief.computeIfPresent(LARGEST_GROUPS, (key, groups) -> first((List<?>) groups));
        return brief;
    }

    private static List<?> first(List<?> groups) {
        return groups.subList(0, Math.min(groups.size(), NAMED_GROUPS));
    }

    /** The same of a report that was not read from an index. */
    static Map<String, Object> of(PartitionReport report) {
        return of(XContentHelper.convertToMap(XContentType.JSON.xContent(), Strings.toString(report), true));
    }
}
