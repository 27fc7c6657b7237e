"""Package descriptions of Debian in German: families of siblings (-dev, -doc, plugins) that differ in single words. No titles, no URLs.

Contains whole families of one release, one of FAMILIES families, and each description with different words in another release, with its
counterpart. Unchanged descriptions are included only once, because they would be thousands of equal texts.
"""
import os
import re
import zlib

from lib.debian import Archive, write

RELEASE = "bookworm"
OTHERS = {"11": "bullseye", "13": "trixie"}
FAMILIES = 7  # about 2,000 of 14,000 descriptions


def family(package):
    """Returns the first letters of a package after the prefix of its language or kind. Siblings have the same letters."""
    return re.sub(r"^(lib|python3?-|ruby-|node-|golang-|php-|fonts-|r-cran-|gir1\.2-)", "", package)[:4]


def fetch(folder):
    archive = Archive(os.path.join(folder, "apt"), [RELEASE, *OTHERS.values()], "de")
    texts = archive.descriptions(RELEASE, "de")
    chosen = {package for package in texts if zlib.crc32(family(package).encode()) % FAMILIES == 0}
    documents = []
    for number, suite in OTHERS.items():
        for package, text in archive.descriptions(suite, "de").items():
            if package in texts and text.split() != texts[package].split():
                chosen.add(package)
                documents.append({"id": f"{number}/{package}", "text": text})
    documents += [{"id": f"12/{package}", "text": texts[package]} for package in chosen]
    write(folder, documents)
