package org.ndd.core.text;

import java.util.ArrayList;
import java.util.List;
import java.util.regex.Matcher;
import java.util.regex.Pattern;
import org.apache.lucene.tests.util.LuceneTestCase;

public class TokensTests extends LuceneTestCase {

    private record Token(int start, int end, Tokens.Kind kind) {}

    private static final String ALPHABET = "abv\u00e9 1 2.,:/-_\n\u4e00\u3042\u0301\u0661%";

    private static final Pattern TOKEN = Pattern.compile(
            "[\\u4e00\\u3042]|(?:[abv\\u00e912\\u0301\\u0661]|(?<=[12\\u0661])[.,:/-](?=[12\\u0661]))+");

    private static String text() {
        StringBuilder text = new StringBuilder();
        for (int i = random().nextInt(30); i > 0; i--) {
            text.append(ALPHABET.charAt(random().nextInt(ALPHABET.length())));
        }
        return text.toString();
    }

    /** Reference: a regular expression; a token does not start with a separator. */
    private static List<Token> reference(String text) {
        List<Token> tokens = new ArrayList<>();
        Matcher matcher = TOKEN.matcher(text);
        while (matcher.find()) {
            String token = matcher.group();
            Tokens.Kind kind = token.chars().anyMatch(c -> c == 0x4e00 || c == 0x3042)
                    ? Tokens.Kind.IDEOGRAPH
                    : token.matches("v?[12\u0661].*") ? Tokens.Kind.NUMBER : Tokens.Kind.WORD;
            tokens.add(new Token(matcher.start(), matcher.end(), kind));
        }
        return tokens;
    }

    private static List<Token> tokens(String text, int from, int limit) {
        List<Token> tokens = new ArrayList<>();
        int stopped = Tokens.forEach(
                text.toCharArray(), from, limit, (start, end, kind) -> tokens.add(new Token(start, end, kind)));
        int last = tokens.isEmpty()
                ? limit
                : Math.max(limit, tokens.get(tokens.size() - 1).end());
        assertEquals(Math.max(from, last), stopped);
        return tokens;
    }

    public void testMatchesRegularExpression() {
        for (int round = 0; round < 5000; round++) {
            String text = text();
            assertEquals(text, reference(text), tokens(text, 0, text.length()));
        }
    }

    /** The tokens of a range are those that start within it. */
    public void testRangeOfText() {
        for (int round = 0; round < 5000; round++) {
            String text = text();
            int position = random().nextInt(text.length() + 1);
            int from = Tokens.startOf(text.toCharArray(), position, 0);
            int limit = from + random().nextInt(text.length() - from + 1);
            List<Token> expected = reference(text).stream()
                    .filter(token -> token.start() >= from && token.start() < limit)
                    .toList();
            assertEquals(text + " from " + from + " to " + limit, expected, tokens(text, from, limit));
        }
    }

    public void testStartOf() {
        for (int round = 0; round < 5000; round++) {
            String text = text();
            int position = random().nextInt(text.length() + 1);
            int expected = reference(text).stream()
                    .filter(token -> token.start() < position && position < token.end())
                    .mapToInt(Token::start)
                    .findAny()
                    .orElse(position);
            assertEquals(text + " at " + position, expected, Tokens.startOf(text.toCharArray(), position, 0));
        }
    }

    public void testNumbers() {
        for (String number : List.of("1998-05-03", "12:30", "1,234.56", "256mb", "v1.2.3", "1/2")) {
            assertEquals(
                    List.of(new Token(1, number.length() + 1, Tokens.Kind.NUMBER)),
                    tokens("(" + number + ".)", 0, number.length() + 3));
        }
        for (String word : List.of("cs3", "sha256sum", "md5", "v", "vdir")) {
            assertEquals(List.of(new Token(0, word.length(), Tokens.Kind.WORD)), tokens(word, 0, word.length()));
        }
        assertEquals(2, tokens("1. 2", 0, 4).size());
        assertEquals(2, tokens("well-known", 0, 10).size());
        assertEquals(2, tokens("snake_case", 0, 10).size());
    }

    /** Vowel signs are marks without a combining class. In scripts without blanks they end a word, which would be a sentence otherwise. */
    public void testMarksBelongToWords() {
        for (String word : List.of(
                "\u0939\u093f\u0928\u094d\u0926\u0940",
                "\u0ba4\u0bae\u0bbf\u0bb4\u0bcd",
                "\u0f66\u0f90\u0f51",
                "\u078b\u07a8\u0788\u07ac\u0780\u07a8",
                "e\u0301a")) {
            assertEquals(word, List.of(new Token(0, word.length(), Tokens.Kind.WORD)), tokens(word, 0, word.length()));
        }
        String thai = "\u0e17\u0e35\u0e48\u0e19\u0e35\u0e48";
        assertEquals(3, tokens(thai, 0, thai.length()).size());
    }

    public void testVisitorStopsIteration() {
        List<Integer> starts = new ArrayList<>();
        int stopped = Tokens.forEach("one two three".toCharArray(), 0, 13, (start, end, kind) -> {
            starts.add(start);
            return starts.size() < 2;
        });
        assertEquals(List.of(0, 4), starts);
        assertEquals(7, stopped);
    }
}
