"""Checks a page: well-formed HTML, unique ids, links that lead somewhere, and nothing from outside."""

import re
from html.parser import HTMLParser

VOID = {"meta", "link", "input", "br", "hr", "img"}


class Page(HTMLParser):
    """Reads a page strictly: every element is closed in order."""

    def __init__(self, text):
        super().__init__()
        self.open, self.ids, self.links, self.text = [], [], [], []
        self.feed(text)
        self.close()
        assert not self.open, f"not closed: {self.open}"

    def handle_starttag(self, tag, attrs):
        names = [name for name, _ in attrs]
        assert len(names) == len(set(names)), f"repeated attribute in <{tag}>: {names}"
        self._note(tag, dict(attrs))
        if tag not in VOID:
            self.open.append(tag)

    def handle_startendtag(self, tag, attrs):
        self._note(tag, dict(attrs))

    def handle_endtag(self, tag):
        assert self.open, f"</{tag}> closes nothing"
        assert self.open[-1] == tag, f"</{tag}> closes <{self.open[-1]}>"
        self.open.pop()

    def handle_data(self, data):
        if self.open and self.open[-1] not in ("style", "script"):
            self.text.append(data)

    def _note(self, tag, attrs):
        if "id" in attrs:
            self.ids.append(attrs["id"])
        self.links += [attrs[name] for name in ("href", "src", "xlink:href", "action") if name in attrs]


def check_page(text):
    """Checks a page and returns what it says."""
    assert text.startswith("<!DOCTYPE html>")
    page = Page(text)
    assert len(page.ids) == len(set(page.ids)), "repeated ids"
    for link in page.links:
        assert link.startswith(("#", "data:")), f"leads outside: {link[:80]}"
        assert not link.startswith("#") or link[1:] in page.ids, f"leads nowhere: {link}"
    for target in re.findall(r"url\(([^)]*)\)", text):
        assert target.startswith("#"), target
        assert target[1:] in page.ids, target
    assert "@import" not in text
    return " ".join(" ".join(page.text).split())
