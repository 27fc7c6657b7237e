"""Entries of six English dictionaries and glossaries: entries that one dictionary copied from another, two releases of one dictionary,
entries for two spellings of a word, homographs, and entries of one form ("a town in ..."). The title is the headword.

Contains the entries of a part of the alphabet, because all would be 190,000.
"""
import glob
import gzip
import os
import re

from lib.debian import Archive, write

COMPUTING, GENERAL = re.compile(r"(?i)[bc]"), re.compile(r"(?i)ca")  # beginnings of headwords
DICTIONARIES = [
    # package, version, release, prefix of the ids, headwords, end of a headword in the first line
    ("dict-devil", "1.0-13.1", "trixie", "devil", COMPUTING, r", "),
    ("dict-foldoc", "20201018-1", "bullseye", "foldoc-2020", COMPUTING, None),
    ("dict-foldoc", "20250211-1", "trixie", "foldoc-2025", COMPUTING, None),
    ("dict-gcide", "0.48.5+nmu4", "trixie", "gcide", GENERAL, r" \\"),
    ("dict-jargon", "4.4.7-3.1", "trixie", "jargon", COMPUTING, None),
    ("dict-wn", "1:3.0-39", "trixie", "wn", GENERAL, None),
]
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"
MIN_WORDS, MAX_CHARS = 20, 20_000  # shorter ones are a line, longer ones essays


def number(digits):
    """Returns a number of an index of dictd, in base 64."""
    value = 0
    for digit in digits:
        value = value * 64 + DIGITS.index(digit)
    return value


def entries(root):
    """Yields the entries of a dictionary in the format of dictd."""
    (index,) = glob.glob(os.path.join(root, "usr/share/dictd/*.index"))
    with gzip.open(index.replace(".index", ".dict.dz")) as file:
        data = file.read()
    spans = set()  # the index has another line for each spelling and part of a headword
    with open(index, encoding="utf-8") as lines:
        for line in lines:
            headword, start, length = line.rstrip("\n").split("\t")[:3]
            if not headword.startswith("00"):
                spans.add((number(start), number(length)))
    for start, length in sorted(spans):
        yield data[start : start + length].decode("utf-8", "replace").strip()


def fetch(folder):
    archive = Archive(os.path.join(folder, "apt"), sorted({release for _, _, release, *_ in DICTIONARIES}))
    documents, numbers = [], {}
    for package, version, release, prefix, headwords, end in DICTIONARIES:
        for entry in entries(archive.extract(package, version, release)):
            line, _, text = entry.partition("\n")
            title = (re.split(end, line)[0] if end else line).strip()
            words = re.findall(r"\w+", entry)
            if headwords.match(title) and len(words) >= MIN_WORDS and len(entry) <= MAX_CHARS:
                name = f"{prefix}/{re.sub(r'[^a-z0-9]+', '-', title.lower()).strip('-')}"
                numbers[name] = numbers.get(name, 0) + 1  # homographs
                text = (line[len(title) :].lstrip(", ") + "\n" + text).strip("\n")
                documents.append({"id": f"{name}/{numbers[name]}", "title": title, "text": text})
    write(folder, documents)
