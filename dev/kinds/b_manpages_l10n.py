"""Manual pages as plain text in five languages, each in two releases of Debian: versions, siblings, commands that share options.

The title is the line of the section NAME. There is no URL. The text is the visible text, one paragraph per line. Requests of the formatter are
resolved here, so that the text does not depend on the version of a formatter.
"""
import glob
import gzip
import os
import re
import zlib

from lib.debian import Archive, write

PACKAGES = {
    "12": ("bookworm", {"de": "4.18.1-1", "fr": "4.18.1-1", "es": "4.18.1-1", "pl": "1:4.18.1-1", "en": "6.03-2"}),
    "13": ("trixie", {"de": "4.27.0-1", "fr": "4.27.0-1", "es": "4.27.0-1", "pl": "1:4.27.0-1", "en": "6.9.1-1"}),
}
FAMILIES = 2  # about 2,600 of 5,200 pages
MAX_CHARS = 100_000  # excludes a few very long manuals


CHARACTERS = {"e": "\\", "&": "", "c": "", "/": "", ",": "", "|": " ", "^": "", "0": " ", "~": " ", ":": "", "%": "", "u": "", "d": ""}
GLYPHS = {
    **{"aq": "'", "dq": '"', "cq": "’", "oq": "‘", "lq": "“", "rq": "”", "Bq": "„", "Fo": "«", "Fc": "»", "bu": "•", "em": "—", "en": "–"},
    **{"hy": "-", "mi": "-", "rs": "\\", "ha": "^", "ti": "~", "ga": "`", "co": "©", "rg": "®", "at": "@", "mc": "µ", "<=": "≤", ">=": "≥"},
    **{"->": "→", "mu": "×", "+-": "±", "or": "|", "ba": "|", "sh": "#", "Do": "$", "ss": "ß", "'a": "á", "'e": "é", "'o": "ó"},
    **{":a": "ä", ":o": "ö", ":u": "ü"},
}
HIDDEN = re.compile(
    r"\.\s*(ad|als|am|as|bp|ce|cp|de|do|ds|el|fi|ft|hy|ie|if|in|ll|mso|na|ne|nf|nh|nr|ns|po|rm|rr|rs|so|sp|ss|ta|ti|tr"
    r"|EX|EE|PD|RS|RE|UE|ME|YS|IX|TS|TE|P|PP|LP|HP|TP|TQ|br)\b"
)
WORD = re.compile(r'"((?:[^"]|"")*)"|((?:[^\s\\]|\\.)+)')


def plain(line):
    """Returns a line of input without fonts, sizes and names of characters."""
    line = re.sub(r'\\".*', "", line)
    line = re.sub(r"\\\[u([0-9A-F]{4,5})\]", lambda found: chr(int(found[1], 16)), line)
    line = re.sub(r"\\\*\((..)", lambda found: GLYPHS.get(found[1], ""), line)
    line = re.sub(r"\\f(\[[^]]*\]|\(..|.)|\\s[-+]?\d+|\\[mM]\[[^]]*\]|\\[hvwZ]'[^']*'|\\n\[[^]]*\]|\\z", "", line)
    line = re.sub(r"\\\(([^ ]{2})|\\\[([^]]+)\]", lambda found: GLYPHS.get(found[1] or found[2], ""), line)
    return re.sub(r"\\(.)", lambda found: CHARACTERS.get(found[1], found[1]), line)


def render(source):
    """Returns the text of a page with `man` macros: one paragraph, item or heading per line."""
    out, hidden, layout = [[]], False, False
    for line in source.split("\n"):
        if layout or line.startswith(".TS"):  # the columns of a table
            layout = not line.rstrip().endswith(".")
            continue
        if re.match(r"[.']\s*((de|am)i?1?|ig)\b", line):
            hidden = True
        elif hidden:
            hidden = not re.match(r"\.\s*\.", line)
        elif re.match(r"[.']\s*(\\\"|$)|'", line):
            continue
        elif not line.startswith("."):
            if not line.strip():
                out.append([])
            out[-1].append(plain(line).strip())
        else:
            name, _, rest = line[1:].strip().partition(" ")
            words = [quoted.replace('""', '"') if quoted else bare for quoted, bare in WORD.findall(rest)]
            if HIDDEN.match(line) or name in ("IP", "SH", "SS", "SY", "TH"):
                out.append([])
            if name in ("SH", "SS", "TH", "SY", "IP"):
                out[-1].append(" ".join(plain(word) for word in (words[:1] if name == "IP" else words)))
                out.append([])
            elif name == "MR":
                out[-1].append("{}({}){}".format(*map(plain, [*words, "", "", ""])))
            elif not HIDDEN.match(line):
                out[-1].append(("" if len(name) == 2 and name not in ("SM", "SB") else " ").join(plain(word) for word in words))
    return "\n".join(filter(None, (" ".join(" ".join(part).split()) for part in out))) + "\n"


def document(identity, path):
    with gzip.open(path, "rt", encoding="utf-8") as file:
        source = file.read()
    heading = re.search(r"^\.SH +(.+)", source, re.M)
    if not heading or not re.search(r"^\.TH ", source, re.M):  # a reference to another page, or macros of another kind
        return None
    text = render(source)
    name = re.search("^" + re.escape(" ".join(plain(heading[1]).replace('"', "").split())) + "\n(.+)", text, re.M)
    return {"id": identity, "title": name[1], "text": text} if name and len(text) <= MAX_CHARS else None


def fetch(folder):
    archive = Archive(os.path.join(folder, "apt"), [suite for suite, _ in PACKAGES.values()])
    documents = []
    for number, (suite, versions) in PACKAGES.items():
        for language, version in versions.items():
            package = "manpages" if language == "en" else f"manpages-{language}"
            root = os.path.join(archive.extract(package, version, suite), "usr/share/man", "" if language == "en" else language)
            for path in glob.glob(os.path.join(root, "man*", "*.gz")):
                name = os.path.basename(path)[: -len(".gz")]
                if not os.path.islink(path) and zlib.crc32(name[:4].encode()) % FAMILIES == 0:
                    documents.append(document(f"{number}/{language}/{name}", path))
    write(folder, filter(None, documents))
