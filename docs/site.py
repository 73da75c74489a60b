"""What the documentation's site has beyond docs/: pages from elsewhere in the repository, the reference, llms.txt.

MkDocs calls the functions that begin with ``on_``. ``python docs/site.py`` writes llms.txt anew.
"""

from __future__ import annotations

import ast
import posixpath
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

ROOT = Path(__file__).parents[1]
SOURCE = ROOT / "src" / "reverie"
BESIDE = {
    "README.md": "index.md",
    "CONTRIBUTING.md": "contributing.md",
    "CHANGELOG.md": "changelog.md",
    "NOTICE": "notice.md",
    "benchmarks/README.md": "benchmarks/running.md",
    "benchmarks/peers/README.md": "benchmarks/peers.md",
    "corpus/README.md": "corpus.md",
    "docs/decisions": "decisions/index.md",
}
"""Pages that lie outside of docs/, by their place in the repository, and where the site has them."""

PARTS = {
    "Begin": ["README.md", "docs/tutorial.md", "docs/capabilities.md"],
    "How to": ["docs/how-to/*.md"],
    "Know more": ["docs/explanation/*.md", "docs/*.md", "CONTRIBUTING.md", "CHANGELOG.md"],
    "Optional": ["docs/decisions/*.md"],
}
"""The parts of llms.txt, and the pages of each; a page is in the first that names it."""

_LINK = re.compile(r"(?<=\]\()(?!\w+:|#)([^)#\s]+)")
_CODE = re.compile(r"^```.*?^```$", re.MULTILINE | re.DOTALL)


# -- what MkDocs calls ---------------------------------------------------------------------------


def on_files(files: Any, config: Any) -> Any:
    """Add the pages that are not in docs/."""
    from mkdocs.structure.files import File

    made = {place: (ROOT / path).read_text("utf-8") for path, place in BESIDE.items() if (ROOT / path).is_file()}
    made["decisions/index.md"] = _decisions()
    made |= dict(_reference())
    for place, text in made.items():
        files.append(File.generated(config, place, content=text))
    return files


def on_page_markdown(markdown: str, page: Any, **_more: Any) -> str:
    """Let links between files of the repository be links between pages of the site."""
    place = page.file.src_uri
    here = posixpath.dirname(next((path for path, there in BESIDE.items() if there == place), f"docs/{place}"))

    def linked(found: re.Match[str]) -> str:
        target = posixpath.normpath(posixpath.join(here, found[1]))
        there = BESIDE.get(target, target.removeprefix("docs/"))
        return posixpath.relpath(there, posixpath.dirname(place) or ".")

    return markdown if place.startswith("reference/") else _LINK.sub(linked, markdown)


def on_post_build(config: Any) -> None:
    """Write llms.txt, and all pages as one text beside it."""
    site = Path(config.site_dir)
    (site / "llms.txt").write_text(llms(lambda path: _place(path).removesuffix(".md") + ".html"), "utf-8")
    whole = [(ROOT / path).read_text("utf-8") for _part, paths in parts() for path in paths]
    (site / "llms-full.txt").write_text("\n\n".join(whole), "utf-8")


def _place(path: str) -> str:
    return BESIDE.get(path, path.removeprefix("docs/"))


def _decisions() -> str:
    names = sorted(path.name for path in (ROOT / "docs" / "decisions").glob("*.md"))
    rows = [f"- [{_title(f'docs/decisions/{name}')}](decisions/{name})" for name in names]
    return "\n".join(["# Decisions and their reasons", "", *rows, ""])


# -- the reference -------------------------------------------------------------------------------


def _reference() -> Iterator[tuple[str, str]]:
    """A page for each class whose verbs a program calls, and one for what the package itself has beside them."""
    faces = dict(sorted(_faces()))
    public = _public()
    rows = [f"- [{name}]({name}.md)" for name in faces]
    beside = [f"::: reverie.{name}" for name in public if name not in faces and not name.startswith("_")]
    modules = [f"- [{name}]({name}.md)" for name in _MODULES]
    yield (
        "reference/index.md",
        "\n".join(["# Reference", "", *rows, "", "Modules:", "", *modules, "", *(f"{one}\n" for one in beside)]),
    )
    for name, place in faces.items():
        yield f"reference/{name}.md", f"# {name}\n\n::: {place}\n    options:\n      show_root_heading: false\n"
    for name in _MODULES:
        yield f"reference/{name}.md", f"# {name}\n\n::: {name}\n    options:\n      show_root_heading: false\n"


_MODULES = ("reverie.errors", "reverie.ports", "reverie.testing", "reverie.aio", "reverie.spans")


def _faces() -> Iterator[tuple[str, str]]:
    """The classes that are ``checked``: their verbs are what a program calls. Names, and where each is."""
    for path in sorted(SOURCE.rglob("*.py")):
        for node in ast.parse(path.read_text("utf-8")).body:
            if isinstance(node, ast.ClassDef) and any(
                getattr(one, "id", "") == "checked" for one in node.decorator_list
            ):
                module = ".".join(path.relative_to(SOURCE.parent).with_suffix("").parts)
                yield node.name, f"{module}.{node.name}"


def _public() -> list[str]:
    """What ``reverie`` exports."""
    for node in ast.parse((SOURCE / "__init__.py").read_text("utf-8")).body:
        if isinstance(node, ast.Assign) and getattr(node.targets[0], "id", "") == "__all__":
            return [str(name) for name in ast.literal_eval(node.value)]
    raise LookupError("reverie has no __all__")


# -- llms.txt ------------------------------------------------------------------------------------


def parts() -> Iterator[tuple[str, list[str]]]:
    """The parts of llms.txt with their pages, by their place in the repository."""
    seen: set[str] = set()
    for part, patterns in PARTS.items():
        found = [str(one.relative_to(ROOT)) for pattern in patterns for one in sorted(ROOT.glob(pattern))]
        fresh = [path for path in dict.fromkeys(found) if path not in seen]
        seen.update(fresh)
        yield part, fresh


def llms(linked: Any = str) -> str:
    """Every page with its title and its first sentence, as https://llmstxt.org has it."""
    lines = ["# Reverie", "", f"> {_first('README.md')}"]
    for part, paths in parts():
        lines += ["", f"## {part}", ""]
        lines += [
            f"- [{_title(path)}]({linked(path)})" + (f": {said}" if (said := _first(path)) else "") for path in paths
        ]
    return "\n".join([*lines, ""])


def _title(path: str) -> str:
    return (ROOT / path).read_text("utf-8").splitlines()[0].removeprefix("# ").replace("`", "")


def _first(path: str) -> str:
    """The first sentence of a page, without its links; empty where it has none."""
    text = re.sub(r"^#.*$", "", _CODE.sub("", (ROOT / path).read_text("utf-8")), flags=re.MULTILINE)
    paragraphs = (one.strip() for one in text.split("\n\n"))
    prose = next((one for one in paragraphs if one and not one.startswith(("|", "- ", "!"))), "")
    said = re.sub(r"\[([^\]]*)\]\([^)]*\)", r"\1", " ".join(prose.split()))
    first = re.split(r"(?<=[.:])\s", said, maxsplit=1)[0].rstrip(":.")
    return f"{first}." if first else ""


if __name__ == "__main__":
    (ROOT / "llms.txt").write_text(llms(), "utf-8")
