"""Pages of the help of office programs in Hungarian, Khmer and Korean, in two releases, with the header, search and menu of the help around
each page: revised and partly translated pages, and pages of one form about another function or command. HTML with URLs.
"""

import glob
import os
import re
import zlib

from lib.debian import Archive, write

RELEASES = {'bullseye': '7.0', 'trixie': '25.2'}
VERSIONS = {'bullseye': '1:7.0.4-4+deb11u10', 'trixie': '4:25.2.3-2+deb13u9'}
LANGUAGES = ('hu', 'km', 'ko')
PAGES = r'(scalc|swriter|shared)/.*'
SHARE = 6  # one page of so many
# Share of the letters that are ASCII in a page that is not translated (Hungarian: none is left out).
MAX_LATIN = 0.6


def content(page):
    """Returns the main content of a page without tags."""
    return re.sub(r'<[^>]+>', ' ', page.partition('id="DisplayArea"')[2])


def translated(page, language):
    letters = [char for char in content(page) if char.isalpha()]
    return language == 'hu' or sum(char.isascii() for char in letters) <= len(letters) * MAX_LATIN


def fetch(folder):
    archive = Archive(os.path.join(folder, 'apt'), list(RELEASES))
    documents = []
    for suite, release in RELEASES.items():
        for language in LANGUAGES:
            files = archive.extract(f'libreoffice-help-{language}', VERSIONS[suite], suite)
            for path in sorted(glob.glob(os.path.join(files, '**', language, 'text', '**', '*.html'), recursive=True)):
                name = path.partition('/text/')[2]
                if re.fullmatch(PAGES, name) and zlib.crc32(name.encode()) % SHARE == 0 and not os.path.islink(path):
                    with open(path, encoding='utf-8', errors='replace') as file:
                        page = file.read()
                    if translated(page, language):
                        identity = f'{language}/text/{name}'
                        documents.append(
                            {'id': f'{release}/{identity}', 'url': f'https://help.libreoffice.org/{release}/{identity}', 'html': page}
                        )
    write(folder, documents)
