"""Hands that plan at a pad: with a mouse, with a finger, with the keys alone; each takes a unit, says a verb, names hexes."""

from typing import Protocol

from playwright.sync_api import Page

SPOT = """hex => {
  const at = JSON.parse(document.querySelector('#data').textContent).map.at[hex], m = document.querySelector('#map').getScreenCTM();
  return [at[0] * m.a + m.e, at[1] * m.d + m.f];
}"""
ACTIVE = """() => {
  const now = document.activeElement;
  const {verb = '', place = '', slot = ''} = now.dataset;
  return {tag: now.tagName, id: now.id, verb, place, slot, text: now.textContent};
}"""


class Hand(Protocol):
    """What every hand can do."""

    def unit(self, call: str, hex_: str) -> None:
        """Take a unit that stands in a hex."""

    def verb(self, name: str, place: str = "unit") -> None:
        """Say a verb."""

    def at(self, hex_: str) -> None:
        """Name a hex for the slot in hand."""

    def press(self, text: str) -> None:
        """Press the button that says this."""


class Mouse:
    """On a desk."""

    def __init__(self, page: Page) -> None:
        self.page = page

    def tap(self, hex_: str) -> None:
        """A click on the map."""
        self.page.mouse.click(*self.page.evaluate(SPOT, hex_))

    def on(self, selector: str) -> None:
        """A click on what is found."""
        self.page.locator(selector).first.click()

    def unit(self, call: str, hex_: str) -> None:
        """Out of the stack, if there are several."""
        self.tap(hex_)
        chip = f".chip.u:has(b:text-is('{call}'))"
        if self.page.locator(chip).count():
            self.on(chip)

    def verb(self, name: str, place: str = "unit") -> None:
        """Unfolded, where it is folded away."""
        chip = f"[data-verb='{name}'][data-place='{place}']"
        if not self.page.locator(chip).first.is_visible():
            self.on(f"details:has({chip}) > summary")
        self.on(chip)

    def at(self, hex_: str) -> None:
        """On the map."""
        self.tap(hex_)

    def press(self, text: str) -> None:
        """The button."""
        self.on(f"button:text-is('{text}')")


class Finger(Mouse):
    """On a phone, where the map may have to be fitted first."""

    def tap(self, hex_: str) -> None:
        """A tap on the map, all of which is shown."""
        x, y = self.page.evaluate(SPOT, hex_)
        box = self.page.locator("main").bounding_box()
        assert box is not None
        if not (box["x"] < x < box["x"] + box["width"] - 60 and box["y"] < y < box["y"] + box["height"]):
            self.page.locator("#fit").tap()
            x, y = self.page.evaluate(SPOT, hex_)
        self.page.touchscreen.tap(x, y)

    def on(self, selector: str) -> None:
        """A tap on what is found."""
        self.page.locator(selector).first.tap()


class Keys:
    """Without a map: what has the focus is moved by Tab, and typed into."""

    def __init__(self, page: Page) -> None:
        self.page, self.count = page, 0

    def key(self, name: str) -> None:
        """One key."""
        self.count += 1
        self.page.keyboard.press(name)

    def go(self, **wanted: str) -> None:
        """Tab until what has the focus is this."""
        for _ in range(400):
            now = self.page.evaluate(ACTIVE)
            if all(now[name] == value or (name == "text" and now[name].startswith(value + " ")) for name, value in wanted.items()):
                return
            self.key("Tab")
        raise AssertionError(f"the keys never come to {wanted}")

    def find(self, text: str) -> None:
        """Type into the search field."""
        self.key("Escape")
        self.go(id="find")
        self.key("Control+a")
        self.page.keyboard.type(text)

    def unit(self, call: str, hex_: str) -> None:
        """By its name."""
        self.find(call)
        self.go(tag="BUTTON", text=call)
        self.key("Enter")

    def verb(self, name: str, place: str = "unit") -> None:
        """What is folded away is unfolded on the way."""
        for _ in range(3):
            chip = self.page.locator(f"#verbs [data-verb='{name}'][data-place='{place}']").first
            if chip.is_visible():
                break
            title = self.page.locator(f"details:has([data-verb='{name}'][data-place='{place}']) > summary").first.inner_text()
            self.go(tag="SUMMARY", text=title)
            self.key("Enter")
        self.go(verb=name, place=place)
        self.key("Enter")

    def at(self, hex_: str) -> None:
        """Typed, by its number."""
        for _ in range(200):
            now = self.page.evaluate(ACTIVE)
            if now["slot"]:
                break
            self.key("Tab")
        self.page.keyboard.type(hex_)
        self.key("Enter")
        self.page.wait_for_timeout(30)

    def press(self, text: str) -> None:
        """Found by Tab; a line in hand is added with Ctrl and Enter."""
        if text == "Add the line":
            self.key("Control+Enter")
            return
        self.go(tag="BUTTON", text=text)
        self.key("Enter")
