"""Descriptions of applications and fonts in catalogs of two releases, in ten languages, as HTML without URLs: revised and partly translated
descriptions, and descriptions of one form (fonts, language packs, plug-ins).
"""

import glob
import html
import os
import subprocess

import yaml

from lib.debian import Archive, write

RELEASES = ('bullseye', 'trixie')
LANGUAGES = {'C': 'en', 'ar': 'ar', 'fi': 'fi', 'hu': 'hu', 'id': 'id', 'ja': 'ja', 'ko': 'ko', 'ru': 'ru', 'tr': 'tr', 'uk': 'uk'}
CATALOG = (
    '-oAcquire::IndexTargets::deb::DEP-11::MetaKey=$(COMPONENT)/dep11/Components-amd64.yml',
    '-oAcquire::IndexTargets::deb::DEP-11::ShortDescription=Components-amd64',
    '-oAcquire::IndexTargets::deb::DEP-11::Description=$(RELEASE)/$(COMPONENT) DEP-11',
    '-oAcquire::IndexTargets::deb::DEP-11::KeepCompressed=true',
    '-oAcquire::IndexTargets::deb::DEP-11::DefaultEnabled=true',
)
MIN_CHARS = 200


def fetch(folder):
    archive = Archive(os.path.join(folder, 'apt'), RELEASES, options=CATALOG)
    documents = {}
    for release in RELEASES:
        (path,) = glob.glob(os.path.join(archive.folder, 'lists', f'*_dists_{release}_main_dep11_Components-amd64.yml*'))
        catalog = subprocess.run(['/usr/lib/apt/apt-helper', 'cat-file', path], check=True, stdout=subprocess.PIPE).stdout
        for component in yaml.load_all(catalog, getattr(yaml, 'CSafeLoader', yaml.SafeLoader)):
            names, summaries = component.get('Name', {}), component.get('Summary', {})
            for language, text in component.get('Description', {}).items():
                if language in LANGUAGES and len(text) >= MIN_CHARS:
                    name, summary = (html.escape(texts.get(language) or texts.get('C', '')) for texts in (names, summaries))
                    page = (
                        f'<!DOCTYPE html>\n<html lang="{LANGUAGES[language]}"><head><meta charset="utf-8"><title>{name}</title></head>'
                        f'<body>\n<h1>{name}</h1>\n<p>{summary}</p>\n{text}\n</body></html>'
                    )
                    identity = f'{release}/{LANGUAGES[language]}/{component["ID"]}'
                    documents.setdefault(identity, {'id': identity, 'html': page})
    write(folder, list(documents.values()))
