package org.ndd.eval.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * Generated documents of about 2 KB, which depend on their number and a seed only: stories with near-duplicates on sites in two alphabets,
 * with story sizes by a power law, and notices with the same wording that are different items. For measurements of speed; results about
 * their quality are not representative.
 */
public final class GeneratedPages {

    private static final int SITES = 40;
    private static final int LARGEST = 200;
    private static final int NOTICE_PERCENT = 4;
    private static final int MAX_NOTICES = 8;

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
     * A document.
     *
     * @param url URL on one of the sites
     * @param text plain text
     * @param html the text with markup
     * @param story name of its set of near-duplicates
     * @param original id of the document of which it is a copy, or {@code null}
     * @param sibling id of a different document with the same wording, or {@code null}
     */
    public record GeneratedPage(
            String id, String url, String text, String html, String story, String original, String sibling) {}

    /**
     * Generates documents in an order that is independent of stories.
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
        for (int i = dice.nextInt(MAX_NOTICES); i > 0; i--) {
            before = add(notice.sibling(dice), "story-" + stories++, null, before);
        }
    }

    /** The probability that a story has at least s documents is 1 / s, so the mean is 5.9. */
    private int size() {
        return (int) Math.min(LARGEST, 1 / (1 - dice.nextDouble()));
    }

    private Alphabet alphabet() {
        return Alphabet.values()[dice.nextInt(3) == 0 ? 1 : 0];
    }

    /** Returns the id of a document; documents beyond the requested number are omitted. */
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
