"""Texts of a game in 23 languages and two releases, without titles: descriptions of units and terrain, help and dialogues. Revised translations,
one text for a man and a woman, and abilities of one form.
"""

import gettext
import glob
import hashlib
import os

from lib.debian import Archive, write

RELEASES = {'bullseye': ('1.14', '1:1.14.15-1'), 'trixie': ('1.18', '1:1.18.5-1')}
LANGUAGES = 'ar bg ca cs de es fi fr gd gl hu it ja ko lt lv pl pt_BR sk tr uk vi zh_TW'.split()
MIN_CHARS, MIN_IDEOGRAPHS = 180, 70


def fetch(folder):
    archive = Archive(os.path.join(folder, 'apt'), list(RELEASES))
    documents = {}
    for release, (series, version) in RELEASES.items():
        root = os.path.join(archive.extract(f'wesnoth-{series}-data', version, release), 'usr/share/games/wesnoth', series, 'locale')
        for language in LANGUAGES:
            for path in sorted(glob.glob(os.path.join(root, language, 'LC_MESSAGES', '*.mo'))):
                with open(path, 'rb') as file:
                    translations = gettext.GNUTranslations(file)._catalog
                for source, text in translations.items():
                    minimum = MIN_IDEOGRAPHS if language in ('ja', 'ko', 'zh_TW') else MIN_CHARS
                    # Rules that make names begin with "main=".
                    if isinstance(source, str) and source and len(text) >= minimum and 'main=' not in text:
                        key = hashlib.md5(source.split('\x04')[-1].encode()).hexdigest()[:8]
                        identity = f'{series}/{language}/{os.path.basename(path)[:-3]}/{key}'
                        documents[identity] = {'id': identity, 'text': text}
    write(folder, list(documents.values()))
