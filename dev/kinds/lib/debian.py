"""Packages and indices of Debian releases, downloaded through apt with a separate state, so that the sources of the machine do not change."""
import glob
import gzip
import json
import os
import re
import subprocess
import sys
import tempfile

KEYRING = "/usr/share/keyrings/debian-archive-keyring.gpg"


def run(*command, **options):
    """Runs a command and returns its output. Raises CalledProcessError if the command fails."""
    return subprocess.run(command, check=True, stdout=subprocess.PIPE, text=True, **options).stdout


def mirror():
    """Returns the mirror of the Debian archive in the sources of this machine: the first one that is not for security updates."""
    for line in run("apt-get", "indextargets", "--format", "$(REPO_URI) $(RELEASE)", "Created-By: Packages", "Origin: Debian").splitlines():
        uri, release = line.split()
        if "security" not in release:
            return uri
    raise SystemExit("kinds: apt has no sources of Debian: add one, run apt-get update, and try again")


class Archive:
    """Some releases of Debian.

    folder: a cache for lists and packages; suites: names of releases; language: of the package descriptions; components: names of sections;
    options: more options of apt.
    """

    def __init__(self, folder, suites, language="none", components="main", options=()):
        self.folder = os.path.abspath(folder)
        lists, cache = os.path.join(self.folder, "lists"), os.path.join(self.folder, "cache")
        os.makedirs(os.path.join(lists, "partial"), exist_ok=True)
        os.makedirs(os.path.join(cache, "archives", "partial"), exist_ok=True)
        sources = os.path.join(self.folder, "sources.list")
        with open(sources, "w", encoding="utf-8") as out:
            for suite in suites:
                out.write(f"deb [signed-by={KEYRING}] {mirror()} {suite} {components}\n")
        self.options = [
            f"-oDir::Etc::SourceList={sources}",
            "-oDir::Etc::SourceParts=/dev/null",
            f"-oDir::State::Lists={lists}",
            f"-oDir::Cache={cache}",
            f"-oAcquire::Languages={language}",
            "-oAPT::Sandbox::User=root",
            *options,
        ]
        run("apt-get", *self.options, "update", "-qq")

    def descriptions(self, suite, language):
        """Returns the descriptions of the packages of a release in a language: {package: text}. The first line is the short description."""
        (path,) = glob.glob(os.path.join(self.folder, "lists", f"*_dists_{suite}_main_i18n_Translation-{language}*"))
        texts = {}
        for paragraph in run("/usr/lib/apt/apt-helper", "cat-file", path).split("\n\n"):
            package = re.match(r"Package: (\S+)\n", paragraph)
            text = re.search(rf"^Description-{language}: (.*)", paragraph, re.S | re.M)
            if package and text:
                lines = text.group(1).rstrip("\n").split("\n")
                texts[package.group(1)] = "\n".join([lines[0]] + ["" if line == " ." else line[1:] for line in lines[1:]])
        return texts

    def extract(self, package, version, suite):
        """Downloads a package and returns the folder with its files. If the version is not in the archive, uses the newest version of the
        release and prints a warning."""
        for wanted in (f"{package}={version}", f"{package}/{suite}"):
            target = os.path.join(self.folder, re.sub(r"[=/:]", "_", wanted))
            if os.path.isdir(target):
                return target
            with tempfile.TemporaryDirectory(dir=self.folder) as folder:
                try:
                    run("apt-get", *self.options, "download", "-qq", wanted, cwd=folder)
                except subprocess.CalledProcessError:
                    if "=" in wanted:
                        print(f"kinds: {wanted} is not in the archive, using the newest version of {suite}", file=sys.stderr)
                    continue
                (deb,) = glob.glob(os.path.join(folder, "*.deb"))
                run("dpkg-deb", "-x", deb, os.path.join(folder, "files"))
                os.rename(os.path.join(folder, "files"), target)
            return target
        raise SystemExit(f"kinds: {suite} has no package {package}")


def write(folder, documents):
    """Writes documents, sorted by id, to docs.ndjson.gz in a folder. The same documents give the same bytes."""
    path = os.path.join(folder, "docs.ndjson.gz")
    with open(path + ".partial", "wb") as raw, gzip.GzipFile("", "wb", 9, raw, mtime=0) as out:
        for document in sorted(documents, key=lambda one: one["id"]):
            out.write((json.dumps(document, ensure_ascii=False) + "\n").encode("utf-8"))
    os.rename(path + ".partial", path)
