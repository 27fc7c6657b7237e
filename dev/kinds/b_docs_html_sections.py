"""Web pages of two documentations, each in two releases, with the menu of a section in every page: siblings (drivers, calls, release notes)
share menu and form, and versions share the text under another menu.

The URLs are the public URLs of the pages. The title is the title of the page.
"""
import glob
import os

from lib.debian import Archive, write

SITES = (
    # package, version, release, folder of the pages, their address, sections
    ("linux-doc-5.10", "5.10.223-1", "bullseye", "linux-doc-5.10/html", "https://www.kernel.org/doc/html/v5.10/", "linux"),
    ("linux-doc-6.1", "6.1.170-3", "bookworm", "linux-doc-6.1/html", "https://www.kernel.org/doc/html/v6.1/", "linux"),
    ("python-django-doc", "3:3.2.25-0+deb12u3", "bookworm", "python-django-doc/html", "https://docs.djangoproject.com/en/3.2/", "django"),
    ("python-django-doc", "3:4.2.28-0+deb13u2", "trixie", "python-django-doc/html", "https://docs.djangoproject.com/en/4.2/", "django"),
)
SECTIONS = {
    "linux": (
        "admin-guide/device-mapper",
        "filesystems",
        "hwmon",
        "i2c",
        "input",
        "networking/device_drivers",
        "translations/it_IT",
        "translations/zh_CN",
        "userspace-api/media/v4l",
    ),
    "django": ("howto", "ref", "releases", "topics"),
}
MAX_BYTES = 200_000  # leaves out some pages as long as a book


def fetch(folder):
    archive = Archive(os.path.join(folder, "apt"), sorted({site[2] for site in SITES}))
    documents = []
    for package, version, release, pages, address, sections in SITES:
        root = os.path.join(archive.extract(package, version, release), "usr/share/doc", pages)
        for section in SECTIONS[sections]:
            for path in glob.glob(os.path.join(root, section, "**", "*.html"), recursive=True):
                if os.path.getsize(path) <= MAX_BYTES:
                    url = address + os.path.relpath(path, root)
                    with open(path, encoding="utf-8") as file:
                        documents.append({"id": url.split("//")[1], "url": url, "html": file.read()})
    write(folder, documents)
