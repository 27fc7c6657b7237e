"""Web pages of three manuals: an installation guide for several architectures in two releases, and the references of two databases in two
versions, among them their release notes. Siblings (commands, functions, views, releases) share their form.

The URLs are the public URLs of the pages. The pages of SQLite have the same URL in both versions, as if a crawler had read them twice. The
title is the title of the page.
"""
import glob
import os
import re

from lib.debian import Archive, write

ARCHITECTURES = {
    "bookworm": ("20230508+deb12u1", ("amd64", "arm64", "i386", "s390x")),
    "trixie": ("20250803+deb13u1", ("amd64", "arm64", "ppc64el", "s390x")),
}
GUIDES = [
    # package, version, release, folder of the pages, their address, their ids, names of pages
    (f"installation-guide-{name}", version, release, "en", f"https://www.debian.org/releases/{release}/{name}/", "", r"(ap|ch|pr)\w+\.html")
    for release, (version, names) in ARCHITECTURES.items()
    for name in names
]
POSTGRESQL = r"(catalog|functions|infoschema|release|spi|sql|view)-.*\.html"
SQLITE = r"(lang_\w+|c3ref/\w+|releaselog/\w+)\.html"
MANUALS = GUIDES + [
    ("postgresql-doc-15", "15.18-0+deb12u1", "bookworm", "html", "https://www.postgresql.org/docs/15/", "", POSTGRESQL),
    ("postgresql-doc-17", "17.12-0+deb13u1", "trixie", "html", "https://www.postgresql.org/docs/17/", "", POSTGRESQL),
    ("sqlite3-doc", "3.40.1-2+deb12u2", "bookworm", "", "https://www.sqlite.org/", "3.40.1/", SQLITE),
    ("sqlite3-doc", "3.46.1-7+deb13u2", "trixie", "", "https://www.sqlite.org/", "3.46.1/", SQLITE),
]
MIN_BYTES, MAX_BYTES = 1_000, 200_000  # leaves out forwarding pages, and some pages as long as a book


def fetch(folder):
    archive = Archive(os.path.join(folder, "apt"), list(ARCHITECTURES))
    documents = []
    for package, version, release, pages, address, prefix, names in MANUALS:
        name = "sqlite3" if package == "sqlite3-doc" else package
        root = os.path.join(archive.extract(package, version, release), "usr/share/doc", name, pages)
        for path in glob.glob(os.path.join(root, "**", "*.html"), recursive=True):
            page = os.path.relpath(path, root)
            if not os.path.islink(path) and re.fullmatch(names, page) and MIN_BYTES <= os.path.getsize(path) <= MAX_BYTES:
                with open(path, encoding="utf-8", errors="replace") as file:
                    url = address + (page.replace(".html", ".en.html") if "debian" in address else page)
                    documents.append({"id": prefix + url.split("//")[1], "url": url, "html": file.read()})
    write(folder, documents)
