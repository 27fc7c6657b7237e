"""Definitions of the elements of health records in two versions of a standard: the title is the name of the element. Revised and renamed elements,
and elements of one form in other resources.
"""

import os
import re
import xml.etree.ElementTree as ET
import zipfile

from packages import maven, write

VERSIONS = ('dstu3', 'r4')
ARTIFACT = 'ca.uhn.hapi.fhir:hapi-fhir-validation-resources-{}:6.8.0:jar'
NAMESPACE = '{http://hl7.org/fhir}'
PARTS = ('short', 'definition', 'comment', 'requirements')
# Elements that all resources have.
INHERITED = re.compile(r'\.(id|meta|implicitRules|language|text|contained|extension|modifierExtension)$')
MIN_CHARS = 150


def fetch(folder):
    documents = {}
    for version in VERSIONS:
        with zipfile.ZipFile(maven(ARTIFACT.format(version), os.path.join(folder, 'packages'))) as archive:
            (path,) = [name for name in archive.namelist() if name.endswith('/profile/profiles-resources.xml')]
            for structure in ET.fromstring(archive.read(path)).iter(NAMESPACE + 'StructureDefinition'):
                for element in structure.iterfind(f'{NAMESPACE}snapshot/{NAMESPACE}element'):
                    name = element.find(NAMESPACE + 'path').get('value')
                    parts = [part.get('value') for part in (element.find(NAMESPACE + tag) for tag in PARTS) if part is not None]
                    text = '\n\n'.join(parts)
                    if len(text) >= MIN_CHARS and not INHERITED.search(name):
                        identity = f'{version}/{name}'
                        documents.setdefault(identity, {'id': identity, 'title': name, 'text': text})
    write(list(documents.values()), folder)
