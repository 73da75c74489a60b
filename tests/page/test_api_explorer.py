"""The explorer of the HTTP API at /docs: it comes whole from the server, and its requests are answered."""

from __future__ import annotations

from tests.page.conftest import Visit, expect


def test_it_shows_and_sends_requests_with_nothing_from_elsewhere(visit: Visit) -> None:
    page = visit.page
    page.goto(f"{visit.url}/docs")
    expect(page.get_by_role("heading", name="Reverie")).to_be_visible()
    page.locator("#operations-people-meet_person .opblock-summary-control").click()
    page.get_by_role("button", name="Try it out").click()
    page.locator("#operations-people-meet_person textarea").fill('{"name": "Ben"}')
    page.get_by_role("button", name="Execute").click()
    expect(page.locator(".live-responses-table .response .response-col_status")).to_contain_text("200")
    assert {one.name for one in visit.luna.people()} == {"Ada", "Ben"}
