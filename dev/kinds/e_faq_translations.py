"""Questions and sections of two guides in two releases, in German, Dutch, French, Italian, Russian, Japanese and Chinese: the title is the
question, the text its answer. Partly translated in one of the releases.
"""

import glob
import html
import os
import re

from lib.debian import Archive, write

FAQ = ('debian-faq', 'usr/share/doc/debian/FAQ', '10.1', '12.2')
GUIDE = ('developers-reference', 'usr/share/developers-reference', '11.0.21', '13.20')
SUITES = ('bullseye', 'trixie')
LANGUAGES = {FAQ: ('de', 'fr', 'ja', 'nl', 'ru', 'zh-cn'), GUIDE: ('fr', 'it', 'ja', 'ru')}
MIN_CHARS = 150  # leaves out sections of one sentence


def plain(markup):
    text = re.sub(r'<[^>]*>', '', re.sub(r'(?s)<(script|style).*?</\1>|<!--.*?-->', '', markup))
    return re.sub(r'\s*\n\s*', '\n', html.unescape(text)).strip()


def sections(page):
    """Yields title and text of the sections of a page, without navigation."""
    body = re.split(r'<div class="navfooter"|<footer|<div class="sphinxsidebar"', page)[0]
    parts = re.split(r'(?s)<h[1-6][^>]*>(.*?)</h[1-6]>', body)
    for heading, text in zip(parts[1::2], parts[2::2]):
        yield re.sub(r'^[\d.\s]+', '', ' '.join(plain(heading).split())).strip(' ¶\uf0c1'), plain(text)


def fetch(folder):
    archive = Archive(os.path.join(folder, 'apt'), SUITES)
    documents = {}
    for guide, languages in LANGUAGES.items():
        name, root, *versions = guide
        for language in languages:
            for suite, version in zip(SUITES, versions):
                place = os.path.join(archive.extract(f'{name}-{language}', version, suite), root)
                for path in sorted(glob.glob(os.path.join(place, '*', '*.html'))):
                    if os.path.basename(path) == 'developers-reference.html':  # all pages in one
                        continue
                    with open(path, encoding='utf-8', errors='replace') as file:
                        for number, (title, text) in enumerate(sections(file.read())):
                            if title and len(text) >= MIN_CHARS / (2 if language in ('ja', 'zh-cn') else 1):
                                page = os.path.basename(path).split('.')[0]
                                identity = f'{suite}/{name}-{language}/{page}/{number}'
                                documents[identity] = {'id': identity, 'title': title, 'text': text}
    write(folder, list(documents.values()))
