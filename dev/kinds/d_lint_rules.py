"""Explanations of the rules of linters: of packages (one linter in three releases), scripts and style sheets.

The title is the name of the rule, with its summary in some linters. Rules for one construct, or for one construct before and after another
one, have explanations of one form that differ in single words. Rules were renamed, reworded and copied to the linter of another language.
"""
import glob
import os
import re

from lib.debian import Archive, write
from packages import members, npm, pinned

LINTIAN = {"bullseye": "2.104.0", "bookworm": "2.116.3+deb12u1", "trixie": "2.122.0+deb13u1"}
# A page for each rule.
RULE = r"docs/rules/([\w-]+)\.md|lib/rules/([\w-]+)/README\.md|doc/(md\d+)\.md"
MIN_CHARS = 200  # leaves out explanations of one sentence


def fields(text):
    """Returns the fields of the description of a rule: {name: value}, without the indentation of values."""
    values = re.findall(r"(?m)^([\w-]+):[ \t]*(.*(?:\n[ \t].*)*)", text)
    return {name: re.sub(r"(?m)^[ \t]+", "", re.sub(r"(?m)^[ \t]+\.$", "", value)).strip() for name, value in values}


def fetch(folder):
    archive = Archive(os.path.join(folder, "apt"), list(LINTIAN))
    documents = []
    for release, version in LINTIAN.items():
        root = os.path.join(archive.extract("lintian", version, release), "usr/share/lintian/tags")
        for path in glob.glob(os.path.join(root, "**", "*.tag"), recursive=True):
            with open(path, encoding="utf-8") as file:
                values = fields(file.read())
            rule = values["Check"] + "/" + values["Tag"] if values.get("Name-Spaced") == "yes" else values["Tag"]
            identity = f"lintian@{version.partition('+')[0]}/{rule}"
            documents.append({"id": identity, "title": rule, "text": values.get("Explanation", "")})
    for spec, path in npm(pinned("lint_rules"), os.path.join(folder, "packages")).items():
        for page, text in members(path, RULE):
            rule = next(filter(None, re.fullmatch(RULE, page).groups()))
            heading = re.match(r"#+ (.*)", text)
            documents.append({"id": f"{spec}/{rule}", "title": heading[1].strip() if heading else rule, "text": text.strip()})
    write(folder, [one for one in documents if len(one["text"]) >= MIN_CHARS])
