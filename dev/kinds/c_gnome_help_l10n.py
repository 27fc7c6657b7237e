"""Pages of the help of a desktop in languages with other scripts, in three releases of Debian: versions, siblings, partly translated.

The text is the visible text, one paragraph, heading or item per line. A page that is not translated in a language is left out.
"""

import glob
import os
import re
import unicodedata
import xml.etree.ElementTree as ET
import zlib

from lib.debian import Archive, write

PACKAGE = 'gnome-user-docs'
RELEASES = {'11': ('bullseye', '3.38.2-1'), '12': ('bookworm', '43.0-2'), '13': ('trixie', '48.2-1')}
LANGUAGES = ('el', 'gu', 'ja', 'ko', 'mr', 'ru', 'sr', 'ta', 'te', 'uk', 'zh_CN')
# Each language has one of two pages, with the same first letters, so that it has whole families of siblings.
SHARE, FAMILY = 2, 5
# Fraction of the letters that are Latin in a page that is not translated. Names of programs and keys are always Latin.
MAX_LATIN = 0.5
MIN_CHARS = 200
NAMESPACE = '{http://projectmallard.org/1.0/}'
LINES = ('title', 'p', 'screen', 'code')


def lines(element):
    """Yields the text of each paragraph, heading and block of an element, without metadata and comments of translators."""
    for child in element:
        name = child.tag.removeprefix(NAMESPACE) if isinstance(child.tag, str) else 'comment'
        if name in LINES:
            yield ' '.join(''.join(child.itertext()).split())
        elif name not in ('info', 'comment', 'media'):
            yield from lines(child)


def document(identity, path):
    page = ET.parse(path).getroot()
    title, *rest = filter(None, lines(page)) if page.find(f'{NAMESPACE}title') is not None else ('',)
    text = '\n'.join(rest)
    letters = re.findall(r'[^\W\d_]', text)
    latin = sum(1 for letter in letters if unicodedata.name(letter, '').startswith('LATIN'))
    if len(text) < MIN_CHARS or latin > MAX_LATIN * len(letters):
        return None
    return {'id': identity, 'title': title, 'text': text}


def fetch(folder):
    archive = Archive(os.path.join(folder, 'apt'), [suite for suite, _ in RELEASES.values()])
    documents = []
    for release, (suite, version) in RELEASES.items():
        root = os.path.join(archive.extract(PACKAGE, version, suite), 'usr/share/help')
        for language in LANGUAGES:
            for path in glob.glob(os.path.join(root, language, 'gnome-help/*.page')):
                name = os.path.basename(path).removesuffix('.page')
                if zlib.crc32(f'{language} {name[:FAMILY]}'.encode()) % SHARE == 0:
                    documents.append(document(f'{release}/{language}/{name}', path))
    write(folder, filter(None, documents))
