package org.ndd.core.text;

import java.util.Locale;

/** Implemented by enums whose constants have their own names, in lower case, in the REST API. */
public interface ApiName {

    String name();

    /** Returns the name in the REST API. */
    default String value() {
        return name().toLowerCase(Locale.ROOT);
    }
}
