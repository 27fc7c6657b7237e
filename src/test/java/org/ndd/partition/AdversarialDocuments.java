package org.ndd.partition;

import java.util.ArrayList;
import java.util.Collections;
import java.util.List;
import java.util.Random;
import org.ndd.partition.TestCorpus.Page;

/** Adversarial collections. A document is a function of kind, sizes, and number, so that any number of documents needs no memory. */
enum AdversarialDocuments {
    /**
     * All documents share two sentences before their own text: one posting list with all documents. The text has one line, so it has no
     * boilerplate.
     */
    ONE_FINGERPRINT {
        @Override
        Page page(int number, int chars) {
            return anywhere(number, text(-1, 0, 2) + " " + textOf(number, chars));
        }
    },
    /** The same text in all documents. */
    IDENTICAL {
        @Override
        Page page(int number, int chars) {
            return anywhere(number, textOf(0, chars));
        }
    },
    /** The same text with a different number at its end. */
    FLOOD {
        @Override
        Page page(int number, int chars) {
            return anywhere(number, textOf(0, chars) + " Nr " + number + " x.");
        }
    },
    /** A site whose documents have a menu and one distinct sentence. */
    ONE_BOILERPLATE {
        @Override
        Page page(int number, int chars) {
            List<String> lines = new ArrayList<>();
            for (int line = 0; line < chars / SENTENCE_CHARS; line++) {
                lines.add(sentence(-1, line));
            }
            lines.add(lines.size() / 2, sentence(number, 0));
            return new Page(id(number), "https://www.boilerplate.example/" + number, String.join("\n\n", lines));
        }
    },
    /** The same paragraphs in another order each, and on different sites, so that nothing is boilerplate. */
    SHUFFLED {
        @Override
        Page page(int number, int chars) {
            List<String> paragraphs = new ArrayList<>();
            for (int paragraph = 0; paragraph < chars / SENTENCE_CHARS / 4; paragraph++) {
                paragraphs.add(text(0, 4 * paragraph, 4));
            }
            Collections.shuffle(paragraphs, new Random(number));
            return new Page(id(number), "https://site" + number + ".example/", String.join("\n\n", paragraphs));
        }
    },
    /** Each document resembles its neighbors, but not documents farther away. */
    CHAIN {
        @Override
        Page page(int number, int chars) {
            return anywhere(number, text(0, number, Math.max(4, chars / SENTENCE_CHARS)));
        }
    },
    /** Nothing to compare: no text, whitespace, punctuation. */
    WITHOUT_TEXT {
        @Override
        Page page(int number, int chars) {
            return anywhere(number, List.of("", " \n ", "... !!!", "\u3002").get(number % 4));
        }
    };

    private static final int SENTENCE_CHARS = 64;
    private static final String[] WORDS = words();

    /**
     * A document.
     *
     * @param number 0 or more
     * @param chars approximate length of its text
     */
    abstract Page page(int number, int chars);

    /** The documents 0 to {@code count} − 1. */
    List<Page> pages(int count, int chars) {
        List<Page> pages = new ArrayList<>(count);
        for (int number = 0; number < count; number++) {
            pages.add(page(number, chars));
        }
        return pages;
    }

    private static String id(int number) {
        return "page" + number;
    }

    private static Page anywhere(int number, String text) {
        return new Page(id(number), null, text);
    }

    private static String textOf(int author, int chars) {
        return text(author, 0, Math.max(3, chars / SENTENCE_CHARS));
    }

    /** Distinct sentences. */
    private static String text(int author, int from, int sentences) {
        List<String> text = new ArrayList<>(sentences);
        for (int i = from; i < from + sentences; i++) {
            text.add(sentence(author, i));
        }
        return String.join(" ", text);
    }

    private static String sentence(int author, int number) {
        Random random = new Random(author * 1_000_003L + number);
        StringBuilder sentence = new StringBuilder(SENTENCE_CHARS + 10);
        while (sentence.length() < SENTENCE_CHARS - 8) {
            sentence.append(WORDS[random.nextInt(WORDS.length)]).append(' ');
        }
        return sentence.append("end.").toString();
    }

    private static String[] words() {
        Random random = new Random(1);
        String[] words = new String[20_000];
        for (int i = 0; i < words.length; i++) {
            StringBuilder word = new StringBuilder();
            for (int letters = 3 + random.nextInt(7); letters > 0; letters--) {
                word.append((char) ('a' + random.nextInt(26)));
            }
            words[i] = word.toString();
        }
        return words;
    }
}
