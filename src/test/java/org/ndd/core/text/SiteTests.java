package org.ndd.core.text;

import java.util.concurrent.TimeUnit;
import org.apache.lucene.tests.util.LuceneTestCase;

public class SiteTests extends LuceneTestCase {

    private static void assertSite(String expected, String url) {
        assertEquals(url, expected, Site.of(url));
    }

    public void testHostWithoutWww() {
        assertSite("example.org", "http://example.org/a/b?c#d");
        assertSite("example.org", "https://www.example.org");
        assertSite("example.org", "https://www2.example.org");
        assertSite("b.a.example.org", "https://b.a.example.org/");
        assertSite("example.co.uk", "http://www.example.co.uk/");
        assertSite("example.co.uk", "http://example.co.uk/");
        assertSite("www.org", "http://www.org/");
        assertSite("www123.example.org", "http://www123.example.org/");
        assertSite("wwwx.example.org", "http://wwwx.example.org/");
        assertSite("localhost", "http://localhost/index.html");
        assertSite("example.org", "HTTP://WWW.Example.ORG/Path");
        assertSite("example.org", "http://www.example.org./");
    }

    public void testIgnoresPortAndUser() {
        assertSite("example.org", "http://www.example.org:8080/x");
        assertSite("example.org", "http://user:pass@www.example.org:8080/x");
        assertSite("example.org", "http://user@mail.org@www.example.org/x");
        assertSite("localhost", "http://localhost:9200");
        assertSite("example.org", "http://www.example.org\\path");
        assertSite("example.org", "http://www.example.org?q=/a");
        assertSite("example.org", "  http://www.example.org  ");
    }

    public void testIpAddresses() {
        assertSite("192.168.1.20", "http://192.168.1.20/x");
        assertSite("192.168.1.20", "http://192.168.1.20:80/x");
        assertSite("[2001:db8::1]", "http://[2001:DB8::1]:80/x");
        assertNull(Site.of("http://[2001:db8::1"));
    }

    public void testInternationalNames() {
        assertSite("xn--mnchen-3ya.de", "http://www.m\u00FCnchen.de/");
        assertSite("xn--mnchen-3ya.de", "http://www.xn--mnchen-3ya.de/");
        assertSite("xn--fa-hia.de", "http://fa\u00DF.de/");
        assertSite("xn--fsqu00a.xn--0zwm56d", "http://\u4F8B\u5B50.\u6D4B\u8BD5/");
    }

    public void testMissingScheme() {
        assertSite("example.org", "www.example.org/a");
        assertSite("example.org", "//www.example.org/a");
        assertSite("example.org", "www.example.org/login?back=http://other.com/");
        assertSite("example.org", "www.example.org:80/http://other.com/");
    }

    public void testPathsAndMailAddresses() {
        assertSite(null, "mailto:joe@mail.example.com");
        assertSite(null, "joe@mail.example.com/x");
        assertSite(null, "index.html");
        assertSite(null, "docs/index.html");
        assertSite(null, "v1.2/index.html");
        assertSite(null, "/path?u=http://other.org/");
        assertSite(null, "http://[zzz]/");
        assertSite("example.com", "example.com/r?u=http://other.org/x");
    }

    public void testNoSite() {
        assertSite(null, null);
        for (String url : new String[] {
            "",
            " ",
            "/",
            "/path/x.html",
            "a",
            "page",
            "urn:isbn:123",
            "urn:test:www.example.org",
            "mailto:x",
            "javascript:alert(1)",
            "about:blank",
            "file:///etc/hosts",
            "http://",
            "http:///x",
            "http://?x",
            "http://:80/",
            "http://.",
            "http://..",
            "http://a..b/",
            "http://.a.b/",
            "http://a b.org/",
            "http://a<b>.org/",
            "http://%31.org/",
            "http://\uD800.org/",
            "http://\u0000.org/",
            "://example.org",
            "?u=http://a.b.c/"
        }) {
            assertSite(null, url);
        }
        assertSite(null, "http://" + "a".repeat(64) + ".org/");
        assertSite(null, "http://" + "abcdefg.".repeat(40) + "org/");
    }

    public void testRandomInputs() {
        for (int round = atLeast(5000); round > 0; round--) {
            String site =
                    Site.of((random().nextBoolean() ? "http://" : "") + RandomText.any(random(), random().nextInt(20)));
            assertTrue(site, site == null || site.matches("[a-z0-9_.-]{1,253}|\\[.*\\]"));
        }
        long start = System.nanoTime();
        for (String piece : new String[] {"a", "a.", "\u4F60", "@", ":", "/", "//", "://", "[", "\u00FC."}) {
            Site.of(piece.repeat(5_000_000));
            Site.of("http://" + piece.repeat(5_000_000));
        }
        assertTrue("took longer than 60 s", System.nanoTime() - start < TimeUnit.SECONDS.toNanos(60));
    }
}
