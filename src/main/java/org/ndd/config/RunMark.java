package org.ndd.config;

import org.elasticsearch.common.settings.Setting;

/** Tells an index of a run from any other. */
public final class RunMark {

    /** Marks an index as a run's. */
    public static final Setting<Boolean> MARK =
            Setting.boolSetting("index.ndd.run", false, Setting.Property.IndexScope, Setting.Property.Final);

    private RunMark() {}
}
