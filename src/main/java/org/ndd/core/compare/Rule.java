package org.ndd.core.compare;

/** Rules of preset {@code balanced} that can be left out, to measure what each is worth. A run always has all of them. */
public enum Rule {
    /** Between sites, figures in passages that the other text has nothing of do not count. */
    FIGURES_BESIDE_COMMON_TEXT,
    /** Pages of one site whose titles have words of their own are about two things. */
    TITLES,
    /** Texts that each repeat a name which the other never says are about two things. */
    NAMES,
    /** Long texts without known templates must share trustable regions, not crumbs. */
    SCATTERED,
    /** A page that is similar to no leader joins through a close member. */
    SECOND_CHANCE,
    /** A shared fingerprint counts 1/df²; without it, 1/df. */
    RARE_FINGERPRINTS,
    /** Fingerprints that are made of a site's template alone lead to no candidates. */
    TEMPLATE_FINGERPRINTS
}
