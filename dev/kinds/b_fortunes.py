"""Quotations, jokes, verse and dialogues from collections in seven languages: short texts that were copied, reworded, cut and attributed to other
authors, and jokes and sayings of one form. No titles, no URLs.

Contains the quotations that share a sequence of words with a few others, and a sample of the rest.
"""
import collections
import glob
import os
import re
import zlib

from lib.debian import Archive, write

RELEASE = "bookworm"
PACKAGES = {
    "fortunes": "1:1.99.1-7.3",
    "fortunes-br": "20220821",
    "fortunes-cs": "2.0.9-1.1",
    "fortunes-de": "0.35-1",
    "fortunes-es": "1.36",
    "fortunes-it": "1.99-4.1",
    "fortunes-min": "1:1.99.1-7.3",
    "fortunes-pl": "0.0.20130525-3",
}
MIN_WORDS, MAX_CHARS = 20, 4_000  # shorter ones are a line, longer ones whole chapters
SEQUENCE, SHARED_BY = 8, 8  # words; quotations: a sequence in more quotations is a form or a name
REST = 60  # about 400 of 25,600


def quotations(package, root):
    for path in glob.glob(os.path.join(root, "usr/share/games/fortunes/**/*"), recursive=True):
        if os.path.isfile(path) and not os.path.islink(path) and not path.endswith((".dat", ".u8")):
            with open(path, encoding="utf-8") as file:
                parts = re.split(r"(?m)^%\s*$", file.read())
            for number, part in enumerate(parts):
                yield f"{package}/{os.path.basename(path)}/{number}", re.sub(r".\x08", "", part).strip("\n")


def fetch(folder):
    archive = Archive(os.path.join(folder, "apt"), [RELEASE])
    texts, ids_by_sequence = {}, collections.defaultdict(set)
    for package, version in PACKAGES.items():
        for identity, text in quotations(package, archive.extract(package, version, RELEASE)):
            words = re.findall(r"\w+", text.lower())
            if len(words) >= MIN_WORDS and len(text) <= MAX_CHARS:
                texts[identity] = text
                for start in range(len(words) - SEQUENCE + 1):
                    ids_by_sequence[tuple(words[start : start + SEQUENCE])].add(identity)
    shared = {identity for ids in ids_by_sequence.values() if 1 < len(ids) <= SHARED_BY for identity in ids}
    write(
        folder,
        [{"id": one, "text": text} for one, text in texts.items() if one in shared or zlib.crc32(one.encode()) % REST == 0],
    )
