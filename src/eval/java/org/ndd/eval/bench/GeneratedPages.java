package org.ndd.eval.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Made-up pages of about 2 KB of text, a function of their number and a seed: stories with their near-duplicates on sites in two alphabets,
 * story sizes by a power law, and notices that share their wording and are not the same. It is a collection to measure speed on; what
 * is found of it says little about real pages.
 */
public final class GeneratedPages {

    private static final int SITES = 40;
    private static final int LARGEST = 200;
    private static final int NOTICE_PERCENT = 4;
    private static final int MOST_NOTICES = 8;

    private final Random dice;
    private final int count;
    private final List<Site> sites = new ArrayList<>();
    private final List<GeneratedPage> pages = new ArrayList<>();
    private int stories;

    private GeneratedPages(int count, long seed) {
        this.count = count;
        this.dice = new Random(seed);
        for (int i = 0; i < SITES; i++) {
            sites.add(Site.of(Alphabet.values()[i % 2], i, dice));
        }
    }

    /**
     * A page.
     *
     * @param url of the page, on one of the sites
     * @param text plain text
     * @param html the same with markup
     * @param story name of the set of near-duplicates that the page belongs to
     * @param original id of the page that this one is a copy of, or {@code null}
     * @param sibling id of a page in the same wording that is not the same, or {@code null}
     */
    public record GeneratedPage(
            String id, String url, String text, String html, String story, String original, String sibling) {}

    /**
     * Makes pages, in an order that has nothing to do with stories.
     *
     * @param count at least 1
     */
    public static List<GeneratedPage> of(int count, long seed) {
        GeneratedPages all = new GeneratedPages(count, seed);
        while (all.pages.size() < count) {
            if (all.dice.nextInt(100) < NOTICE_PERCENT) {
                all.notices();
            } else {
                all.story();
            }
        }
        Collections.shuffle(all.pages, all.dice);
        return List.copyOf(all.pages);
    }

    private void story() {
        int size = size();
        Story story = Story.of(alphabet(), 4 + dice.nextInt(6), dice);
        String name = "story-" + stories++;
        String original = add(story, name, null, null);
        for (int copy = 1; copy < size; copy++) {
            add(story.copy(dice), name, original, null);
        }
    }

    private void notices() {
        Story notice = Story.of(alphabet(), 3, dice);
        String before = add(notice, "story-" + stories++, null, null);
        for (int i = dice.nextInt(MOST_NOTICES); i > 0; i--) {
            before = add(notice.sibling(dice), "story-" + stories++, null, before);
        }
    }

    /** A story has s pages or more with a chance of 1 / s, so 5.9 on average. */
    private int size() {
        return (int) Math.min(LARGEST, 1 / (1 - dice.nextDouble()));
    }

    private Alphabet alphabet() {
        return Alphabet.values()[dice.nextInt(3) == 0 ? 1 : 0];
    }

    /** The page's id; pages beyond the number that is wanted are left out. */
    private String add(Story story, String name, String original, String sibling) {
        String id = "page-" + pages.size();
        if (pages.size() < count) {
            int pair = dice.nextInt(SITES / 2);
            Site site = sites.get(2 * pair + story.alphabet().ordinal());
            String url = "https://" + site.host() + "/" + id;
            pages.add(new GeneratedPage(id, url, site.text(story), site.html(story), name, original, sibling));
        }
        return id;
    }
}
