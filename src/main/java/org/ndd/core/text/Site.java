package org.ndd.core.text;

import com.ibm.icu.text.IDNA;
import java.util.Locale;
import java.util.regex.Pattern;

/**
 * Determines the site of a document: its host, without a first label such as {@code www} or {@code www2}. Henzinger's study of
 * near-duplicates takes the host without any first label. But hosts of one domain, such as those of projects or of bloggers, have separate
 * boilerplate. It is not found if it is learned from all of them together.
 */
public final class Site {

    /** Separates the host from the name of a section. No host contains it. */
    public static final char SECTION = '/';

    /** Maximum number of characters of a host. */
    public static final int MAX_HOST = 253;

    private static final Pattern WWW = Pattern.compile("www\\d{0,2}\\.(?=[^.]+\\.)");
    private static final Pattern HOST = Pattern.compile("[a-z0-9_-]{1,63}(?:\\.[a-z0-9_-]{1,63})*");
    private static final Pattern ADDRESS_IN_BRACKETS = Pattern.compile("\\[[0-9a-f:.]{2,45}\\]");
    private static final IDNA DOMAIN_NAMES = IDNA.getUTS46Instance(IDNA.NONTRANSITIONAL_TO_ASCII);

    private Site() {}

    /**
     * Returns the site of a URL.
     *
     * @param url with a scheme; or without, if it begins with {@code //} or {@code www.} or has a path; may be {@code null}
     * @return lower case, without port, international names as {@code xn--}; {@code null} if the URL has no host
     */
    public static String of(String url) {
        String host = url == null ? null : host(url.strip());
        return host == null ? null : WWW.matcher(host).lookingAt() ? host.substring(host.indexOf('.') + 1) : host;
    }

    /**
     * Returns the site of a document that may have a section: a part of its host, or of all documents without a host, that has separate
     * boilerplate.
     *
     * @param url see {@link #of(String)}
     * @param section its name; no section if it is {@code null}, blank, longer than a host may be, or the host itself
     * @return the host, the host and the section with a {@link #SECTION} between them, or the section after a {@link #SECTION};
     *     {@code null} if neither is known
     */
    public static String of(String url, String section) {
        String host = of(url);
        String name = line(section);
        if (name == null || name.equals(host)) {
            return host;
        }
        return (host == null ? "" : host) + SECTION + name;
    }

    /**
     * Returns a site without its section: documents of two sections of one host are documents of one site. A section without a host is a
     * separate site.
     *
     * @param site result of {@link #of(String, String)}; may be {@code null}
     */
    public static String withoutSection(String site) {
        int section = site == null ? -1 : site.indexOf(SECTION);
        return section > 0 ? site.substring(0, section) : site;
    }

    private static String line(String name) {
        String line = name == null ? "" : name.strip().replaceAll("\\s+", " ");
        return line.isEmpty() || line.length() > MAX_HOST ? null : line;
    }

    private static String host(String url) {
        int scheme = scheme(url);
        boolean noScheme = scheme < 0 && url.startsWith("//") == false;
        int start = scheme >= 0 ? scheme + 3 : noScheme ? 0 : 2;
        int end = start;
        while (end < url.length() && "/?#\\".indexOf(url.charAt(end)) < 0) {
            end++;
        }
        String authority = url.substring(start, end);
        if (noScheme && mayBeHost(authority, end < url.length() || url.startsWith("www.")) == false) {
            return null;
        }
        String host = authority.substring(authority.lastIndexOf('@') + 1);
        if (host.startsWith("[")) {
            String address = host.substring(0, host.indexOf(']') + 1).toLowerCase(Locale.ROOT);
            return ADDRESS_IN_BRACKETS.matcher(address).matches() ? address : null;
        }
        int port = host.indexOf(':');
        host = port < 0 ? host : host.substring(0, port);
        host = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        return host.isEmpty() || host.length() > MAX_HOST ? null : ascii(host);
    }

    /** Returns whether the beginning of a URL may be a host. Without a scheme it may also be a path or a mail address. */
    private static boolean mayBeHost(String authority, boolean looksLikeUrl) {
        int lastDot = authority.lastIndexOf('.');
        boolean endsWithName =
                lastDot > 0 && lastDot + 1 < authority.length() && isLetter(authority.charAt(lastDot + 1));
        return looksLikeUrl && endsWithName && authority.indexOf('@') < 0;
    }

    private static boolean isLetter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= 0x80;
    }

    /** Returns the end of the scheme at the beginning of a URL, or -1: a later {@code ://} belongs to its path or query. */
    private static int scheme(String url) {
        int end = 0;
        while (end < url.length() && isSchemeCharacter(url.charAt(end))) {
            end++;
        }
        return end > 0 && url.startsWith("://", end) ? end : -1;
    }

    private static boolean isSchemeCharacter(char c) {
        return c >= 'a' && c <= 'z' || c >= 'A' && c <= 'Z' || c >= '0' && c <= '9' || c == '+' || c == '-' || c == '.';
    }

    private static String ascii(String host) {
        String ascii = host;
        if (host.chars().anyMatch(c -> c >= 0x80)) {
            IDNA.Info info = new IDNA.Info();
            ascii = DOMAIN_NAMES.nameToASCII(host, new StringBuilder(), info).toString();
            if (info.hasErrors()) {
                return null;
            }
        }
        ascii = ascii.toLowerCase(Locale.ROOT);
        return ascii.length() <= MAX_HOST && HOST.matcher(ascii).matches() ? ascii : null;
    }
}
