package org.ndd.core.text;

import java.net.IDN;
import java.util.Locale;

/**
 * The site of a page, after Henzinger: the host where it has at most one dot, else the host without its first label. A
 * numeric address is a site as it is.
 */
public final class Site {

    private static final int MAX_HOST = 253;

    private Site() {}

    /**
     * The site of a URL.
     *
     * @param url with or without a scheme; may be {@code null}
     * @return lower case, without port; {@code null} where the URL has no host
     */
    public static String of(String url) {
        String host = url == null ? null : host(url.strip());
        if (host == null) {
            return null;
        }
        int firstDot = host.indexOf('.');
        boolean address = host.startsWith("[") || isNumeric(host);
        return address || firstDot < 0 || host.indexOf('.', firstDot + 1) < 0 ? host : host.substring(firstDot + 1);
    }

    private static String host(String url) {
        int scheme = scheme(url);
        int start = scheme >= 0 ? scheme + 3 : url.startsWith("//") ? 2 : 0;
        int end = start;
        while (end < url.length() && "/?#\\".indexOf(url.charAt(end)) < 0) {
            end++;
        }
        String authority = url.substring(start, end);
        String host = authority.substring(authority.lastIndexOf('@') + 1);
        if (host.startsWith("[")) {
            int close = host.indexOf(']');
            return close < 0 ? null : host.substring(0, close + 1).toLowerCase(Locale.ROOT);
        }
        int port = host.indexOf(':');
        host = port < 0 ? host : host.substring(0, port);
        host = host.endsWith(".") ? host.substring(0, host.length() - 1) : host;
        boolean bare = scheme < 0 && start == 0;
        boolean none = host.isEmpty() || host.length() > MAX_HOST || bare && host.indexOf('.') < 0;
        return none ? null : ascii(host);
    }

    /** Where the scheme ends that a URL begins with, or -1: a {@code ://} further on belongs to its path or query. */
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
        String ascii;
        try {
            ascii = IDN.toASCII(host, IDN.ALLOW_UNASSIGNED).toLowerCase(Locale.ROOT);
        } catch (IllegalArgumentException e) {
            return null;
        }
        for (int i = 0; i < ascii.length(); i++) {
            char c = ascii.charAt(i);
            boolean allowed = c >= 'a' && c <= 'z' || c >= '0' && c <= '9' || c == '-' || c == '_' || c == '.';
            if (allowed == false) {
                return null;
            }
        }
        boolean emptyLabel = ascii.startsWith(".") || ascii.endsWith(".") || ascii.contains("..");
        return ascii.isEmpty() || emptyLabel || ascii.length() > MAX_HOST ? null : ascii;
    }

    private static boolean isNumeric(String host) {
        for (int i = 0; i < host.length(); i++) {
            char c = host.charAt(i);
            if ((c >= '0' && c <= '9' || c == '.') == false) {
                return false;
            }
        }
        return true;
    }
}
