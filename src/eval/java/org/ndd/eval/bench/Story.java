package org.ndd.eval.bench;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;

/**
 * A generated story.
 *
 * @param alphabet alphabet of its text
 * @param title title of the story
 * @param paragraphs words in order; ends of sentences are part of the preceding words
 */
record Story(Alphabet alphabet, String title, List<List<String>> paragraphs) {

    private static final int MAX_EDITS_PERCENT = 8;
    private static final int SLOT_PERCENT = 25;

    Story {
        paragraphs = paragraphs.stream().map(List::copyOf).toList();
    }

    /**
     * Generates a story with some names and numbers.
     *
     * @param paragraphs number of paragraphs
     */
    static Story of(Alphabet alphabet, int paragraphs, Random dice) {
        List<List<String>> body = new ArrayList<>();
        for (int i = 0; i < paragraphs; i++) {
            body.add(paragraph(alphabet, dice));
        }
        return new Story(alphabet, title(alphabet, dice), body);
    }

    private static String title(Alphabet alphabet, Random dice) {
        List<String> words = new ArrayList<>();
        for (int i = 4 + dice.nextInt(5); i > 0; i--) {
            words.add(alphabet.word(dice));
        }
        return capital(String.join(alphabet.gap(), words));
    }

    private static List<String> paragraph(Alphabet alphabet, Random dice) {
        List<String> words = new ArrayList<>();
        for (int sentences = 2 + dice.nextInt(4); sentences > 0; sentences--) {
            int length = 8 + dice.nextInt(9);
            for (int i = 0; i < length; i++) {
                String word = word(alphabet, dice);
                words.add((i == 0 ? capital(word) : word) + (i == length - 1 ? alphabet.end() : ""));
            }
        }
        return words;
    }

    private static String word(Alphabet alphabet, Random dice) {
        return switch (dice.nextInt(30)) {
            case 0 -> String.valueOf(1 + dice.nextInt(3000));
            case 1 -> capital(alphabet.word(dice));
            default -> alphabet.word(dice);
        };
    }

    private static String capital(String word) {
        return Character.toUpperCase(word.charAt(0)) + word.substring(1);
    }

    /**
     * Generates a near-duplicate: unchanged, with replaced words, with an added or removed paragraph, or with another order of paragraphs.
     */
    Story copy(Random dice) {
        List<List<String>> body = new ArrayList<>(paragraphs);
        switch (dice.nextInt(8)) {
            case 0, 1 -> {}
            case 2, 3, 4 -> body.replaceAll(paragraph -> edited(paragraph, 1 + dice.nextInt(MAX_EDITS_PERCENT), dice));
            case 5 -> body.add(dice.nextInt(body.size() + 1), paragraph(alphabet, dice));
            case 6 -> body.remove(dice.nextInt(body.size()));
            default -> Collections.rotate(body, 1 + dice.nextInt(body.size() - 1));
        }
        return new Story(alphabet, title, body);
    }

    /** Generates a different story with the same wording: a quarter of the words, at fixed positions, are replaced. */
    Story sibling(Random dice) {
        List<List<String>> body = new ArrayList<>();
        Random places = new Random(title.hashCode());
        for (List<String> paragraph : paragraphs) {
            List<String> filled = new ArrayList<>();
            for (String word : paragraph) {
                filled.add(places.nextInt(100) < SLOT_PERCENT ? instead(word, dice) : word);
            }
            body.add(filled);
        }
        return new Story(alphabet, title(alphabet, dice), body);
    }

    private List<String> edited(List<String> paragraph, int percent, Random dice) {
        List<String> words = new ArrayList<>();
        for (String word : paragraph) {
            boolean figure = Character.isDigit(word.charAt(0));
            words.add(figure == false && dice.nextInt(100) < percent ? instead(word, dice) : word);
        }
        return words;
    }

    /** Replaces a word, and keeps the end of a sentence. */
    private String instead(String word, Random dice) {
        String other = Character.isDigit(word.charAt(0)) ? String.valueOf(1 + dice.nextInt(3000)) : alphabet.word(dice);
        return word.endsWith(alphabet.end()) ? other + alphabet.end() : other;
    }

    /** Returns the text of the paragraphs. */
    List<String> lines() {
        return paragraphs.stream()
                .map(words -> String.join(alphabet.gap(), words))
                .toList();
    }
}
