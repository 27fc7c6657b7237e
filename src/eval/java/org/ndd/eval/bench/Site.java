package org.ndd.eval.bench;

import java.util.ArrayList;
import java.util.List;
import java.util.Random;

/**
 * A generated site and its boilerplate.
 *
 * @param alphabet alphabet of its texts
 * @param host host of its URLs
 * @param menu menu below each story, one entry per line
 * @param foot footer below the menu
 */
record Site(Alphabet alphabet, String host, List<String> menu, List<String> foot) {

    /** @param number number that identifies the site */
    static Site of(Alphabet alphabet, int number, Random dice) {
        List<String> menu = new ArrayList<>();
        for (int i = 0; i < 6; i++) {
            menu.add(phrase(alphabet, 1 + dice.nextInt(2), dice));
        }
        List<String> foot = List.of(
                phrase(alphabet, 12, dice) + alphabet.end(), phrase(alphabet, 5, dice) + " site" + number + ".example");
        return new Site(alphabet, "site" + number + ".example", List.copyOf(menu), foot);
    }

    private static String phrase(Alphabet alphabet, int words, Random dice) {
        List<String> phrase = new ArrayList<>();
        for (int i = 0; i < words; i++) {
            phrase.add(alphabet.word(dice));
        }
        return String.join(alphabet.gap(), phrase);
    }

    /** Returns a document as plain text. It begins with its title, because benchmarks search for the first words. */
    String text(Story story) {
        List<String> parts = new ArrayList<>(List.of(story.title()));
        parts.addAll(story.lines());
        parts.add(String.join("\n", menu));
        parts.add(String.join("\n", foot));
        return String.join("\n\n", parts);
    }

    /** Returns a document as HTML with typical markup of sites. */
    String html(Story story) {
        StringBuilder page = new StringBuilder("<!DOCTYPE html>\n<html lang=\"" + alphabet.language() + "\"><head>\n");
        page.append("<meta charset=\"utf-8\"><title>").append(story.title()).append("</title>\n");
        page.append("<style>.story p { margin: 0 0 1em; line-height: 1.4 } nav li { display: inline }</style>\n");
        page.append("<script>window.started = Date.now();</script></head>\n<body>\n");
        page.append("<div class=\"story\"><h1>" + story.title() + "</h1>\n");
        story.lines().forEach(line -> page.append("<p>").append(line).append("</p>\n"));
        page.append("</div>\n<nav class=\"main\"><ul>\n");
        for (int i = 0; i < menu.size(); i++) {
            page.append("<li class=\"entry\"><a href=\"/section/" + i + "\">" + menu.get(i) + "</a></li>\n");
        }
        page.append("</ul></nav>\n<footer>\n");
        foot.forEach(line -> page.append("<div>").append(line).append("</div>\n"));
        return page.append("</footer>\n</body></html>\n").toString();
    }
}
