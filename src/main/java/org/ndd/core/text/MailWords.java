package org.ndd.core.text;

import java.util.List;
import java.util.Set;

/**
 * Contains the closed lists of words by which mail programs announce a forwarded message, and of names of its header lines, in many
 * languages. All are in folded case.
 */
final class MailWords {

    /** Maximum number of code units before the words: a line with the words later is prose. */
    private static final int MAX_BEFORE_WORDS = 20;

    private static final List<String> FORWARDED_WORDS = List.of(
            "original message",
            "forwarded message",
            "forwarded by",
            "forwarded text",
            "urspr\u00FCngliche nachricht",
            "originalnachricht",
            "weitergeleitete nachricht",
            "message d'origine",
            "message original",
            "message transf\u00E9r\u00E9",
            "mensaje original",
            "mensaje reenviado",
            "messaggio originale",
            "messaggio inoltrato",
            "mensagem original",
            "mensagem encaminhada",
            "oorspronkelijk bericht",
            "doorgestuurd bericht",
            "oprindelig meddelelse",
            "videresendt meddelelse",
            "originalmeddelande",
            "ursprungligt meddelande",
            "vidarebefordrat meddelande",
            "opprinnelig melding",
            "alkuper\u00E4inen viesti",
            "p\u016Fvodn\u00ED zpr\u00E1va",
            "oryginalna wiadomo\u015B\u0107",
            "eredeti \u00FCzenet",
            "\u0438\u0441\u0445\u043E\u0434\u043D\u043E\u0435 \u0441\u043E\u043E\u0431\u0449\u0435\u043D\u0438\u0435",
            "\u043F\u0435\u0440\u0435\u0441\u044B\u043B\u0430\u0435\u043C\u043E\u0435 "
                    + "\u0441\u043E\u043E\u0431\u0449\u0435\u043D\u0438\u0435",
            "\u539F\u59CB\u90AE\u4EF6",
            "\u539F\u59CB\u90F5\u4EF6",
            "\u8F6C\u53D1\u90AE\u4EF6",
            "\u8F49\u5BC4\u90F5\u4EF6",
            "\u5143\u306E\u30E1\u30C3\u30BB\u30FC\u30B8",
            "\u8EE2\u9001\u30E1\u30C3\u30BB\u30FC\u30B8",
            "\uC6D0\uBCF8 \uBA54\uC2DC\uC9C0",
            "\uC804\uB2EC\uB41C \uBA54\uC2DC\uC9C0");

    private static final Set<String> SENDER_NAMES = Set.of(
            "from",
            "von",
            "de",
            "da",
            "van",
            "fra",
            "fr\u00E5n",
            "od",
            "l\u00E4hett\u00E4j\u00E4",
            "felad\u00F3",
            "kimden",
            "\u043E\u0442",
            "\u53D1\u4EF6\u4EBA",
            "\u5BC4\u4EF6\u8005",
            "\u5DEE\u51FA\u4EBA",
            "\uBCF4\uB0B8 \uC0AC\uB78C");

    private static final Set<String> SUBJECT_NAMES = Set.of(
            "subject",
            "betreff",
            "objet",
            "oggetto",
            "asunto",
            "assunto",
            "onderwerp",
            "emne",
            "\u00E4mne",
            "aihe",
            "p\u0159edm\u011Bt",
            "temat",
            "t\u00E1rgy",
            "konu",
            "\u0442\u0435\u043C\u0430",
            "\u4E3B\u9898",
            "\u4E3B\u65E8",
            "\u4EF6\u540D",
            "\uC81C\uBAA9");

    /** Names of date and recipients, in the languages in which mail programs announce forwarded messages most often. */
    private static final Set<String> DATE_AND_RECIPIENT_NAMES = Set.of(
            "date",
            "sent",
            "to",
            "cc",
            "bcc",
            "sender",
            "organization",
            "datum",
            "gesendet",
            "an",
            "kopie",
            "envoy\u00E9",
            "\u00E0",
            "fecha",
            "enviado",
            "enviado el",
            "para",
            "data",
            "inviato",
            "a",
            "verzonden",
            "aan",
            "\u53D1\u9001\u65F6\u95F4",
            "\u6536\u4EF6\u4EBA",
            "\u6284\u9001");

    private MailWords() {}

    /** Returns whether the words of a line announce a forwarded message. */
    static boolean beginForwarded(String words) {
        return FORWARDED_WORDS.stream().anyMatch(known -> {
            int at = words.indexOf(known);
            return at >= 0 && at <= MAX_BEFORE_WORDS;
        });
    }

    /** Returns whether a header line with this name contains the sender. */
    static boolean isSender(String name) {
        return name.isEmpty() == false && SENDER_NAMES.contains(name);
    }

    /** Returns whether a header line with this name contains the subject. */
    static boolean isSubject(String name) {
        return SUBJECT_NAMES.contains(name);
    }

    /** Returns whether a line with this name is a header line of a message, including names with a hyphen, such as {@code reply-to}. */
    static boolean isHeader(String name) {
        return isSender(name)
                || isSubject(name)
                || DATE_AND_RECIPIENT_NAMES.contains(name)
                || name.indexOf('-') > 0 && name.indexOf(' ') < 0;
    }
}
