"""The page in Debian's Chromium, on a real server over a companion called Luna, who knows Ada."""

from __future__ import annotations

import os
import re
import shutil
from collections.abc import Iterator
from contextlib import contextmanager
from dataclasses import dataclass
from datetime import UTC, datetime
from pathlib import Path

import pytest
from playwright.sync_api import Browser, ConsoleMessage, Page, Request, expect, sync_playwright
from tests.listening import listening

import reverie
from reverie import Person, Reverie
from reverie.server import static_pages
from reverie.server.application import application
from reverie.server.live.connections import ChatLimits
from reverie.server.serving import websockets
from reverie.settings_sections import ServerSettings
from reverie.testing import FrozenClock

ROOT = Path(__file__).parents[2]
AXE = ROOT / "web" / "node_modules" / "axe-core" / "axe.min.js"
SCREENSHOTS = ROOT / "build" / "screenshots"
"""Where a person can look at what the tests saw; the README's pictures are made from it."""

PATIENCE_MS = 20_000
"""How long something may take to appear: two browsers and two servers share two cores."""

SCHEMES = [pytest.param("light", id="light"), pytest.param("dark", id="dark", marks=pytest.mark.nightly)]
"""Dark is audited by default where every view is walked through, and view by view at night."""

PHONE = {"width": 390, "height": 844}
DESK = {"width": 1280, "height": 800}


@pytest.fixture(scope="module")
def browser() -> Iterator[Browser]:
    """Chromium, for one module: as long as playwright runs, its event loop is the thread's, and no other can run."""
    chromium = shutil.which("chromium")
    missing = [
        remedy
        for there, remedy in ((chromium, "`make debian` installs Chromium"), (_built(), "`make page` builds the page"))
        if not there
    ]
    if missing and os.environ.get("CI"):
        pytest.fail("; ".join(missing))
    if missing:
        pytest.skip("; ".join(missing))
    with sync_playwright() as playwright:
        # Chromium's own sandbox needs what a container mostly forbids; the page is our own.
        launched = playwright.chromium.launch(executable_path=chromium, args=["--no-sandbox"])
        yield launched
        launched.close()


def _built() -> bool:
    return (static_pages.BUILT / "index.html").is_file() and AXE.is_file()


@dataclass(frozen=True, slots=True, kw_only=True)
class Visit:
    """A page that is open, and what stands behind it. ``luna`` may be changed while the page is looked at."""

    page: Page
    luna: Reverie
    ada: Person
    url: str

    def go(self, view: str) -> Page:
        """Open a view of Ada's by the name it has in the address, and see it whole: nothing moves under the mouse."""
        self.page.goto(f"{self.url}/#/{self.ada.id}/{view}")
        self.page.locator("h1").first.wait_for()
        expect(self.page.locator(".skeleton")).to_have_count(0)
        return self.page


@pytest.fixture(autouse=True)
def own_place(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Nothing is read or written outside of the test's own folder."""
    for name in [n for n in os.environ if n.startswith("REVERIE_") and n != "REVERIE_EXTRACTOR"]:
        monkeypatch.delenv(name)
    monkeypatch.setenv("REVERIE_HOME", str(tmp_path))


@pytest.fixture
def clock() -> FrozenClock:
    """A Monday morning; `clock.advance` lets time pass."""
    return FrozenClock(datetime(2026, 3, 2, 9, tzinfo=UTC))


@pytest.fixture
def luna(tmp_path: Path, clock: FrozenClock) -> Iterator[Reverie]:
    with reverie.open(tmp_path / "luna.db", companion="Luna", embedder="none", clock=clock) as opened:
        yield opened


@contextmanager
def visiting(browser: Browser, luna: Reverie, *, viewport: dict[str, int], scheme: str = "light") -> Iterator[Visit]:
    """Open the page in a browser of its own. What it reports as an error, or what it loads from elsewhere, fails."""
    chat = ChatLimits(look_s=0.1)
    app = application(luna, ServerSettings(), local=True, chat=chat)
    with listening(app, **websockets(chat)) as url:
        context = browser.new_context(viewport=viewport, color_scheme=scheme, locale="en-GB", timezone_id="UTC")  # type: ignore[arg-type] # narrower literals
        context.set_default_timeout(PATIENCE_MS)
        page = context.new_page()
        wrong: list[str] = []
        page.on("pageerror", lambda error: wrong.append(str(error)))
        own = (url, url.replace("http", "ws"), "data:", "blob:")

        def asked(one: Request) -> None:
            if not one.url.startswith(own):
                wrong.append(one.url)

        def told(one: ConsoleMessage) -> None:
            if one.type == "error" and not re.search(r"status of [45]\d\d", one.text):  # those the page shows itself
                wrong.append(one.text)

        page.on("request", asked)
        page.on("console", told)
        yield Visit(page=page, luna=luna, ada=luna.meet("Ada"), url=url)
        context.close()
    assert not wrong, wrong


@pytest.fixture
def visit(browser: Browser, luna: Reverie) -> Iterator[Visit]:
    with visiting(browser, luna, viewport=DESK) as one:
        yield one


@pytest.fixture
def on_a_phone(browser: Browser, luna: Reverie) -> Iterator[Visit]:
    with visiting(browser, luna, viewport=PHONE) as one:
        yield one


def audit(page: Page) -> None:
    """See that axe-core finds nothing serious or critical."""
    page.evaluate(AXE.read_text(encoding="utf-8"))
    found = page.evaluate("axe.run({resultTypes: ['violations']}).then(one => one.violations)")
    serious = [
        f"{one['id']}: {[(node['target'], node['failureSummary']) for node in one['nodes'][:3]]}"
        for one in found
        if one["impact"] in ("serious", "critical")
    ]
    assert not serious, serious


def picture(page: Page, name: str) -> None:
    """Keep a picture of the page as it is, for a person to look at."""
    page.wait_for_load_state("networkidle")
    SCREENSHOTS.mkdir(parents=True, exist_ok=True)
    page.screenshot(path=SCREENSHOTS / f"{name}.png")


expect.set_options(timeout=PATIENCE_MS)

__all__ = ["DESK", "PATIENCE_MS", "PHONE", "SCHEMES", "Visit", "audit", "expect", "picture", "visiting"]
